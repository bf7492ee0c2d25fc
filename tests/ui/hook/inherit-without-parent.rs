//! `inherit` does not take the parent.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `Place`
struct Place(f32);

impl Place {
    fn inherit(&mut self) {}
}

fn main() {}
