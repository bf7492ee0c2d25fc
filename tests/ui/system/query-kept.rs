//! A query is borrowed by a system for its turn only.

use std::cell::RefCell;

use ecs_core::{Component, Query, Schedule};

#[derive(Component)]
struct Position(f32);

thread_local! {
    static KEPT: RefCell<Option<Query<'static, &'static Position>>> = const { RefCell::new(None) };
}

fn keep(positions: Query<&'static Position>) {
    KEPT.set(Some(positions)); //~ ERROR borrowed data escapes outside of function
}

fn main() {
    Schedule::new().add(keep);
}
