//! Asks for changes where a query says what it borrows.

use ecs_core::{Changed, Component, query};

#[derive(Component)]
#[component(track)]
struct Plane;

fn main() {
    let _ = query::<Changed<Plane>>(); //~ ERROR a query cannot ask for `Changed<Plane>`
}
