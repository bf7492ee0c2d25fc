//! A name is given to one system.

use ecs_core::{IntoSystem, Schedule};

fn draw() {}

fn count() {}

fn main() {
    Schedule::new().add((draw, count).named("both")); //~ ERROR type mismatch
}
