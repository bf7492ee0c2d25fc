//! Filters by changes of a type that does not say that they are tracked.

use ecs_core::{Changed, Component, query};

#[derive(Component)]
struct Plane;

fn main() {
    let _ = query::<&Plane>().filter::<Changed<Plane>>(); //~ ERROR the changes of `Plane` are not tracked
}
