//! An old value that serde cannot read.

use ecs_core::Component;

struct Hp(u32);

#[derive(Component)]
#[component(was(
    "hp" => |old: Hp| Health(old.0), //~ ERROR the trait bound `Hp: serde::Deserialize
))]
struct Health(u32);

fn main() {}
