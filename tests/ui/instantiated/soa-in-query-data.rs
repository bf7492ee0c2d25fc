//! A struct of references, in a `for`, of a type of which that gives guards.

use ecs_core::{Component, QueryData, query};

#[derive(Component)]
#[component(soa)]
struct Plane {
    altitude: f32,
}

#[derive(QueryData)]
struct Flying<'w> {
    plane: &'w mut Plane,
}

fn main() {
    for flying in &mut query::<Flying>() {
        flying.plane.altitude += 1.0;
    }
}
