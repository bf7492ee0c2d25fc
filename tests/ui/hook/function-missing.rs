//! A function that is not there is named as a hook.

use ecs_core::Component;

#[derive(Component)]
#[component(update = physics::step)] //~ ERROR cannot find value `step` in module `physics`
struct Plane {
    altitude: f32,
}

mod physics {}

fn main() {}
