//! The time step is an `f32`.
use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR a hook cannot take `f64`
    altitude: f32,
}

impl Plane {
    fn update(&mut self, _: f64) {}
}

fn main() {}
