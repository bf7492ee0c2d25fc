//! Threads would read a parent at the same time, which may change while it is read.

use std::cell::Cell;

use ecs_core::Component;

#[derive(Component)]
#[component(inherits, parallel(inherit))] //~ ERROR cannot have a parallel `inherit`
struct Place(Cell<u32>);

impl Place {
    fn inherit(&mut self, _: Option<&Place>) {}
}

fn main() {}
