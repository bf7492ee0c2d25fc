//! A world does not go to another thread.
//!
//! Asked by a name instead of a bound, so that the text does not list the fields of the type.

use ecs_core::World;

trait IsSend {
    fn is_send() {}
}

impl<T: Send> IsSend for T {}

fn main() {
    <World>::is_send(); //~ ERROR its trait bounds were not satisfied
}
