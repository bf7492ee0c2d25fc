//! How entities and components begin and end, and what may happen on the way.

mod batches;
mod changed_by_hooks;
mod enabling;
mod entities;
mod excludes;
mod large;
mod lifetimes;
mod many;
mod nesting;
mod panics;
mod pooled;
mod pools;
mod reentrancy;
mod required;
#[path = "../support/mod.rs"]
mod support;
mod sync_points;
mod unwinding;
mod waiting;
mod ways;
