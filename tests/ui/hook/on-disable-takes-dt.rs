//! `on_disable` takes the time step, which only passes have.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR `on_disable` cannot take `f32`
    altitude: f32,
}

impl Plane {
    fn on_disable(&mut self, dt: f32) {}
}

fn main() {}
