//! One older form twice: a name without a version is that of the first version.

use ecs_core::Component;

#[derive(Component)]
#[component(was("hp", "hp" 2))]
#[component(was(
    "hp" 1 => |old: f32| Health(old as u32), //~ ERROR `was` has this name and version twice
))]
struct Health(u32);

fn main() {}
