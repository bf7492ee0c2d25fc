//! `was` without a name or version.

use ecs_core::Component;

#[derive(Component)]
#[component(was())] //~ ERROR wrong form of `was`
struct Health(u32);

fn main() {}
