//! A part of a query's tuple is no reference.

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
    query::<(&mut Plane, Wind)>(); //~ ERROR a query cannot ask for `Wind`
}
