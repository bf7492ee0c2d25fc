//! Filters by new components of a type that does not say that they are tracked, together with another filter.

use ecs_core::{Added, Component, With, query};

#[derive(Component)]
struct Plane;

fn main() {
    let _ = query::<&Plane>().filter::<(With<Plane>, Added<Plane>)>(); //~ ERROR the changes of `Plane` are not tracked
}
