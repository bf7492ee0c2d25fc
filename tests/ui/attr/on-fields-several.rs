//! All mistakes on fields are reported at once, each at its own place.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane {
    #[component(update)] //~ ERROR `update` belongs on the type
    wind: Handle<Wind>,
    #[component(sibling("wind"))] //~ ERROR wrong form of `sibling`
    again: Handle<Wind>,
    #[component()] //~ ERROR expected a key
    more: Handle<Wind>,
}

fn main() {}
