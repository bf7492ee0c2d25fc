//! A bare key says that the method exists, and it does not.

use ecs_core::Component;

#[derive(Component)]
#[component(update)] //~ ERROR no function or associated item named `update`
struct Plane {
    altitude: f32,
}

fn main() {}
