//! [`ColumnHistory`]: the value of a column that is followed while a kept frame runs again.

use core::cell::Cell;
use std::rc::Rc;

use crate::base::OnDrop;
use crate::column::Column;

use super::super::part::ColumnPart;
use super::replay::FollowedValue;

/// What a column has of the history: the value that is followed, if it is in a component of the column.
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
            // What else has followed the column does so anew when the world has gone back.
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
