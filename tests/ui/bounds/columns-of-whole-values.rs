//! Slices of the fields of a type whose fields do not lie apart.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let _ = Plane::columns().altitude[0]; //~ ERROR `Plane` is stored as whole values
}
