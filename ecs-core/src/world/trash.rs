//! Values that have left a world, which drop where user code may run.

use crate::base::{Panic, drop_each};

use super::core::WorldCore;
use super::leftover::Leftover;

impl WorldCore {
    /// Drops a value at the next sync point. Whatever may be the last owner of a value of the user while the
    /// world is borrowed, or half of what it is to become, goes this way.
    pub(crate) fn drop_later(&self, value: Leftover) {
        self.trash.borrow_mut().push_back(value);
        self.is_pending.set(true);
    }

    /// Drops the first value that waits for it; `false` if there is none.
    pub(super) fn drop_next(&self) -> bool {
        let next = self.trash.borrow_mut().pop_front();
        if next.is_some() {
            self.note_pending();
        }
        next.map(drop).is_some()
    }

    /// Says whether a value waits to be dropped.
    pub(super) fn has_trash(&self) -> bool {
        !self.trash.borrow().is_empty()
    }

    /// Drops all values, keeping the first panic.
    pub(super) fn close_trash(&self, first_panic: &mut Option<Panic>) {
        let next = || self.trash.borrow_mut().pop_front();
        drop_each(core::iter::from_fn(next), first_panic);
    }
}
