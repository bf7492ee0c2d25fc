//! `init` takes the time step, which only passes have.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR a hook cannot take `f32`
    altitude: f32,
}

impl Plane {
    fn init(&mut self, _: f32) {}
}

fn main() {}
