//! A borrowed component does not go to another thread.

use ecs_core::{Component, Ref};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn needs_send<T: Send>() {}

fn main() {
    needs_send::<Ref<Plane>>(); //~ ERROR cannot be sent between threads safely
}
