//! A pool stays on its thread: its supplier may have borrowed anything there.
//!
//! Asked by a name instead of a bound, so that the text does not list the fields of the type.

use ecs_core::{Archetype, Component, Pool};

#[derive(Component)]
struct Wings;

trait IsSend {
    fn is_send() {}
}

impl<T: Send> IsSend for T {}

fn main() {
    <Pool<Archetype<(Wings,)>>>::is_send(); //~ ERROR its trait bounds were not satisfied
}
