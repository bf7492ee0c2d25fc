//! The fields of a bundle are components.

use ecs_core::{Bundle, Component};

#[derive(Component)]
struct Pos(f32);

struct Health(u32);

#[derive(Bundle)] //~ ERROR is not a component or a tuple of components
struct Body { //~ ERROR is not a component or a tuple of components
    pos: Pos,
    health: Health,
}

fn main() {}
