//! What visits a query is not shared with another thread.
//!
//! Asked by a name instead of a bound, so that the text does not list the fields of the type.

use ecs_core::{Component, QueryIter};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

trait IsSync {
    fn is_sync() {}
}

impl<T: Sync> IsSync for T {}

fn main() {
    <QueryIter<'static, &Plane, ()>>::is_sync(); //~ ERROR its trait bounds were not satisfied
}
