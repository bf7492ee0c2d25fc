//! A component stands where a query says what it filters by.

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

#[derive(Component)]
struct Wind;

fn main() {
    let _ = query::<&Plane>().filter::<Wind>(); //~ ERROR `Wind` is not a filter of a query
}
