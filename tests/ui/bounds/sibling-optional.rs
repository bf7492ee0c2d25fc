//! A `sibling` field that is an optional handle. In a tuple.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane(u8, #[component(sibling)] Option<Handle<Wind>>); //~ ERROR cannot be a `sibling`

fn main() {}
