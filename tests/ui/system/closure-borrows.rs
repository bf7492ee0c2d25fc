//! A system owns what it captures.

use ecs_core::Schedule;

fn main() {
    let mut seconds = 0.0;
    Schedule::new().add(|dt: f32| seconds += dt); //~ ERROR closure may outlive the current function
}
