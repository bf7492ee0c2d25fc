//! `init` takes the time step, which only passes have.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR `init` cannot take `f32`
    altitude: f32,
}

impl Plane {
    fn init(&mut self, dt: f32) {}
}

fn main() {}
