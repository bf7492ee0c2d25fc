//! Versions begin with 1.

use ecs_core::Component;

#[derive(Component)]
#[component(was(0 => |old: u32| Health(old)))] //~ ERROR a version is a literal of type `u32`, from 1 on
struct Health(u32);

fn main() {}
