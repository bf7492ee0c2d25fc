//! `sibling` with a value: the field's type says what it refers to.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane {
    #[component(sibling = Wind)] //~ ERROR wrong form of `sibling`
    wind: Handle<Wind>,
}

fn main() {}
