//! A mutable reference into a guard that nobody keeps.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let plane: &mut Plane;
    plane = &mut *Handle::<Plane>::NULL.borrow_mut(); //~ ERROR temporary value dropped while borrowed
    plane.altitude += 1.0;
}
