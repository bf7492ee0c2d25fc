//! A world is not shared with another thread.

use ecs_core::World;

fn needs_sync<T: Sync>() {}

fn main() {
    needs_sync::<World>(); //~ ERROR cannot be shared between threads safely
}
