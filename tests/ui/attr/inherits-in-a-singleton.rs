//! There is one value, on no entity that has a parent.

use ecs_core::Singleton;

#[derive(Singleton, Default)]
#[component(inherits)] //~ ERROR a singleton has no parent to inherit from
struct Place(f32);

impl Place {
    fn inherit(&mut self, _: Option<&Place>) {}
}

fn main() {
    Place(0.0).inherit(None);
}
