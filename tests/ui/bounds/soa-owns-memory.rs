//! A pass makes copies of rows: two of a string would free its memory twice.

use ecs_core::{Component, Entity};

#[derive(Component)]
#[component(soa)]
struct Plane {
    altitude: f32,
    name: String, //~ ERROR a field of a `#[component(soa)]` type must be `Copy`: `String` is not
}

fn main() {
    let plane = Entity::spawn().with(Plane { altitude: 0.0, name: String::new() });
    let plane = plane.borrow::<Plane>();
    let _ = (plane.altitude, plane.name.len());
}
