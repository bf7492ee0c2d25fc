//! What exists has not ended.

use ecs_core::{Component, Remove, observe};

#[derive(Component)]
struct Enemy;

fn main() {
    let _ = Enemy;
    let _observer = observe(|_: &Remove<Enemy>| {}).with_existing(); //~ ERROR cannot be told of what exists
}
