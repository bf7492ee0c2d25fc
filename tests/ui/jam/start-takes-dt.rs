//! There is no time step in `start`.
use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR a hook cannot take `f32`
    altitude: f32,
}

impl Plane {
    fn start(&mut self, _: f32) {}
}

fn main() {}
