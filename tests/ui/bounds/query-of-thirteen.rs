//! A query has up to twelve parts.

use ecs_core::{Component, Entity, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

type E = Entity;

fn main() {
    query::<(&Plane, E, E, E, E, E, E, E, E, E, E, E, E)>(); //~ ERROR a query cannot ask for `(&Plane, Entity, 
}
