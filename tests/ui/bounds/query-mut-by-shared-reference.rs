//! A query that writes is not visited through a shared reference.

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

#[derive(Component)]
struct Wind {
    lift: f32,
}

fn main() {
    for (plane, wind) in &query::<(&mut Plane, &Wind)>() { //~ ERROR `&Query<(&mut Plane, &Wind)>` is not an iterator
        plane.altitude += wind.lift;
    }
}
