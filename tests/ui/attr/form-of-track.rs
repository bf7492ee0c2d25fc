//! `track` is followed by a list.

use ecs_core::{Component, Entity};

#[derive(Component, Default)]
#[component(track(altitude))] //~ ERROR wrong form of `track`
struct Plane {
    altitude: f32,
}

fn main() {
    // The mistake causes no other.
    let plane = Entity::spawn().add::<Plane>();
    println!("{}", plane.borrow().altitude);
}
