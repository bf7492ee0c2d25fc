//! The attribute on a field of a variant, where it would do nothing.

use ecs_core::Component;

#[derive(Component)]
enum Plane {
    Landed,
    Flying {
        #[component(capacity = 8)] //~ ERROR belongs on the type
        altitude: f32,
    },
}

fn main() {}
