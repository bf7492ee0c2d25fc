//! A pool holds an archetype, also one of a single type.

use ecs_core::{Component, Pool};

#[derive(Component)]
struct Wings;

struct Cave {
    bats: Pool<Wings>, //~ ERROR `Wings` is not an archetype
}

fn main() {}
