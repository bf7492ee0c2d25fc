//! `requires` with a value instead of a list.

use ecs_core::Component;

#[derive(Component, Default)]
struct Wind;

#[derive(Component)]
#[component(requires = Wind(1))] //~ ERROR wrong form of `requires`
struct Plane {
    altitude: f32,
}

fn main() {}
