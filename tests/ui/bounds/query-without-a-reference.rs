//! A query asks for references.

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    query::<Plane>(); //~ ERROR a query cannot ask for `Plane`
}
