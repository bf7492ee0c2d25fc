//! A query does not go to another thread.
//!
//! Asked by a name instead of a bound, so that the text does not list the fields of the type.

use ecs_core::{Component, Query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

trait IsSend {
    fn is_send() {}
}

impl<T: Send> IsSend for T {}

fn main() {
    <Query<&Plane>>::is_send(); //~ ERROR its trait bounds were not satisfied
}
