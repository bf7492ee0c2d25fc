//! All mistakes of a type are reported at once, each at its own place.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
#[component(updat, isolated = 1)] //~ ERROR wrong form of `isolated`
#[component(capacity)] //~ ERROR wrong form of `capacity`
struct Plane {
    #[component(update)] //~ ERROR `update` belongs on the type
    wind: Handle<Wind>,
    #[component(sibling("wind"))] //~ ERROR wrong form of `sibling`
    again: Handle<Wind>,
    #[component()] //~ ERROR expected a key
    more: Handle<Wind>,
}

fn main() {}
