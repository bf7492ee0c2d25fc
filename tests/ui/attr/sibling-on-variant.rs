//! `sibling` on a variant.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
enum Plane {
    Landed,
    #[component(sibling)] //~ ERROR belongs on the type, not on a variant
    Flying(Handle<Wind>),
}

fn main() {}
