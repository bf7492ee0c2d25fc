//! A `sibling` field in an enum, of which not every value has it.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
enum Plane {
    Landed,
    Flying {
        #[component(sibling)] //~ ERROR cannot be a `sibling`
        wind: Handle<Wind>,
    },
}

fn main() {}
