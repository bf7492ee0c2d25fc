//! `save` with an empty name.

use ecs_core::Component;

#[derive(Component)]
#[component(save = "")] //~ ERROR wrong form of `save`
struct Health(u32);

fn main() {}
