//! `on_disable` without `self`.

use ecs_core::Component;

#[derive(Component)]
struct Plane { //~ ERROR cannot be the `on_disable` hook
    altitude: f32,
}

impl Plane {
    fn on_disable() {}
}

fn main() {}
