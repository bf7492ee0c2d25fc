//! `crate` with a path where nothing is.

use ecs_core::Component;

#[derive(Component)]
#[component(crate = crate::engine)] //~ ERROR unresolved import
struct Plane {
    altitude: f32,
}

fn main() {}
