//! `capacity` as a number of another type.

use ecs_core::Component;

#[derive(Component)]
#[component(capacity = 64u8)] //~ ERROR wrong form of `capacity`
struct Plane {
    altitude: f32,
}

fn main() {}
