//! A pool is not shared with another thread: its supplier may have borrowed anything on its own.
//!
//! Asked by a name instead of a bound, so that the text does not list the fields of the type.

use ecs_core::{Archetype, Component, Pool};

#[derive(Component)]
struct Wings;

trait IsSync {
    fn is_sync() {}
}

impl<T: Sync> IsSync for T {}

fn main() {
    <Pool<Archetype<(Wings,)>>>::is_sync(); //~ ERROR its trait bounds were not satisfied
}
