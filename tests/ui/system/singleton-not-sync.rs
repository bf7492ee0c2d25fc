//! A singleton that other threads read must be `Sync`.

use std::cell::Cell;

use ecs_core::{Schedule, Singleton};

#[derive(Singleton, Default)]
struct Score(Cell<u32>);

fn win(score: &Score) {
    score.0.set(score.0.get() + 1);
}

fn main() {
    Schedule::new().add(win); //~ ERROR a system that runs in parallel with others cannot take
}
