//! `Mut<T>` marks what was written: its changes are tracked.

use ecs_core::{Component, Mut, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    query::<Mut<Plane>>().each(|mut plane| plane.altitude += 1.0); //~ ERROR the changes of `Plane` are not tracked
}
