//! Systems read events on any thread, so these are `Sync`.

use std::cell::Cell;

use ecs_core::{Events, Schedule};

struct Noted(Cell<u32>);

fn read(events: Events<Noted>) {
    assert!(events.iter().all(|(_, noted)| noted.0.get() == 0));
}

fn main() {
    Schedule::new().add(read).run(0.1); //~ ERROR cannot be shared between threads safely
}
