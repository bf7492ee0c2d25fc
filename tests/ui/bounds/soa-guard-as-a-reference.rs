//! A `for` over a query gives a guard of a type whose fields lie apart, which is bound as `mut`.

use ecs_core::{Component, query};

#[derive(Component)]
#[component(soa)]
struct Plane {
    altitude: f32,
}

fn main() {
    for plane in &mut query::<&mut Plane>() {
        plane.altitude = 1.0; //~ ERROR cannot borrow `plane` as mutable
    }
}
