//! `crate` with a path where nothing is. The first error says so; what follows from it is shown at the type.

use ecs_core::Component;

#[derive(Component)]
#[component(crate = crate::engine)] //~ ERROR unresolved import
struct Plane { //~ ERROR cannot find value
    altitude: f32,
}

fn main() {}
