//! Items of a query are held past the query.

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let mut planes = query::<&mut Plane>();
    let items: Vec<&mut Plane> = (&mut planes).into_iter().collect();
    drop(planes); //~ ERROR cannot move out of `planes` because it is borrowed
    for plane in items {
        plane.altitude += 1.0;
    }
}
