//! Commands are borrowed by a system for its turn only.

use std::cell::Cell;

use ecs_core::{Commands, Schedule};

thread_local! {
    static KEPT: Cell<Option<Commands<'static>>> = const { Cell::new(None) };
}

fn keep(commands: Commands) {
    KEPT.set(Some(commands)); //~ ERROR borrowed data escapes outside of function
}

fn main() {
    Schedule::new().add(keep);
}
