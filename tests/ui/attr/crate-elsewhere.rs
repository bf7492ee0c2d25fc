//! `crate` with a path where `ecs-core` is not.

use ecs_core::Component;

mod engine {}

#[derive(Component)]
#[component(crate = crate::engine)] //~ ERROR unresolved import
struct Plane {
    altitude: f32,
}

fn main() {}
