//! Comparing snapshots with those of other machines, by the values that serde writes.

mod asked;
mod check;
pub(in crate::features) mod hashing;
pub(in crate::features) mod state;

pub use check::{Desync, check_rollback};
pub use state::{Difference, WorldState};
