//! A key that is near no key.

use ecs_core::Component;

#[derive(Component)]
#[component(colour)] //~ ERROR unknown key
struct Plane {
    altitude: f32,
}

fn main() {}
