//! A key names a method that does not exist.

use ecs_core::Component;

#[derive(Component)]
#[component(update = step)] //~ ERROR no function or associated item named `step`
struct Plane {
    altitude: f32,
}

fn main() {}
