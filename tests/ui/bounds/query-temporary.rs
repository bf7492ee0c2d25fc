//! What a query gives does not outlive the statement that made the query.

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let plane = query::<&Plane>().first(); //~ ERROR temporary value dropped while borrowed
    drop(plane);
}
