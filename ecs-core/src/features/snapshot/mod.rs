//! Snapshots of a whole world: to go back to, to hash, to compare with those of other machines.

#[cfg(feature = "serde")]
pub(crate) mod compare;
mod hash;
mod loading;
mod ring;
mod saved_world;
mod saving;
mod send;
mod snapshots;

pub use hash::{StateHash, TypeHash};
pub use send::SendSnapshots;
pub use snapshots::Snapshots;
