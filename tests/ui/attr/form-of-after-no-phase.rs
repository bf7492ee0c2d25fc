//! A type is to run after another in something that is no phase.

use ecs_core::Component;

#[derive(Component)]
struct Wind;

#[derive(Component)]
#[component(after(init(Wind)))] //~ ERROR wrong form of `after`
struct Plane {
    altitude: f32,
}

fn main() {}
