//! `capacity` without a number.

use ecs_core::Component;

#[derive(Component)]
#[component(capacity)] //~ ERROR wrong form of `capacity`
struct Plane {
    altitude: f32,
}

fn main() {}
