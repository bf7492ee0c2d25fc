//! `shutdown` without `self`.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR cannot be the `shutdown` hook
    altitude: f32,
}

impl Plane {
    fn shutdown() {}
}

fn main() {}
