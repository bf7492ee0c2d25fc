//! Laws Y1 to Y4: what a hook may return, what that does, and who counts it.

mod failures;
mod kinds;
mod on_threads;

use ecs_core::World;

use crate::support::{assert_says, caught, log, message_of, take_log};

/// The hooks that had nothing to do, in the order in which they first had nothing.
fn idle() -> Vec<String> {
    World::stats().idle.iter().map(ToString::to_string).collect()
}

/// The failures that are remembered.
fn failures() -> Vec<String> {
    World::stats().failures.last.iter().map(ToString::to_string).collect()
}
