//! Only what is `Copy` is copied.

use ecs_core::{Component, Copied, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    query::<Copied<Plane>>(); //~ ERROR the trait bound `Plane: Copy` is not satisfied
}
