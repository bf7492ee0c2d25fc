//! An expression that makes something else of an old value.

use ecs_core::Component;

#[derive(Component)]
#[component(was(
    "hp" => |old: u32| old, //~ ERROR mismatched types
    1 => Self::whole, //~ ERROR expected `whole` to return `Health`
))]
struct Health(u32);

impl Health {
    fn whole(old: u32) -> u32 {
        old
    }
}

fn main() {}
