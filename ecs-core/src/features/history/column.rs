//! [`ColumnHistory`]: the value of a column that is followed while a kept frame runs again.

use core::cell::Cell;
use std::rc::Rc;

use crate::base::OnDrop;
use crate::column::Column;

use super::super::part::ColumnPart;
use super::replay::FollowedValue;

/// The part of the history in a column: the value that is followed, if a component of the column has it.
#[derive(Default)]
pub(in crate::features) struct ColumnHistory {
    followed: Cell<Option<Rc<FollowedValue>>>,
}

impl ColumnHistory {
    /// Notifies a value of each write of a guard or a hook to its component, until the result is dropped.
    pub(super) fn follow(column: &Rc<Column>, value: &Rc<FollowedValue>) -> impl Drop {
        column.parts.history.followed.set(Some(value.clone()));
        column.borrows.follow();
        let column = column.clone();
        OnDrop(move || {
            column.parts.history.followed.take();
            // Other features that followed the column begin anew when the world has come back.
            column.borrows.unfollow();
        })
    }
}

impl ColumnPart for ColumnHistory {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        // A frame that runs again is over when a world is sent.
        Some(&())
    }

    #[inline]
    fn note_written(&self, column: &Column, row: u32) {
        if let Some(value) = self.followed.take() {
            value.note_write(column, row);
            self.followed.set(Some(value));
        }
    }
}
