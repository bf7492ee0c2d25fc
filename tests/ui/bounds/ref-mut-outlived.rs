//! A mutable reference is used after the guard that it comes from is dropped.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let mut guard = Handle::<Plane>::NULL.borrow_mut();
    let plane: &mut Plane = &mut guard;
    drop(guard); //~ ERROR cannot move out of `guard` because it is borrowed
    plane.altitude += 1.0;
}
