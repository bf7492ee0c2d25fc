//! A view is not shared with another thread.

use ecs_core::{Component, View};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn needs_sync<T: Sync>() {}

fn main() {
    needs_sync::<View<Plane>>(); //~ ERROR cannot be shared between threads safely
}
