//! A key on a field that there is nowhere.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane {
    #[component(colour)] //~ ERROR only `sibling` belongs on a field
    wind: Handle<Wind>,
}

fn main() {}
