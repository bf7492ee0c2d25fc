//! What a frame does: hooks, the order of passes, passes in parallel, and panics in them.

mod dispatch;
mod frames;
mod hooks;
mod order;
mod panic_policy;
mod parallel;
mod shuffle;
#[path = "../support/mod.rs"]
mod support;
