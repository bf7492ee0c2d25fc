//! A bundle is a struct.

use ecs_core::{Bundle, Component};

#[derive(Component)]
struct Pos(f32);

#[derive(Bundle)]
enum Body { //~ ERROR a bundle is a `struct`
    At(Pos),
}

fn main() {}
