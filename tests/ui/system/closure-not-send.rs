//! A system moves with its world, so what it captures must be `Send`.

use std::cell::Cell;
use std::rc::Rc;

use ecs_core::Schedule;

fn main() {
    let seconds = Rc::new(Cell::new(0.0));
    Schedule::new().add(move |dt: f32| seconds.set(seconds.get() + dt)); //~ ERROR cannot be sent between threads safely
}
