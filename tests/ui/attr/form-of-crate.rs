//! `crate` with something that is not a path.

use ecs_core::Component;

#[derive(Component)]
#[component(crate = "not a path")] //~ ERROR wrong form of `crate`
struct Plane {
    altitude: f32,
}

fn main() {}
