//! Owners: a component may be owned by an entity.

mod calls;
mod image;
mod owners;
#[cfg(feature = "serde")]
mod saved;

pub(super) use owners::{Owners, OwnersOfColumn};
#[cfg(feature = "serde")]
pub use saved::SavedOwners;
