//! A view or a query by value is no iterator: its items would outlive it.

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    for plane in Plane::view() { //~ ERROR `ecs_core::View<Plane>` is not an iterator
        println!("{}", plane.altitude);
    }
    for plane in Plane::view_mut() { //~ ERROR `ecs_core::ViewMut<Plane>` is not an iterator
        plane.altitude += 1.0;
    }
    for plane in query::<&mut Plane>() { //~ ERROR `Query<&mut Plane>` is not an iterator
        plane.altitude += 1.0;
    }
}
