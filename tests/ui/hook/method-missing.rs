//! A bare key says that the method exists, and it does not.

use ecs_core::Component;

#[derive(Component)]
#[component(update)] //~ ERROR `Plane` has no method for this hook
struct Plane {
    altitude: f32,
}

fn main() {}
