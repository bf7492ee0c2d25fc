//! Says since when before the filter that would look back.
//!
//! The error is shown in `ecs-core`, at the assertion that says what to do: it comes when the call is compiled for this query.

use ecs_core::{Changed, Component, Tick, query};

#[derive(Component)]
#[component(track)]
struct Plane;

fn main() {
    let _ = query::<&Plane>().since(Tick::default()).filter::<Changed<Plane>>();
}
