//! A filter of a query names a singleton.

use ecs_core::{Entity, Query, Singleton, With};

#[derive(Singleton, Default)]
struct Score(u32);

fn main() {
    drop::<Option<Query<Entity, With<Score>>>>(None); //~ ERROR `Score` is not a component or a tuple of components
}
