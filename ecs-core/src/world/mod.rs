//! Worlds: all stores and the entities, which of them is current on a thread, and how they end.

mod clock;
mod core;
mod current;
mod deaths;
#[cfg(test)]
mod many_types;
mod names;
mod panic;
mod phase;
mod public;
mod remote;
mod schedules;
mod soft;
mod stats;
mod wishes;

pub use self::core::WorldCore;
pub(crate) use self::core::{AnyStore, ListeningType, Plans, TypeIdHasher};
pub(crate) use clock::{BadTime, Clock, is_time};
pub(crate) use current::{current, current_if_any, peek, with_current, with_current_or_new};
pub(crate) use deaths::Dying;
pub(crate) use panic::{Panic, keep_first};
pub use phase::Phase;
pub use public::{SendWorld, World};
pub(crate) use remote::run_sent;
pub(crate) use schedules::AnySchedule;
pub(crate) use soft::note_soft;
pub use soft::{SoftFailure, SoftFailures};
pub use stats::{StoreStats, WorldStats};
pub(crate) use wishes::Wishes;
pub use wishes::{HandleField, TypeRef};
