//! `inherit` has no component.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `Place`
struct Place(f32);

impl Place {
    fn inherit(_: Option<&Place>) {}
}

fn main() {}
