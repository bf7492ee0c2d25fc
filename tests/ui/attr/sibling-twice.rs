//! `sibling` twice on one field.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane {
    #[component(sibling, sibling)] //~ ERROR duplicate key `sibling`
    wind: Handle<Wind>,
}

fn main() {}
