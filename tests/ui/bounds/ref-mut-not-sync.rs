//! A mutably borrowed component is not shared with another thread.

use ecs_core::{Component, RefMut};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn needs_sync<T: Sync>() {}

fn main() {
    needs_sync::<RefMut<Plane>>(); //~ ERROR cannot be shared between threads safely
}
