//! `capacity` below zero.

use ecs_core::Component;

#[derive(Component)]
#[component(capacity = -1)] //~ ERROR wrong form of `capacity`
struct Plane {
    altitude: f32,
}

fn main() {}
