//! A required type that is not a component.

use ecs_core::Component;

#[derive(Default)]
struct Wind;

#[derive(Component)]
#[component(requires(Wind))] //~ ERROR `Wind` is not a component
struct Plane {
    altitude: f32,
}

fn main() {}
