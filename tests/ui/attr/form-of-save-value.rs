//! `save` with a value that is no text.

use ecs_core::Component;

#[derive(Component)]
#[component(save = Health)] //~ ERROR wrong form of `save`
struct Health(u32);

fn main() {}
