//! Snapshots of a whole world: to go back to, to hash, to compare with those of other machines.

#[cfg(feature = "serde")]
mod compare;
mod hash;
mod loading;
mod ring;
mod saved_world;
mod saving;
mod send;
mod snapshots;

#[cfg(feature = "serde")]
pub use compare::{Desync, Difference, WorldState, check_rollback};
pub use hash::{StateHash, TypeHash};
pub use send::SendSnapshots;
pub use snapshots::Snapshots;
