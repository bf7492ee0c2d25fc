//! `after_handles` with a list.

use ecs_core::Component;

#[derive(Component)]
#[component(after_handles(altitude))] //~ ERROR wrong form of `after_handles`
struct Plane {
    altitude: f32,
}

fn main() {}
