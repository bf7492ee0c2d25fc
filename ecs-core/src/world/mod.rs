//! Worlds: all stores and the entities, which of them is current on a thread, and how they end.

mod core;
mod current;
mod deaths;
#[cfg(test)]
mod many_types;
mod panic;
mod public;
mod stats;

pub(crate) use self::core::{AnyStore, Plan};
pub use self::core::{TypeRef, WorldCore};
pub(crate) use current::{current, with_current, with_current_or_new};
pub(crate) use deaths::Dying;
pub(crate) use panic::{Panic, keep_first};
pub use public::{SendWorld, World};
pub use stats::{StoreStats, WorldStats};
