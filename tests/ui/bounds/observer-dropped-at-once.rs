//! An observer that is not kept observes nothing.
#![deny(unused_must_use)]

use ecs_core::{Add, Component, observe};

#[derive(Component)]
struct Enemy;

fn main() {
    let _ = Enemy;
    observe(|_: &Add<Enemy>| {}); //~ ERROR unused `Observer` that must be used
}
