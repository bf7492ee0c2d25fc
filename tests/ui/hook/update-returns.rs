//! `update` returns something.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR cannot be the `update` hook of `Plane`
    altitude: f32,
}

impl Plane {
    fn update(&mut self) -> bool {
        true
    }
}

fn main() {}
