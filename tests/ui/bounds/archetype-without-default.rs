//! `spawn` makes default values: a list with a type without one takes `spawn_with`.

use ecs_core::{Archetype, Component};

#[derive(Component, Default)]
struct Wings;

#[derive(Component)]
struct Body {
    weight: f32,
}

fn main() {
    Archetype::<(Wings, Body)>::spawn(); //~ ERROR not a list of components that all have a default value
}
