//! All mistakes of a type are reported at once, each at its own place.

use ecs_core::Component;

#[derive(Component)]
#[component(updat, isolated = 1)] //~ ERROR unknown key and wrong form
#[component(capacity)] //~ ERROR wrong form
struct Plane {
    #[component(init)] //~ ERROR belongs on the type
    altitude: f32,
}

fn main() {}
