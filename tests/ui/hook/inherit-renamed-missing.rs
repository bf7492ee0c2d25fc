//! `inherits` names a method that does not exist.

use ecs_core::Component;

#[derive(Component)]
#[component(inherits = follow)] //~ ERROR no function or associated item named `follow`
struct Place(f32);

fn main() {}
