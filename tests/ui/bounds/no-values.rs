//! Entities are spawned, and an archetype is a list of types: a program makes no values of them.

use ecs_core::{Archetype, Component, Entity};

#[derive(Component)]
struct Wings;

fn main() {
    let _ = Archetype::<Wings> {}; //~ ERROR private
    let _ = Entity {}; //~ ERROR private
}
