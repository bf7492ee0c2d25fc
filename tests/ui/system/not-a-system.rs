//! A struct that is to be a system implements `System`.

use ecs_core::Schedule;

struct Gravity;

fn main() {
    Schedule::new().add(Gravity); //~ ERROR is not a system
}
