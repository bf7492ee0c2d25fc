//! `was` with an arrow to nothing.

use ecs_core::Component;

#[derive(Component)]
#[component(was("hp" =>))] //~ ERROR wrong form of `was`
struct Health(u32);

fn main() {}
