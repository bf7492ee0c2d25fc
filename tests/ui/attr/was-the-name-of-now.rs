//! An older form with the name that the type has.

use ecs_core::Component;

#[derive(Component)]
#[component(save = "health")]
#[component(was("health" => |old: f32| Health(old as u32)))] //~ ERROR "health" is the name of now
struct Health(u32);

fn main() {}
