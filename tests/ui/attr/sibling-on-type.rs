//! `sibling` on the type, where it belongs on a field.

use ecs_core::Component;

#[derive(Component)]
#[component(sibling)] //~ ERROR belongs on a field
struct Plane {
    altitude: f32,
}

fn main() {}
