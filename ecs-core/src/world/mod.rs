//! Worlds: all columns and the entities, which of them is current on a thread, and how they end.

pub(crate) mod above;
mod bound;
mod clock;
mod columns;
mod command_buffer;
mod command_ids;
mod core;
mod current;
mod deaths;
mod despawn_at_once;
mod erased_readers;
mod failure_policy;
mod frames;
mod frozen;
mod globals;
mod hierarchy;
mod lane;
mod lifetime;
mod loaded_together;
mod log;
mod named_entities;
mod nesting;
mod news;
mod note_outcome;
mod note_soft_failure;
mod observers;
mod occasion;
mod order_constraints;
mod other_threads;
mod outsides;
mod own_rows;
mod public;
mod removal_history;
mod saved_core;
mod send_world;
mod sendable_world;
mod skipped_entities;
mod snapshot_support;
mod soft_failures;
mod subscribers;
mod subscribing;
mod sync_point;
mod tags;
#[cfg(feature = "parallel")]
mod threads_of_world;
mod time;
mod timings;
mod visits;
mod why_gone;
mod worker;
mod worker_pool;

pub use self::core::WorldCore;
pub(crate) use above::{FramePart, Moment};
pub(crate) use bound::Bound;
pub(crate) use clock::{BadTime, Clock};
pub use command_buffer::CommandBuffer;
pub(crate) use current::{
    current, current_if_any, detached, peek, raise_later, with_current, with_current_for,
    with_current_or_new, worker,
};
pub(crate) use deaths::Dying;
pub use erased_readers::EventLetter;
pub(crate) use erased_readers::EventMailbox;
pub use frozen::Frozen;
pub(crate) use lane::Lane;
pub(crate) use news::EndCall;
pub use news::{News, Removal};
pub(crate) use note_outcome::note_failed;
pub(crate) use note_soft_failure::{done_or_noted, note_soft, note_stuck, note_unheard, note_unwinding};
pub use occasion::{Observed, Observing, Occasion};
pub(crate) use occasion::{Occasions, Tell};
pub use order_constraints::{HandleField, TypeRef};
pub use own_rows::OwnRows;
pub use public::World;
pub(crate) use saved_core::{CoreShelves, PreparedCore, SavedCore};
pub use sendable_world::SendWorld;
pub use skipped_entities::{Skipped, Skips};
pub use soft_failures::{SoftFailure, SoftFailures};
pub(crate) use subscribers::{
    ListeningType, ObserverCallback, ObserverEnd, ObservingClosure, Subscriber, Subscribers,
};
pub(crate) use sync_point::Leftover;
pub use time::{Time, time};
pub use timings::Work;
pub(crate) use timings::{JobTime, Timed, Timing};
pub(crate) use worker::WorkerContext;
pub use worker::{Job, Task};
pub(crate) use worker_pool::WorkerPool;
