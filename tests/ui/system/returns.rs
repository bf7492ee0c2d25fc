//! A system returns nothing.

use ecs_core::Schedule;

fn compute(dt: f32) -> f32 {
    dt
}

fn main() {
    Schedule::new().add(compute); //~ ERROR is not a system
}
