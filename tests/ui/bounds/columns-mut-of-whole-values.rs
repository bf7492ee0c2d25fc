//! Slices to write of the fields of a type whose fields do not lie apart.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let mut columns = Plane::columns_mut(); //~ ERROR `Plane` is stored as whole values
    columns.altitude[0] = 1.0;
}
