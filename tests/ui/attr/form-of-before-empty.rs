//! `before` with an empty list.

use ecs_core::Component;

#[derive(Component)]
#[component(before())] //~ ERROR wrong form of `before`
struct Plane {
    altitude: f32,
}

fn main() {}
