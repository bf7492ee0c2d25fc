//! Both derives on one type.

use ecs_core::{Component, Singleton};

#[derive(Component, Singleton)]
struct Score(u32); //~ ERROR conflicting implementations

fn main() {}
