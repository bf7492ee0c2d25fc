//! Queries and commands are borrowed by a system for its turn only.

use std::cell::{Cell, RefCell};

use ecs_core::{Commands, Component, Query, Schedule};

#[derive(Component)]
struct Position(f32);

thread_local! {
    static COMMANDS: Cell<Option<Commands<'static>>> = const { Cell::new(None) };
    static QUERY: RefCell<Option<Query<'static, &'static Position>>> = const { RefCell::new(None) };
}

fn keep_commands(commands: Commands) {
    COMMANDS.set(Some(commands)); //~ ERROR borrowed data escapes outside of function
}

fn keep_query(positions: Query<&'static Position>) {
    QUERY.set(Some(positions)); //~ ERROR borrowed data escapes outside of function
}

fn main() {
    Schedule::new().add(keep_commands).add(keep_query);
}
