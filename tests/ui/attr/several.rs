//! All mistakes of a type are reported at once, each at its own place.

use ecs_core::Component;

#[derive(Component)]
#[component(updat, isolated = 1)] //~ ERROR wrong form of `isolated`
#[component(capacity)] //~ ERROR wrong form of `capacity`
struct Plane {
    #[component(init)] //~ ERROR belongs on the type
    altitude: f32,
}

fn main() {}
