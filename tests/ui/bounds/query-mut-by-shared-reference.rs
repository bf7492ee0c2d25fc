//! A query that is visited through a shared reference gives nothing to write to.

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
    for (plane, wind) in &query::<(&mut Plane, &Wind)>() {
        plane.altitude += wind.lift; //~ ERROR cannot assign to `plane.altitude`
    }
}
