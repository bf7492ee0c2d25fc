//! A type in both orders.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
#[component(after(Wind), before(Wind))] //~ ERROR in both
struct Plane {
    altitude: f32,
}

fn main() {}
