//! Borrows of the rows of a column as a whole: by views, and for the threads of a pass.

use super::{ALL, Borrows, FREE, MOST_SHARED, WHOLE, borrower_of};
use crate::base::CallSite;
use crate::borrow::borrower::{Borrower, Conflict};
use crate::borrow::visiting::{Visiting, Visitor};

impl Borrows {
    /// Borrows the rows below `rows` as a whole, for reading. New rows above stay free.
    pub(crate) fn borrow_all(&self, rows: u32, borrower: Borrower, site: CallSite) -> Result<(), Conflict> {
        if let Some(conflict) = self.whole_conflict(false, None) {
            return Err(conflict);
        }
        if self.views.get() == WHOLE - 1 {
            return Err(self.conflict_at(ALL, self.view_borrower()));
        }
        self.ledger.make_room();
        self.covers.borrow_mut().push((rows, borrower));
        self.views.set(self.views.get() + 1);
        self.covered.set(self.covered.get().max(rows));
        self.set_flags(self.flags.get());
        self.count_other_borrows(1, None);
        self.ledger.open_all(rows, Borrower::View, site);
        Ok(())
    }

    /// Borrows the rows below `rows` as a whole, for writing: by a view, or for the threads of a pass. New
    /// rows above stay free.
    pub(crate) fn borrow_all_mut(
        &self,
        rows: u32,
        borrower: Borrower,
        site: CallSite,
    ) -> Result<(), Conflict> {
        if let Some(conflict) = self.whole_conflict(true, None) {
            return Err(conflict);
        }
        self.ledger.make_room();
        self.written.note_all();
        self.views.set(WHOLE);
        self.whole_borrower.set(borrower);
        self.covered.set(rows);
        self.set_flags(self.flags.get());
        self.count_other_borrows(1, None);
        self.ledger.open_all(rows, Borrower::ViewMut, site);
        Ok(())
    }

    /// Returns what has borrowed anything that a borrow of all would conflict with, but for a visit.
    pub(crate) fn whole_conflict(&self, writes: bool, but: Option<&Visiting>) -> Option<Conflict> {
        let state = self.state();
        if state > MOST_SHARED || writes && state != FREE {
            return Some(self.conflict_at(self.row.get(), borrower_of(state)));
        }
        let views = self.views.get();
        if views == WHOLE || writes && views != 0 {
            return Some(self.conflict_at(ALL, self.view_borrower()));
        }
        if self.side_exclusive.get() != 0 || writes && self.side_shared.get() != 0 {
            let most = if writes { FREE } else { MOST_SHARED };
            let side = self.side.borrow();
            let row = side.iter().position(|&state| state > most).unwrap_or(0);
            let borrower = side.get(row).map_or(Borrower::Hook, |&state| borrower_of(state));
            return Some(self.conflict_at(row as u32, borrower));
        }
        let visitors = self.visitors.borrow();
        let holds = |visitor: &&Visitor| {
            (writes || visitor.writes) && !visitor.is_idle() && !visitor.is_or_is_apart_from(but)
        };
        visitors.iter().rev().find(holds).map(Visitor::conflict)
    }

    /// Releases the rows below `rows`, which a view has borrowed for reading.
    pub(crate) fn release_all(&self, rows: u32, site: CallSite) {
        self.ledger.close_all(rows, site);
        self.views.set(self.views.get() - 1);
        let mut covers = self.covers.borrow_mut();
        if let Some(place) = covers.iter().rposition(|&(cover, _)| cover == rows) {
            covers.swap_remove(place);
        }
        self.covered.set(covers.iter().map(|&(cover, _)| cover).max().unwrap_or(0));
        self.set_flags(self.flags.get());
        self.count_other_borrows(-1, None);
    }

    /// Releases the whole, which [`Borrows::borrow_all_mut`] has borrowed.
    pub(crate) fn release_all_mut(&self, site: CallSite) {
        self.ledger.close_all(self.covered.get(), site);
        self.views.set(0);
        self.covered.set(0);
        self.set_flags(self.flags.get());
        self.count_other_borrows(-1, None);
    }

    /// Says whether a view is there.
    pub(crate) fn has_views(&self) -> bool {
        self.views.get() != 0
    }
}
