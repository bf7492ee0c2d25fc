//! The attribute on a field without a key.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane {
    #[component] //~ ERROR expected a key
    wind: Handle<Wind>,
}

fn main() {}
