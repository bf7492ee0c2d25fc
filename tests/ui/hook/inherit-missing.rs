//! The type has no method `inherit`.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits)] //~ ERROR `Place` has no method `inherit`
struct Place(f32);

impl Place {
    fn follow(&mut self, _: Option<&Place>) {}
}

fn main() {}
