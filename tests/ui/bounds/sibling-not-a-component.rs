//! A `sibling` field that is a handle of something that is not a component.

use ecs_core::{Component, Handle};

struct Wind;

#[derive(Component)]
struct Plane {
    #[component(sibling)]
    wind: Handle<Wind>, //~ ERROR `Wind` is not a component
}

fn main() {}
