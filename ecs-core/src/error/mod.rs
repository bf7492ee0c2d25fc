//! What can go wrong, as small typed values whose `Display` is a sentence.

mod borrow;
mod change;
mod ending;
mod pool;
mod query;
mod remote;
mod schedule;
mod singleton;
mod spawn;
mod time;
mod unwinding;
mod update;
mod world;

use core::fmt;
use core::panic::Location;

use crate::ids::Entity;

use borrow::FORGOTTEN;
pub use borrow::{BorrowError, ManyError, ViewError};
pub use change::{AddError, RemoveError};
pub use ending::Ending;
pub(crate) use ending::HOW_ENDED;
pub use pool::PoolError;
pub use query::{QueryError, SingleError};
pub use remote::RemoteError;
pub use schedule::ScheduleError;
pub use singleton::SingletonError;
pub use spawn::{SendError, SpawnError};
pub use time::TimeError;
pub(crate) use unwinding::{is_unwinding, refuse_unwinding};
pub use update::UpdateError;
pub use world::WorldError;

/// Writes where a borrow began, or a call stands, if that is known.
pub(crate) fn write_site(f: &mut fmt::Formatter<'_>, at: Option<&'static Location<'static>>) -> fmt::Result {
    match at {
        Some(at) => write!(f, " at {at}"),
        None => Ok(()),
    }
}

/// Writes how an entity of the current world ended, if that is known.
fn write_ending(f: &mut fmt::Formatter<'_>, entity: Entity) -> fmt::Result {
    match HOW_ENDED.get().and_then(|how_ended| how_ended(entity)) {
        Some(ending) => write!(f, ": {ending}"),
        None => Ok(()),
    }
}

/// What `unwrap()` prints is the `Debug` form: of an error that is its sentence too.
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
    ManyError,
    PoolError,
    QueryError,
    RemoveError,
    ScheduleError,
    SendError,
    SingleError,
    SingletonError,
    SpawnError,
    TimeError,
    UpdateError,
    ViewError,
    WorldError
);

/// Returns what a soft form has given, or panics with its error's sentence, at the caller of the panicking twin.
///
/// A closure that panics, as in `unwrap_or_else(|error| fail(&error))`, would show its own place.
#[inline]
#[track_caller]
pub(crate) fn or_fail<T, E: fmt::Display>(result: Result<T, E>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => fail(&error),
    }
}

/// Panics with an error's sentence, at the caller of the panicking twin.
#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn fail(error: &dyn fmt::Display) -> ! {
    panic!("{error}")
}
