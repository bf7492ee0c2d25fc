//! A zero-sized component asks for its own entity, but has no address of its own.
//!
//! The error is shown in `ecs-core`, at the assertion that says what to do: it comes when the hook is compiled for this type.

use ecs_core::{Component, Entity};

#[derive(Component, Default)]
struct Plane;

impl Plane {
    fn update(&mut self) {
        println!("{}", self.entity()); // instead, take `entity: Entity`
    }
}

fn main() {
    Entity::spawn().add::<Plane>();
}
