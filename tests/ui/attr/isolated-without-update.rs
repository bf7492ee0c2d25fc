//! `isolated` on a type whose `update` is switched off.

use ecs_core::Component;

#[derive(Component)]
#[component(isolated, update = none)] //~ ERROR no `update` to act on
struct Plane {
    altitude: f32,
}

fn main() {}
