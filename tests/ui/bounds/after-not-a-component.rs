//! A type is to run after something that is not a component.

use ecs_core::Component;

struct Wind;

#[derive(Component)]
#[component(after(Wind))] //~ ERROR `Wind` is not a component
struct Plane {
    altitude: f32,
}

fn main() {}
