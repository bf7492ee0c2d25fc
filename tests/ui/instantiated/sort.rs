//! A type that inherits is not sorted: its store is kept parents first.
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
    Place::sort_by(|a, b| a.0.cmp(&b.0));
    Place::sort_by_key(|place| place.0);
    Place::sort_like::<Pivot>();
    let _ = Place::try_sort_by(|a, b| a.0.cmp(&b.0));
}
