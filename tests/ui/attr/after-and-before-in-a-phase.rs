//! A type in both orders, in one phase.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
#[component(after(Wind), before(late_update(Wind)))] //~ ERROR in both
struct Plane {
    altitude: f32,
}

fn main() {}
