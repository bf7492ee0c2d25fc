//! `init` returns something.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR cannot be the `init` hook
    altitude: f32,
}

impl Plane {
    fn init(&mut self) -> bool { true }
}

fn main() {}
