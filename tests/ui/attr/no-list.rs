//! The attribute without its list.

use ecs_core::Component;

#[derive(Component)]
#[component] //~ ERROR expected a list of keys
struct Plane {
    altitude: f32,
}

fn main() {}
