//! A bundle is a struct with a field for each of its components.

use ecs_core::{Bundle, Component};

#[derive(Component)]
struct Pos(f32);

#[derive(Bundle)]
enum Choice { //~ ERROR a bundle is a `struct`
    At(Pos),
}

#[derive(Bundle)]
#[bundle(crat = ecs_core)] //~ ERROR unknown key `crat`
struct Nothing; //~ ERROR give it a field for each

fn main() {}
