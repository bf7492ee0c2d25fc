//! One type of the list is not a component.

use ecs_core::{Archetype, Component};

#[derive(Component)]
struct Wings;

struct Body;

fn main() {
    Archetype::<(Wings, Body)>::find(); //~ ERROR not a component or a tuple of components
}
