//! The passes and queries that visit a column, and what else is borrowed meanwhile.

use super::{Borrows, MOST_SHARED, WHOLE};
use crate::borrow::above::Column;
use crate::borrow::visiting::{Visiting, Visitor};

impl Borrows {
    /// Adds a pass or a query. While something of the column is borrowed, it checks each entity first.
    #[inline]
    pub(crate) fn add_visitor(&self, visiting: &Visiting, writes: bool, visitor: impl FnOnce() -> Visitor) {
        if self.is_in_use() {
            visiting.count_other_borrows(self.lasting_borrows() as i64);
        }
        if writes {
            self.written.note_all();
        }
        // It is made in its place: what is written in small parts and copied at once stalls the processor.
        self.visitors.borrow_mut().extend(core::iter::once_with(visitor));
        self.set_visited(true);
    }

    /// The number of guards and views, and of visits that keep the references that they gave out.
    #[cold]
    fn lasting_borrows(&self) -> u64 {
        let lasting = self.visitors.borrow().iter().filter(|visitor| visitor.visiting.lasts()).count() as u64;
        let views = if self.views.get() == WHOLE { 1 } else { u64::from(self.views.get()) };
        self.guards() + views + lasting
    }

    /// Ends what [`Borrows::add_visitor`] began.
    pub(crate) fn remove_visitor(&self, visiting: &Visiting) {
        let is_it = |visitor: &Visitor| visitor.is(Some(visiting));
        let mut visitors = self.visitors.borrow_mut();
        if visitors.last().is_some_and(is_it) {
            // Dropped where it lies, not copied first.
            let last = visitors.len() - 1;
            visitors.truncate(last);
        } else {
            let Some(place) = visitors.iter().rposition(is_it) else { return };
            visitors.remove(place);
        }
        let left = visitors.len();
        drop(visitors);
        if left != 0 && visiting.lasts() {
            self.count_other_borrows(-1, Some(visiting));
        }
        self.set_visited(left != 0);
    }

    /// Notes that a visit keeps this row borrowed, whichever entity it visits.
    pub(crate) fn fix(&self, visiting: &Visiting, row: u32) {
        let mut visitors = self.visitors.borrow_mut();
        if let Some(visitor) = visitors.iter_mut().rev().find(|visitor| visitor.is(Some(visiting))) {
            visitor.fixed = row;
        }
    }

    /// The index of the entity that the first pass or query visits now.
    pub(crate) fn visited_owner(&self, rows: &Column) -> Option<u32> {
        self.visitors.borrow().first()?.held_owner(rows)
    }

    /// Says whether there is a pass or a query.
    pub(crate) fn has_visitors(&self) -> bool {
        !self.visitors.borrow().is_empty()
    }

    /// Makes the passes and queries check each entity from here on: rows are dead, or have changed sides.
    pub(crate) fn invalidate(&self) {
        self.visitors.borrow().iter().for_each(|visitor| visitor.visiting.invalidate());
    }

    /// Notifies passes and queries, but for one, that so much more is borrowed, or less.
    pub(crate) fn count_other_borrows(&self, more: i64, but: Option<&Visiting>) {
        for visitor in self.visitors.borrow().iter().filter(|visitor| !visitor.is(but)) {
            visitor.visiting.count_other_borrows(more);
        }
    }

    /// The entities of which other passes and queries have borrowed something now, one at a time, that
    /// conflicts.
    pub(crate) fn held_by_others(
        &self,
        but: &Visiting,
        writes: bool,
        rows: &Column,
        held: &mut dyn FnMut(u32),
    ) {
        let visitors = self.visitors.borrow();
        let conflicting =
            visitors.iter().filter(|visitor| (writes || visitor.writes) && !visitor.is(Some(but)));
        conflicting.filter_map(|visitor| visitor.held_owner(rows)).for_each(held);
    }

    /// The number of guards that have borrowed rows.
    fn guards(&self) -> u64 {
        let first = match self.state() {
            shared @ ..=MOST_SHARED => u64::from(shared),
            _ => 1,
        };
        first + self.side_shared.get() + u64::from(self.side_exclusive.get())
    }

    /// Asserts that no guard and no view has borrowed a row that a pass gives to its hook. Only where a
    /// ledger is kept.
    #[inline(always)]
    pub(crate) fn check_visited(&self, row: u32, writes: bool) {
        self.ledger.check_visited(row, writes);
    }
}
