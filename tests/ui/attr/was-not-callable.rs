//! An expression that takes no old value.

use ecs_core::Component;

#[derive(Component)]
#[component(was(
    "hp" => Health(1), //~ ERROR expected a `FnOnce(_)` closure, found `Health`
    1 => Self::new, //~ ERROR function is expected to take 1 argument
))]
struct Health(u32);

impl Health {
    fn new() -> Self {
        Self(1)
    }
}

fn main() {}
