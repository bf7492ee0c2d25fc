//! `inherit` could not take anything over.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `Place`
struct Place(f32);

impl Place {
    fn inherit(&self, _: Option<&Place>) {}
}

fn main() {}
