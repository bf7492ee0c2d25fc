//! A timer of a component calls a function with that component.

use ecs_core::{Component, Entity};

#[derive(Component, Default)]
struct Gun {
    shots: u32,
}

fn main() {
    let gun = Entity::spawn().add::<Gun>();
    gun.after(0.5, |_: &mut u32| ()); //~ ERROR type mismatch in closure arguments
}
