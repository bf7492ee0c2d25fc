//! A required type begins with a value of its own.

use ecs_core::Component;

#[derive(Component)]
struct Health(u32);

#[derive(Component)]
struct Title(String);

#[derive(Component)]
#[component(requires(Health("full"), Title = 3))]
//~^ ERROR mismatched types: `"full"` is no `u32`
//~| ERROR mismatched types: `3` is no `Title`
struct Knight;

fn main() {}
