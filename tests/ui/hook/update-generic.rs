//! `update` is generic: nobody says over what.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR type annotations needed
    altitude: f32,
}

impl Plane {
    fn update<T>(&mut self) {}
}

fn main() {}
