//! A type that requires itself, as `Self`.

use ecs_core::Component;

#[derive(Component, Default)]
#[component(requires(Self))] //~ ERROR cannot require itself
struct Plane {
    altitude: f32,
}

fn main() {}
