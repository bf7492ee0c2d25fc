//! `update` takes six parameters: one too many.

use ecs_core::{Component, Entity};

#[derive(Component)]
struct Plane { //~ ERROR cannot be the `update` hook
    altitude: f32,
}

impl Plane {
    fn update(&mut self, a: Entity, b: Entity, c: Entity, d: Entity, e: Entity, f: Entity) {}
}

fn main() {}
