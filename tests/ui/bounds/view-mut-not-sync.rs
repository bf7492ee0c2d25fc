//! A mutable view is not shared with another thread.

use ecs_core::{Component, ViewMut};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn needs_sync<T: Sync>() {}

fn main() {
    needs_sync::<ViewMut<Plane>>(); //~ ERROR cannot be shared between threads safely
}
