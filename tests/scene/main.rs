//! Parents and children, and what components inherit.

mod despawning;
mod enabling;
mod exhaustive;
mod faults;
mod forest;
mod inherits;
mod links;
mod many;
mod parallel;
mod paths;
mod rare;
#[path = "../support/mod.rs"]
mod support;
mod trees;
