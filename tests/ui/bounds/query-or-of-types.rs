//! `Or` takes filters; of types alone there is `AnyOf`.

use ecs_core::{Component, Entity, Or, query};

#[derive(Component)]
struct Fire;

#[derive(Component)]
struct Ice;

fn main() {
    let _ = query::<Entity>().filter::<Or<(Fire, Ice)>>(); //~ ERROR `Fire` is not a filter of a query
}
