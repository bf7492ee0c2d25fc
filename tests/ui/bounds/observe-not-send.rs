//! A closure that observes holds what may not move to another thread.

use std::cell::Cell;
use std::rc::Rc;

use ecs_core::{Add, Component, observe};

#[derive(Component)]
struct Enemy;

fn main() {
    let _ = Enemy;
    let count = Rc::new(Cell::new(0));
    let _observer = observe(move |_: &Add<Enemy>| count.set(count.get() + 1)); //~ ERROR cannot be sent
}
