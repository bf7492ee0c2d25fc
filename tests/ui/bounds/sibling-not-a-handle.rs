//! A `sibling` field that is no handle.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    #[component(sibling)]
    altitude: f32, //~ ERROR a field of type `f32` cannot be a `sibling`
}

fn main() {}
