//! The fields of a bundle are components.

use ecs_core::{Bundle, Component};

#[derive(Component)]
struct Pos(f32);

struct Health(u32);

#[derive(Bundle)]
struct Body {
    pos: Pos,
    health: Health, //~ ERROR `Health` is not a component
}

fn main() {}
