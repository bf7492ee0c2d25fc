//! `after` with a value.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
#[component(after = Wind)] //~ ERROR wrong form of `after`
struct Plane {
    altitude: f32,
}

fn main() {}
