//! `inherit` takes a parent of another type.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `Place`
struct Place(f32);

struct Pivot;

impl Place {
    fn inherit(&mut self, _: Option<&Pivot>) {}
}

fn main() {}
