//! A system cannot ask for a query that lives for ever.

use ecs_core::{Component, Query, Schedule};

#[derive(Component)]
struct Position(f32);

fn keep(positions: Query<'static, &'static Position>) {
    std::mem::forget(positions);
}

fn main() {
    Schedule::new().add(keep); //~ ERROR is not
}
