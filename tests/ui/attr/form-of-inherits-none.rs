//! A type that does not inherit has no key for that.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits = none)] //~ ERROR wrong form of `inherits`
struct Place(f32);

fn main() {}
