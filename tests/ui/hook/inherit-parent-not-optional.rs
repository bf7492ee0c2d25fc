//! `inherit` takes a parent that is not there for the topmost.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits)] //~ ERROR cannot be the `inherit` of `Place`
struct Place(f32);

impl Place {
    fn inherit(&mut self, _: &Place) {}
}

fn main() {}
