//! What is required with a value is a component too.

use ecs_core::Component;

struct Health(u32);

#[derive(Component)]
#[component(requires(Health(3)))] //~ ERROR `Health` is not a component
struct Knight;

fn main() {}
