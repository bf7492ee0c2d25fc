//! Another version of one name that is read as that of now.

use ecs_core::Component;

#[derive(Component)]
#[component(was("hp", 1))] //~ ERROR a version that differs from that of now needs an expression
struct Health(u32);

fn main() {}
