//! A required type begins with a value of its own.

use ecs_core::Component;

#[derive(Component)]
struct Health(u32);

#[derive(Component)]
struct Title(String);

#[derive(Component)]
#[component(requires(
    Health("full"), //~ ERROR mismatched types
    Title = 3, //~ ERROR mismatched types
))]
struct Knight;

fn main() {}
