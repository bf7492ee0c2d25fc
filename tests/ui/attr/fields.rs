//! The only key of a field is `sibling`, once. A field of an `enum` cannot have it.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane {
    #[component(sibbling)] //~ ERROR did you mean `sibling`?
    misspelt: Handle<Wind>,
    #[component] //~ ERROR expected a key
    no_list: Handle<Wind>,
    #[component(colour)] //~ ERROR only `sibling` belongs on a field
    unknown: Handle<Wind>,
    #[component(sibling, sibling)] //~ ERROR duplicate key `sibling`
    twice: Handle<Wind>,
}

#[derive(Component)]
enum State {
    Landed,
    Flying {
        #[component(sibling)] //~ ERROR cannot be a `sibling`
        wind: Handle<Wind>,
    },
}

fn main() {}
