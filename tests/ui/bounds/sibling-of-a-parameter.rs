//! A `sibling` field whose type parameter is not bound to be a component.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Plane<T: 'static> {
    #[component(sibling)]
    part: Handle<T>, //~ ERROR `T` is not a component
}

fn main() {}
