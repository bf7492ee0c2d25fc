//! A mutable view does not go to another thread.

use ecs_core::{Component, ViewMut};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn needs_send<T: Send>() {}

fn main() {
    needs_send::<ViewMut<Plane>>(); //~ ERROR cannot be sent between threads safely
}
