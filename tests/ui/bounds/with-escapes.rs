//! The reference that `with` gives leaves its closure.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let _ = Handle::<Plane>::NULL.with(|plane| plane); //~ ERROR lifetime may not live long enough
}
