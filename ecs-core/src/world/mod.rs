//! Worlds: all stores and the entities, which of them is current on a thread, and how they end.

mod clock;
mod core;
mod current;
mod deaths;
mod endings;
mod failures;
mod frames;
#[cfg(test)]
mod many_types;
mod names;
mod panic;
mod phase;
mod pool;
mod public;
mod remembered;
mod remote;
mod schedules;
mod skips;
mod soft;
mod stats;
mod still;
mod wishes;
mod work;

pub use self::core::WorldCore;
pub(crate) use self::core::{ListeningType, PassAccess, Plan, Plans, Turn, TypeIdHasher};
pub(crate) use clock::{BadTime, Clock, is_time};
pub(crate) use current::{
    current, current_for, current_if_any, peek, raise_later, stand_in, with_current, with_current_or_new,
    work,
};
pub(crate) use deaths::Dying;
pub use failures::{HookPanic, HookPanics, PanicPolicy};
pub(crate) use failures::{message_of, name_panicking};
pub(crate) use panic::{Panic, discard, keep_first};
pub use phase::Phase;
pub(crate) use pool::Pool;
pub use public::{SendWorld, World};
pub(crate) use remote::run_sent;
pub(crate) use schedules::AnySchedule;
pub use skips::{Skipped, Skips};
pub use soft::{SoftFailure, SoftFailures};
pub(crate) use soft::{note_soft, note_unheard, note_unwinding};
pub use stats::{StoreStats, WorldStats};
pub(crate) use still::Standing;
pub use still::Still;
pub(crate) use wishes::Wishes;
pub use wishes::{HandleField, TypeRef};
pub(crate) use work::Work;
pub use work::{Job, Task};
