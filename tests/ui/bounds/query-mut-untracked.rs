//! `Mut<T>` marks what was written: its changes are tracked.

use ecs_core::{Component, Mut, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let _ = query::<Mut<Plane>>(); //~ ERROR the changes of `Plane` are not tracked
}
