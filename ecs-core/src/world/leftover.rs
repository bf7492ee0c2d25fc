//! [`Leftover`]: what drops at the next sync point.

use crate::later::{Action, CopyCall, FutureTask};

#[cfg(feature = "snapshot")]
use super::outsides::{Kept, PreparedOutsides};

/// Values that have left the world. Some of them are the user's.
#[expect(dead_code, reason = "they are only dropped")]
pub(crate) enum Leftover {
    Call(Box<dyn CopyCall>),
    Task(Box<FutureTask>),
    #[cfg(feature = "snapshot")]
    Saved(Vec<Kept>),
    #[cfg(feature = "snapshot")]
    Restored(PreparedOutsides),
}

impl Leftover {
    /// Takes from a timer that has ended what is to drop, if anything is.
    pub(super) fn of_timer(action: Action) -> Option<Self> {
        match action {
            Action::Despawn => None,
            Action::CopyCall(mut call) => call.take().map(Self::Call),
            Action::FutureTask(task) => Some(Self::Task(task)),
        }
    }
}
