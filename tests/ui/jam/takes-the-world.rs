//! There is no world to take: it is reached from anywhere.
use ecs_core::{Component, World};

#[derive(Component)]
struct Plane { //~ ERROR `ecs_core::World` is not a component
    altitude: f32,
}

impl Plane {
    fn update(&mut self, _: &mut World) {}
}

fn main() {}
