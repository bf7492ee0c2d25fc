//! A hook as a closure.

use ecs_core::Component;

#[derive(Component)]
#[component(update = |plane: &mut Plane| plane.altitude += 1.0)] //~ ERROR wrong form of `update`
struct Plane {
    altitude: f32,
}

fn main() {}
