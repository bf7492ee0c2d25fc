//! [`Leftover`]: what drops at the next sync point.

use crate::later::Action;

#[cfg(feature = "snapshot")]
use super::outsides::{Kept, PreparedOutsides};

/// Values that have left the world. Some of them are the user's.
#[expect(dead_code, reason = "they are only dropped")]
pub(crate) enum Leftover {
    Timer(Action),
    #[cfg(feature = "snapshot")]
    Saved(Vec<Kept>),
    #[cfg(feature = "snapshot")]
    Restored(PreparedOutsides),
}
