//! All parts of a tuple are systems.

use ecs_core::Schedule;

fn draw() {}

fn count() -> u32 {
    1
}

fn main() {
    Schedule::new().add((draw, count)); //~ ERROR is not a system
}
