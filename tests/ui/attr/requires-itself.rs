//! A type that requires itself.

use ecs_core::Component;

#[derive(Component, Default)]
#[component(requires(Plane))] //~ ERROR cannot require itself
struct Plane {
    altitude: f32,
}

fn main() {}
