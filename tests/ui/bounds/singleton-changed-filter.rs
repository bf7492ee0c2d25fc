//! A filter of a query asks whether the singleton of an entity has changed.

use ecs_core::{Changed, Component, Singleton, query};

#[derive(Component)]
struct Label(u32);

#[derive(Singleton, Default)]
#[component(track)]
struct Score(u32);

fn main() {
    let _ = query::<&Label>().filter::<Changed<Score>>(); //~ ERROR `Score` is a singleton, and no entity has one
}
