//! `inherit` takes the parent itself, in parallel too.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits, parallel(inherit))] //~ ERROR cannot be the `inherit` of `Place`
struct Place(f32);

impl Place {
    fn inherit(&mut self, _: &Place) {}
}

fn main() {}
