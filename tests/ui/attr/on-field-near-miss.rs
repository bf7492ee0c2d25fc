//! A misspelt key on a field.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane {
    #[component(sibbling)] //~ ERROR did you mean `sibling`?
    wind: Handle<Wind>,
}

fn main() {}
