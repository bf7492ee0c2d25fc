//! An archetype is a list of types: there are no values of it.

use ecs_core::{Archetype, Component};

#[derive(Component)]
struct Wings;

fn main() {
    Archetype::<Wings>(); //~ ERROR cannot initialize a tuple struct which contains private fields
}
