//! What a condition captures goes to other threads with the schedule.

use std::rc::Rc;

use ecs_core::{IntoSystem, Schedule};

fn draw() {}

fn main() {
    let is_on = Rc::new(true);
    Schedule::new().add(draw.run_if(move || *is_on)); //~ ERROR `Rc<bool>` cannot be sent between threads safely
}
