//! A reference outlives the guard that it comes from.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn altitude(plane: Handle<Plane>) -> &'static f32 {
    &plane.borrow().altitude //~ ERROR cannot return value referencing temporary value
}

fn main() {
    altitude(Handle::NULL);
}
