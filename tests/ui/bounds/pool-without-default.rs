//! A pool without a supplier makes default values.

use ecs_core::{Archetype, Component, Pool};

#[derive(Component)]
struct Wings {
    span: f32,
}

fn main() {
    Pool::<Archetype<(Wings,)>>::new(); //~ ERROR not a list of components that all have a default value
}
