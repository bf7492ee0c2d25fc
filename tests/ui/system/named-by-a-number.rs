//! A system is named by its function.

use ecs_core::{IntoSystem, Schedule};

fn draw() {}

fn main() {
    Schedule::new().add(draw.after(1)); //~ ERROR does not name a system
}
