//! [`SendError`]: why a world is not sent.

use super::write::borrowed_by;
use crate::borrow::Borrower;
use core::panic::Location;
use ecs_derive::Sentence;

/// Why a world was not made ready for another thread.
#[derive(Clone, Copy, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum SendError {
    /// A component type is not `Send`, or is generic and its declared bounds do not prove it.
    #[says(
        "cannot send the world: {component} is not known to be `Send`; remove it first, or give it only \
         `Send` fields (a generic type: `Send` bounds)"
    )]
    NotSend {
        /// The component's type.
        component: &'static str,
    },
    /// A component is borrowed.
    #[says("cannot send the world: a {component} is {}; drop that guard first", borrowed_by(by, at))]
    Busy {
        /// The component's type.
        component: &'static str,
        /// What has borrowed it.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// An event is deferred, and may not be `Send`.
    #[says(
        "cannot send the world: an event waits for a component of type {component}; send the world when no \
         panic unwinds, so that the component is notified first"
    )]
    Waiting {
        /// The component's type.
        component: &'static str,
    },
    /// Hooks or observers are still to be called, or a value is still to be dropped, because the thread
    /// unwinds or one of them has panicked.
    #[says(
        "cannot send the world: it still has observers to call, or values to drop; send the world when no \
         panic unwinds, after a `World::flush` that does not panic"
    )]
    Untold,
    /// A query that was made in the world still lives, though it borrows no component; or a `par_each` runs.
    #[says("cannot send the world: a query of it lives; drop that query first")]
    Queried,
}
