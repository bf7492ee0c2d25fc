//! The traits are missing.

use ecs_core::Component;

#[derive(Component)]
#[component(as)] //~ ERROR wrong form of `as`: write `as(dyn Trait)`
struct Sprite;

fn main() {}
