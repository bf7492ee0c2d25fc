//! A type inherits once.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits)]
#[component(inherits = follow)] //~ ERROR duplicate key `inherits`
struct Place(f32);

impl Place {
    fn follow(&mut self, _: Option<&Place>) {}
}

fn main() {
    Place(0.0).follow(None);
}
