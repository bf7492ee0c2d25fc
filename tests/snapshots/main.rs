//! Snapshots, state hashes and going back: the laws R1 to R4, and R6.

mod game;
mod halfway;
mod hashes;
mod history;
mod inherits;
mod inside;
mod left_out;
mod many;
mod moving;
mod outside;
mod pools;
mod random;
mod refused;
mod shuffled;
#[path = "../support/mod.rs"]
mod support;
mod types;
mod values;
mod whole;
mod writes;
