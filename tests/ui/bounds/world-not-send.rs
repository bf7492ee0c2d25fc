//! A world does not go to another thread.

use ecs_core::World;

fn needs_send<T: Send>() {}

fn main() {
    needs_send::<World>(); //~ ERROR cannot be sent between threads safely
}
