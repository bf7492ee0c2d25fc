//! `isolated` on a type whose passes are all switched off.

use ecs_core::Component;

#[derive(Component)]
#[component(isolated, fixed_update = none, update = none, late_update = none)] //~ ERROR no `update` to act on
struct Plane {
    altitude: f32,
}

fn main() {}
