//! Worlds, and what belongs to a world: its clock, names, singletons, and what other threads send to it.

mod by_name;
mod clock;
mod dump;
mod names;
mod remote;
mod singletons;
mod singletons_replaced;
mod soft_failures;
#[path = "../support/mod.rs"]
mod support;
mod switching;
mod teardown;
mod timings;
mod worlds;
