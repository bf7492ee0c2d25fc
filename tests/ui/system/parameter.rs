//! A system takes what the library can borrow for it.

use ecs_core::Schedule;

fn greet(_name: String) {}

fn main() {
    Schedule::new().add(greet); //~ ERROR a system cannot take `String`
}
