//! The items of a query are borrowed once at a time.

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let mut planes = query::<&mut Plane>();
    let first = planes.iter_mut().next();
    let again = planes.iter_mut().next(); //~ ERROR cannot borrow `planes` as mutable more than once
    drop((first, again));
}
