//! Sorts a type whose store is kept parents first, as another one is.
//!
//! The error is shown in `ecs-core`, at the assertion that says why: it comes when the call is compiled for this type.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits)]
struct Place(u32);

impl Place {
    fn inherit(&mut self, _: Option<&Place>) {}
}

#[derive(Component)]
struct Pivot;

fn main() {
    Place::sort_like::<Pivot>();
}
