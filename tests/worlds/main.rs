//! Worlds, and what belongs to a world: its clock, names, singletons, and what other threads send to it.

mod clock;
mod names;
mod remote;
mod replaced_singletons;
mod singletons;
mod soft_failures;
#[path = "../support/mod.rs"]
mod support;
mod switching;
mod teardown;
mod worlds;
