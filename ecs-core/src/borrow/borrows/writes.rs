//! Notes of writes, for snapshots and features.

use super::SAVED;
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

    /// Ends what [`Borrows::follow`] began. A feature that follows too must follow anew.
    pub(crate) fn unfollow(&self) {
        self.on_release.set(self.on_release.get() & !FOLLOWED);
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

    /// Forgets the noted writes, and notes writes to the rows below this one from now on.
    pub(crate) fn begin_noting_written(&self, rows: usize) {
        self.written.begin(rows);
        self.on_release.set(self.on_release.get() | SAVED);
    }

    /// Says whether nothing was written to since [`Borrows::begin_noting_written`].
    pub(crate) fn is_nothing_written(&self) -> bool {
        self.written.is_none()
    }

    /// Says whether any row of a page may have been written to since then.
    #[inline]
    pub(crate) fn is_page_written(&self, page: usize) -> bool {
        self.written.has(page)
    }
}
