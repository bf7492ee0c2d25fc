//! An expression of `was` is a function of an old value, which serde can read, to a value of the type.

use ecs_core::Component;

#[derive(Component)]
#[component(was(
    "hp" => NoFunction(1), //~ ERROR expected a `FnOnce(_)` closure, found `NoFunction`
    1 => Self::new, //~ ERROR function is expected to take 1 argument
))]
struct NoFunction(u32);

impl NoFunction {
    fn new() -> Self {
        Self(1)
    }
}

#[derive(Component)]
#[component(was(
    "hp" => |old: u32| old, //~ ERROR mismatched types
    1 => Self::whole, //~ ERROR expected `whole` to return `WrongValue`
))]
struct WrongValue(u32);

impl WrongValue {
    fn whole(old: u32) -> u32 {
        old
    }
}

struct Hp(u32);

#[derive(Component)]
#[component(was(
    "hp" => |old: Hp| NoSerde(old.0), //~ ERROR the trait bound `Hp: serde::Deserialize
))]
struct NoSerde(u32);

fn main() {}
