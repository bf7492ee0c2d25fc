//! A type required twice.

use ecs_core::Component;

#[derive(Component, Default)]
struct Wind;

#[derive(Component)]
#[component(requires(Wind), requires(Wind))] //~ ERROR names this type twice
struct Plane {
    altitude: f32,
}

fn main() {}
