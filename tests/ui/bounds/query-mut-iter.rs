//! `iter` is for queries that read only.

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    for plane in query::<&mut Plane>().iter() { //~ ERROR is not visited through a shared reference
        plane.altitude += 1.0;
    }
}
