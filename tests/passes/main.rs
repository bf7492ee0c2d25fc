//! What a frame does: hooks, the order of passes, passes in parallel, and panics in them.

mod dispatch;
mod failure_policy;
mod frames;
mod hooks;
mod order;
mod outcomes;
mod parallel;
mod shuffle;
#[path = "../support/mod.rs"]
mod support;
