//! What one part of the library does to another: tracking, events, singletons, time, names, remote closures, pools and worlds.

mod chaos;
#[path = "../common/mod.rs"]
mod common;
mod frames;
mod singletons;
mod tracked;
mod worlds;
