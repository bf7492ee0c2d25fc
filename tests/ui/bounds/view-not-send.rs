//! A view does not go to another thread.

use ecs_core::{Component, View};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn needs_send<T: Send>() {}

fn main() {
    needs_send::<View<Plane>>(); //~ ERROR cannot be sent between threads safely
}
