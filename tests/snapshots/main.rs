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

use ecs_core::Snapshots;

/// The hash of the world as it is, by a ring that has seen nothing of it before.
fn hash_now() -> u64 {
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    snapshots.hash(0).unwrap().total()
}
