//! `inherits` has a list, as if it named the type to inherit from.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits(Place))] //~ ERROR wrong form of `inherits`
struct Place(f32);

fn main() {}
