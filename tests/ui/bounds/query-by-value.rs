//! A query by value is no iterator: its items would outlive it.

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    for plane in query::<&mut Plane>() { //~ ERROR `Query<&mut Plane>` is not an iterator
        plane.altitude += 1.0;
    }
}
