//! Snapshots of a whole world: to go back to, to hash, to compare with those of other machines.

mod check;
mod hash;
mod hashing;
mod loading;
mod ring;
mod saved_world;
mod saving;
mod send;
mod snapshots;
mod state;

pub use check::{Desync, check_rollback};
pub use hash::{StateHash, TypeHash};
pub use send::SendSnapshots;
pub use snapshots::Snapshots;
pub use state::{Difference, WorldState};
