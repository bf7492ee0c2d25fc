//! `inherit` would write to the parent, which others inherit from.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `Place`
struct Place(f32);

impl Place {
    fn inherit(&mut self, _: Option<&mut Place>) {}
}

fn main() {}
