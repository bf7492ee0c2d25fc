//! `requires` with `=`, and nothing behind it.

use ecs_core::Component;

#[derive(Component, Default)]
struct Health(u32);

#[derive(Component)]
#[component(requires(Health =))] //~ ERROR wrong form of `requires`
struct Knight;

fn main() {}
