//! Snapshots, state hashes and going back: the laws R1 to R4.

mod game;
mod hashes;
mod left_out;
mod pools;
mod random;
mod refused;
#[path = "../support/mod.rs"]
mod support;
mod values;
mod whole;
