//! `transient` with a value.

use ecs_core::Component;

#[derive(Component)]
#[component(transient = true)] //~ ERROR wrong form of `transient`
struct Spark(u32);

fn main() {}
