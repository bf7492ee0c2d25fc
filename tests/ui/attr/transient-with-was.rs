//! A type that is left out of saves and had a name in them.

use ecs_core::Component;

#[derive(Component)]
#[component(was("spark"))]
#[component(transient)] //~ ERROR `transient` leaves the type out of saves
struct Spark(u32);

fn main() {}
