//! `iter` gives for reading what a query could write to.

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    for plane in query::<&mut Plane>().iter() {
        plane.altitude += 1.0; //~ ERROR cannot assign to `plane.altitude`
    }
}
