//! `late_update` takes nine parameters: one too many.

use ecs_core::{Component, Entity};

#[derive(Component)]
struct Plane { //~ ERROR cannot be a hook of `Plane`
    altitude: f32,
}

impl Plane {
    fn late_update(&mut self, _: Entity, _: Entity, _: Entity, _: Entity, _: Entity, _: Entity, _: Entity, _: Entity, _: Entity) {}
}

fn main() {}
