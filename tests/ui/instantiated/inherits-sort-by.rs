//! Sorts a type whose store is kept parents first.
//!
//! The error is shown in `ecs-core`, at the assertion that says why: it comes when the call is compiled for this type.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits)]
struct Place(u32);

impl Place {
    fn inherit(&mut self, _: Option<&Place>) {}
}

fn main() {
    Place::sort_by(|a, b| a.0.cmp(&b.0));
}
