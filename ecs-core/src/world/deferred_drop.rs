//! [`DeferredDrop`]: a value that drops at the next sync point.

use crate::later::{CopyCall, FutureTask};

#[cfg(feature = "snapshot")]
use super::outsides::{PreparedOutsides, SavedOutside};

/// Values that have left the world, some of them the user's.
#[expect(dead_code, reason = "they are only dropped")]
pub(crate) enum DeferredDrop {
    Call(Box<dyn CopyCall>),
    Task(Box<FutureTask>),
    #[cfg(feature = "snapshot")]
    Saved(Vec<SavedOutside>),
    #[cfg(feature = "snapshot")]
    Restored(PreparedOutsides),
}
