//! `Or` takes filters; of types alone there is `AnyOf`.

use ecs_core::{Component, Entity, Or, query};

#[derive(Component)]
struct Fire;

#[derive(Component)]
struct Ice;

fn main() {
    query::<Entity>().filter::<Or<(Fire, Ice)>>().count(); //~ ERROR is not a filter of a query
}
