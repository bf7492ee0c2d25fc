//! `shutdown` takes the time step, which only passes have.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR `shutdown` cannot take `f32`
    altitude: f32,
}

impl Plane {
    fn shutdown(&mut self, dt: f32) {}
}

fn main() {}
