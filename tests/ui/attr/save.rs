//! `save` gives the type a name in saves. A type that is `transient` has none, now or earlier.

use ecs_core::Component;

#[derive(Component)]
#[component(save = "")] //~ ERROR wrong form of `save`
struct EmptyName(u32);

#[derive(Component)]
#[component(save = Health)] //~ ERROR wrong form of `save`
struct NoText(u32);

#[derive(Component)]
#[component(save = "spark", transient)] //~ ERROR `transient` leaves the type out of saves
struct Spark(u32);

#[derive(Component)]
#[component(was("spark"))]
#[component(transient)] //~ ERROR `transient` leaves the type out of saves
struct OldSpark(u32);

fn main() {}
