//! Snapshots of a whole world: to go back to, to hash, to compare with those of other machines.

#[cfg(feature = "serde")]
pub(crate) mod compare;
mod hash;
pub(super) mod loading;
pub(super) mod ring;
pub(super) mod saved_world;
pub(super) mod saving;
mod send;
mod snapshots;

pub use hash::{StateHash, TypeHash};
pub use send::SendSnapshots;
pub use snapshots::Snapshots;
