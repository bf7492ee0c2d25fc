//! Features that follow what is written to a column.

use super::{ALL, Borrows, FOLLOWED, WHOLE};
use crate::borrow::borrower::Conflict;
use crate::borrow::visiting::Visitor;

impl Borrows {
    /// Notifies features of each row that a guard or a hook writes to, from now on, and begins anew to note
    /// whether all rows may have been written to.
    pub(crate) fn follow(&self) {
        self.on_release.set(self.on_release.get() | FOLLOWED);
        let visitors = self.visitors.borrow();
        let has_writer = self.views.get() == WHOLE || visitors.iter().any(|visitor| visitor.writes);
        self.written.are_all.set(has_writer);
    }

    /// Says whether a view, a pass or a query may have written to all rows since [`Borrows::follow`].
    pub(crate) fn may_all_be_written(&self) -> bool {
        self.written.are_all.get()
    }

    /// Returns the view, or the visit of a pass or a query, that has borrowed components for writing.
    pub(crate) fn writer(&self) -> Option<Conflict> {
        if self.views.get() == WHOLE {
            return Some(self.conflict_at(ALL, self.view_borrower()));
        }
        let visitors = self.visitors.borrow();
        visitors.iter().rev().find(|visitor| visitor.writes && !visitor.is_idle()).map(Visitor::conflict)
    }
}
