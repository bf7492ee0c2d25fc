//! A filter stands where a query says what it asks for.

use ecs_core::{Component, With, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

#[derive(Component)]
struct Wind;

fn main() {
    query::<(&Plane, With<Wind>)>(); //~ ERROR a query cannot ask for `With<Wind>`
}
