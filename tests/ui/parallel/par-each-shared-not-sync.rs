//! What is borrowed as `&` by several threads is `Sync`.

use std::cell::Cell;

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    seen: Cell<u32>,
}

fn main() {
    query::<(&Plane,)>().par_each(|(plane,)| plane.seen.set(1)); //~ ERROR the query borrows something that other threads may not have
}
