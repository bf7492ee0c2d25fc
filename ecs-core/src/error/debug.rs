//! The `Debug` form of errors, which `unwrap()` prints: their sentence.

use core::fmt;

use super::borrow::{BorrowError, ManyError, ViewError};
use super::change::{AddError, RemoveError};
use super::hierarchy::HierarchyError;
use super::interface::InterfaceError;
use super::pool::PoolError;
use super::query::{QueryError, SingleError};
use super::replace::ReplaceError;
use super::schedule::ScheduleError;
use super::singleton::SingletonError;
use super::spawn::{SendError, SpawnError};
use super::time::TimeError;
use super::timer::TimerError;
use super::timings::TimingsError;
use super::update::UpdateError;
use super::world::WorldError;

macro_rules! debug_is_the_sentence {
    ($($error:ty),*) => {
        $(impl fmt::Debug for $error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        })*
    };
}

debug_is_the_sentence!(
    AddError,
    BorrowError,
    HierarchyError,
    InterfaceError,
    ManyError,
    PoolError,
    QueryError,
    RemoveError,
    ReplaceError,
    ScheduleError,
    SendError,
    SingleError,
    SingletonError,
    SpawnError,
    TimeError,
    TimerError,
    TimingsError,
    UpdateError,
    ViewError,
    WorldError
);

#[cfg(feature = "serde")]
debug_is_the_sentence!(
    super::prefab::PrefabError,
    super::save::LoadError,
    super::save::SameName,
    super::save::SaveError
);

#[cfg(feature = "inspect")]
debug_is_the_sentence!(super::inspect::InspectError);

#[cfg(feature = "snapshot")]
debug_is_the_sentence!(super::snapshot::SnapshotError);
