//! A `sibling` field whose type is an alias of something that is no handle.

use ecs_core::{Component, Entity};

type Wind = Entity;

#[derive(Component)]
struct Plane {
    #[component(sibling)]
    wind: Wind, //~ ERROR a field of type `Entity` cannot be a `sibling`
}

fn main() {}
