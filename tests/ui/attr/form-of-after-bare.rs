//! `after` without a list.

use ecs_core::Component;

#[derive(Component)]
#[component(after)] //~ ERROR wrong form of `after`
struct Plane {
    altitude: f32,
}

fn main() {}
