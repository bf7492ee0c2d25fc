//! A closure that observes borrows a local.

use ecs_core::{Add, Component, observe};

#[derive(Component)]
struct Enemy;

fn main() {
    let _ = Enemy;
    let mut count = 0;
    let _observer = observe(|_: &Add<Enemy>| count += 1); //~ ERROR closure may outlive the current function
}
