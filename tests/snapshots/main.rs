//! Snapshots, state hashes and going back: the laws R1 to R4.

mod random;
#[path = "../support/mod.rs"]
mod support;
