//! A guard for reading does not write.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    Handle::<Plane>::NULL.borrow().altitude = 1.0; //~ ERROR cannot assign to data in dereference of `ecs_core::Ref<Plane>`
}
