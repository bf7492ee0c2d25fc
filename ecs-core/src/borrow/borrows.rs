//! [`Borrows`]: what of a column is borrowed, row by row, in one place.

use core::cell::{Cell, RefCell};

use super::above::Column;
use super::borrower::{Borrower, Conflict};
use super::ledger::Ledger;
use super::visiting::{Visiting, Visitor};
use super::written::Written;
use crate::base::CallSite;

/// Stands for all rows in the place of one.
const ALL: u32 = u32::MAX;

/// The borrow state of one column.
///
/// A component is borrowed while a guard on it lives or one of its hooks runs. The first borrowed row stands
/// in `row`, and what has borrowed it in `flags`; rows borrowed at the same time stand in `side`, a byte a
/// row that is made on demand. A view borrows the rows below `covered` as a whole. What passes and queries
/// have borrowed is known to them: [`Visitor::holds`].
///
/// ```text
/// flags  31    11    10       9       8      7     0
///        ┌──────┬─────────┬───────┬────────┬───────┐
///        │      │ visited │ holes │ others │ state │
///        └──────┴─────────┴───────┴────────┴───────┘
/// zero     nothing of this column is borrowed
/// state    0 free, 1..=250 shared, 253 closure, 254 hook, 255 exclusive
/// others   `side` or `views` is not empty
/// visited  `visitors` is not empty
/// ```
///
/// Where the column has holes nothing is borrowed; the flag sends the first borrow of a row on the slow way,
/// which closes them.
///
/// Borrowing touches `row` and `flags` alone while one row is borrowed at a time, which is nearly always.
///
/// Releasing asks `on_release`, not `flags`: a processor that reads a place just after it was written may
/// read it too early and start again, which was measured at up to five times the cost of an access, in some
/// processes and not in others.
pub struct Borrows {
    row: Cell<u32>,
    /// Invariant 6: this is zero only if nothing is borrowed, and there are no holes.
    flags: Cell<u32>,
    /// A release of a row must check whether it is the one in `row`, and borrowed once, if this has
    /// [`CHECK_ROW`], and notify `visitors` if it has [`VISITED`]. Where the end of each write is noted it
    /// has [`TRACKED`], [`SAVED`] or [`FOLLOWED`].
    ///
    /// Invariant 7: this is zero only if at most the row in `row` is borrowed, once, the type is not tracked,
    /// no write is noted otherwise, and there is no pass or query.
    on_release: Cell<u32>,
    /// [`TRACKED`] where the type is, or zero.
    tracked: u32,
    side: RefCell<Vec<u8>>,
    /// How many rows of `side` are borrowed for writing: fewer than there are rows.
    side_exclusive: Cell<u32>,
    /// How many guards have borrowed rows of `side` for reading. Safe code can forget 2^32 of them; 2^64 take
    /// centuries.
    side_shared: Cell<u64>,
    views: Cell<u32>,
    covered: Cell<u32>,
    /// How many rows each shared view has borrowed, and what messages call it.
    covers: RefCell<Vec<(u32, Borrower)>>,
    /// What messages call what has borrowed all for writing.
    whole_borrower: Cell<Borrower>,
    /// The rows that life hooks and closures have borrowed as guards do, and what messages call those.
    named: RefCell<Vec<(u32, Borrower)>>,
    /// The passes and queries that are there, in the order in which they were opened.
    ///
    /// Invariant 21: they are notified of what is killed, switched or replaced while it is visited, so that
    /// they look at each further row.
    visitors: RefCell<Vec<Visitor>>,
    ledger: Ledger,
    written: Written,
}

const FREE: u8 = 0;
const MOST_SHARED: u8 = 250;
const HOOK: u8 = 254;
const EXCLUSIVE: u8 = 255;

const STATE: u32 = 0xff;
const OTHERS: u32 = 1 << 8;
const HOLES: u32 = 1 << 9;
const VISITED: u32 = 1 << 10;

const CHECK_ROW: u32 = 1;
const TRACKED: u32 = 2;
/// Pages that are written to are noted in `written`.
const SAVED: u32 = 4;
/// A feature is notified of rows that are written to.
const FOLLOWED: u32 = 8;
const NOTED: u32 = TRACKED | SAVED | FOLLOWED;

/// In the place of a number of views: all is borrowed for writing, by a view or for threads.
const WHOLE: u32 = u32::MAX;

impl Borrows {
    pub(crate) const fn new(is_tracked: bool) -> Self {
        let tracked = if is_tracked { TRACKED } else { 0 };
        Self {
            row: Cell::new(0),
            flags: Cell::new(0),
            on_release: Cell::new(tracked),
            tracked,
            side: RefCell::new(Vec::new()),
            side_exclusive: Cell::new(0),
            side_shared: Cell::new(0),
            views: Cell::new(0),
            covered: Cell::new(0),
            covers: RefCell::new(Vec::new()),
            whole_borrower: Cell::new(Borrower::ViewMut),
            named: RefCell::new(Vec::new()),
            visitors: RefCell::new(Vec::new()),
            ledger: Ledger::new(),
            written: Written::new(),
        }
    }

    /// Something is borrowed, or a pass or query is there.
    #[inline(always)]
    pub(crate) fn is_in_use(&self) -> bool {
        self.flags.get() & !HOLES != 0
    }

    /// Notes whether the column has holes. Nothing is borrowed.
    #[inline]
    pub(crate) fn set_holes(&self, holes: bool) {
        debug_assert!(!self.is_in_use());
        self.flags.set(if holes { HOLES } else { 0 });
    }

    /// Says whether the row is borrowed.
    #[inline]
    pub(crate) fn is_row_borrowed(&self, row: u32, rows: &Column) -> bool {
        self.row_conflict(row, rows).is_some()
    }

    /// Returns what has borrowed the row, if anything.
    #[inline]
    pub(crate) fn row_conflict(&self, row: u32, rows: &Column) -> Option<Conflict> {
        if self.is_in_use() { self.conflict(row, true, rows, None) } else { None }
    }

    /// Borrows a row for a shared guard if nothing else of the column is borrowed: the fast way of
    /// [`Borrows::borrow_row`].
    #[inline(always)]
    pub(crate) fn borrow_fast(&self, row: u32, site: CallSite) -> bool {
        if self.flags.get() != 0 {
            return false;
        }
        self.ledger.open(row, Borrower::Shared, site);
        self.set_slot(row, 1);
        true
    }

    /// Borrows a row for an exclusive guard if nothing else of the column is borrowed: the fast way of
    /// [`Borrows::borrow_row_mut`].
    #[inline(always)]
    pub(crate) fn borrow_fast_mut(&self, row: u32, site: CallSite) -> bool {
        if self.flags.get() != 0 {
            return false;
        }
        self.ledger.open(row, Borrower::Exclusive, site);
        self.set_slot(row, EXCLUSIVE);
        true
    }

    /// Borrows a row for a guard if only passes and queries have borrowed of the column, and none of these
    /// has the row: nearly as fast as if there were none.
    #[inline(never)]
    pub(crate) fn borrow_while_visited(
        &self,
        row: u32,
        mutable: bool,
        rows: &Column,
        site: CallSite,
    ) -> bool {
        if self.flags.get() != VISITED {
            return false;
        }
        let visitors = self.visitors.borrow();
        if visitors.iter().any(|visitor| (mutable || visitor.writes) && visitor.holds(row, rows)) {
            return false;
        }
        self.ledger.open(row, if mutable { Borrower::Exclusive } else { Borrower::Shared }, site);
        self.row.set(row);
        self.flags.set(VISITED | u32::from(if mutable { EXCLUSIVE } else { 1 }));
        visitors.iter().for_each(|visitor| visitor.visiting.count_other_borrows(1));
        true
    }

    /// Borrows a row for a shared guard.
    pub(crate) fn borrow_row(&self, row: u32, rows: &Column, site: CallSite) -> Result<(), Conflict> {
        if !self.borrow_fast(row, site) {
            self.ledger.make_room();
            self.borrow_slowly(row, rows)?;
            self.ledger.open(row, Borrower::Shared, site);
        }
        Ok(())
    }

    /// Borrows a row for an exclusive guard.
    pub(crate) fn borrow_row_mut(&self, row: u32, rows: &Column, site: CallSite) -> Result<(), Conflict> {
        self.borrow_as(EXCLUSIVE, row, rows, site)
    }

    /// Borrows a row for one of its hooks.
    #[inline(always)]
    pub(crate) fn borrow_for_hook(&self, row: u32, rows: &Column, site: CallSite) -> Result<(), Conflict> {
        self.borrow_as(HOOK, row, rows, site)
    }

    #[inline(always)]
    fn borrow_as(&self, state: u8, row: u32, rows: &Column, site: CallSite) -> Result<(), Conflict> {
        self.ledger.make_room();
        if self.flags.get() == 0 {
            self.set_slot(row, state);
        } else {
            self.borrow_slowly_mut(row, state, rows)?;
        }
        self.ledger.open(row, borrower_of(state), site);
        Ok(())
    }

    /// Releases a row that a guard or a hook has read. Which row is asked only where several are borrowed.
    #[inline(always)]
    pub(crate) fn release(&self, row: impl Fn() -> u32, site: CallSite) {
        if !self.release_fast(CHECK_ROW, &row, site) {
            self.release_slowly(row());
        }
    }

    /// Releases a row that a guard or a hook may have written to; `slowly` does it where several are
    /// borrowed, and where the end of the write is noted.
    #[inline(always)]
    pub(crate) fn release_written(&self, row: impl Fn() -> u32, site: CallSite, slowly: impl FnOnce()) {
        if !self.release_fast(CHECK_ROW | NOTED, row, site) {
            slowly();
        }
    }

    #[inline(always)]
    fn release_fast(&self, look: u32, row: impl Fn() -> u32, site: CallSite) -> bool {
        self.ledger.close(&row, site);
        let is_fast = self.on_release.get() & (look | VISITED) == 0;
        if is_fast {
            self.flags.set(0);
        }
        is_fast
    }

    /// Releases the row that is borrowed, where only the end of its write is to be noted, and returns it;
    /// `None` if several are borrowed, there is a pass or query, or a feature is to be notified.
    #[inline]
    pub(crate) fn release_noted(&self) -> Option<u32> {
        (self.on_release.get() & !(TRACKED | SAVED) == 0).then(|| {
            self.flags.set(0);
            self.row.get()
        })
    }

    /// Notes that a guard or a hook has written to a row.
    #[inline]
    pub(crate) fn note_written(&self, row: u32) {
        self.written.note_row(row);
    }

    /// The row that is borrowed, if it is the only one, and borrowed once.
    #[inline]
    pub(crate) fn only_row(&self) -> Option<u32> {
        (self.on_release.get() & CHECK_ROW == 0).then(|| self.row.get())
    }

    /// Returns what has borrowed anything, or what there is that may borrow something at any moment.
    pub(crate) fn any_conflict(&self) -> Option<Conflict> {
        if !self.is_in_use() {
            return None;
        }
        let idle = || self.visitors.borrow().last().map(Visitor::conflict);
        self.whole_conflict(true, None).or_else(idle)
    }

    /// Returns what has borrowed a row in a way that conflicts, but for a visit.
    pub(crate) fn conflict(
        &self,
        row: u32,
        writes: bool,
        rows: &Column,
        but: Option<&Visiting>,
    ) -> Option<Conflict> {
        let (flags, state) = (self.flags.get(), self.state());
        let most = if writes { FREE } else { MOST_SHARED };
        if state > most && self.row.get() == row {
            return Some(self.conflict_at(row, borrower_of(state)));
        }
        if flags & OTHERS != 0
            && let Some(conflict) = self.conflict_with_others(row, writes)
        {
            return Some(conflict);
        }
        let visitors = self.visitors.borrow();
        let holds =
            |visitor: &&Visitor| (writes || visitor.writes) && !visitor.is(but) && visitor.holds(row, rows);
        visitors.iter().rev().find(holds).map(Visitor::conflict)
    }

    /// As [`Borrows::conflict`], of views and of what is borrowed besides the first row.
    #[cold]
    fn conflict_with_others(&self, row: u32, writes: bool) -> Option<Conflict> {
        let views = self.views.get();
        if views != 0 && row < self.covered.get() && (writes || views == WHOLE) {
            return Some(self.conflict_at(ALL, self.view_borrower()));
        }
        let (side_state, most) = (self.side_state(row), if writes { FREE } else { MOST_SHARED });
        (side_state > most).then(|| self.conflict_at(row, borrower_of(side_state)))
    }

    #[cold]
    #[inline(never)]
    fn borrow_slowly(&self, row: u32, rows: &Column) -> Result<(), Conflict> {
        if let Some(conflict) = self.conflict(row, false, rows, None) {
            return Err(conflict);
        }
        let state = self.state();
        let side_state = self.side_state(row);
        if state != FREE && self.row.get() == row {
            if state == MOST_SHARED {
                return Err(self.conflict_at(row, Borrower::TooMany));
            }
            self.set_flags(self.flags.get() + 1);
        } else if state == FREE && side_state == FREE {
            self.set_slot(row, 1);
        } else if side_state == MOST_SHARED {
            return Err(self.conflict_at(row, Borrower::TooMany));
        } else {
            self.set_side(row, side_state + 1);
            self.side_shared.set(self.side_shared.get() + 1);
            self.set_flags(self.flags.get());
        }
        self.count_other_borrows(1, None);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn borrow_slowly_mut(&self, row: u32, state: u8, rows: &Column) -> Result<(), Conflict> {
        if let Some(conflict) = self.conflict(row, true, rows, None) {
            return Err(conflict);
        }
        if self.state() == FREE {
            self.set_slot(row, state);
        } else {
            self.set_side(row, state);
            self.side_exclusive.set(self.side_exclusive.get() + 1);
            self.set_flags(self.flags.get());
        }
        self.count_other_borrows(1, None);
        Ok(())
    }

    /// As [`Borrows::release`], where that is not done by a glance.
    ///
    /// Out of line, so that hooks with a handle stay small enough to be inlined in their pass.
    #[cold]
    #[inline(never)]
    pub(crate) fn release_slowly(&self, row: u32) {
        if self.on_release.get() & !NOTED == VISITED {
            // The only row that is borrowed, and borrowed once.
            self.flags.set(VISITED);
        } else {
            self.release_row(row);
        }
        self.count_other_borrows(-1, None);
    }

    fn release_row(&self, row: u32) {
        let (flags, state) = (self.flags.get(), self.state());
        if state != FREE && self.row.get() == row {
            self.set_flags(if (2..=MOST_SHARED).contains(&state) { flags - 1 } else { flags & !STATE });
            return;
        }
        match self.side_state(row) {
            FREE => debug_assert!(false, "row {row} is released, but was not borrowed"),
            count @ 1..=MOST_SHARED => {
                self.set_side(row, count - 1);
                self.side_shared.set(self.side_shared.get() - 1);
            }
            _ => {
                self.set_side(row, FREE);
                self.side_exclusive.set(self.side_exclusive.get() - 1);
            }
        }
        self.set_flags(self.flags.get());
    }

    fn side_state(&self, row: u32) -> u8 {
        if self.side_exclusive.get() == 0 && self.side_shared.get() == 0 {
            return FREE;
        }
        self.side.borrow().get(row as usize).copied().unwrap_or(FREE)
    }

    fn set_side(&self, row: u32, state: u8) {
        let mut side = self.side.borrow_mut();
        if side.len() <= row as usize {
            side.resize(row as usize + 1, FREE);
        }
        side[row as usize] = state;
    }

    /// Writes the flags, with what `side` and `views` say.
    fn set_flags(&self, flags: u32) {
        let others = self.side_exclusive.get() != 0 || self.side_shared.get() != 0 || self.views.get() != 0;
        let visited = if self.has_visitors() { VISITED } else { 0 };
        let others_flag = if others { OTHERS } else { 0 };
        self.flags.set(flags & !(OTHERS | VISITED) | others_flag | visited);
        let shared_again = (2..=MOST_SHARED).contains(&self.state());
        let noted = self.on_release.get() & (SAVED | FOLLOWED) | self.tracked;
        self.on_release.set(u32::from(others || shared_again) | noted | visited);
    }

    /// Writes into the flags whether there are passes or queries.
    #[inline]
    fn set_visited(&self, is_visited: bool) {
        let visited = if is_visited { VISITED } else { 0 };
        self.flags.set(self.flags.get() & !VISITED | visited);
        self.on_release.set(self.on_release.get() & !VISITED | visited);
    }

    #[inline(always)]
    fn set_slot(&self, row: u32, state: u8) {
        self.row.set(row);
        self.flags.set(self.flags.get() & !STATE | u32::from(state));
    }

    #[inline(always)]
    fn state(&self) -> u8 {
        (self.flags.get() & STATE) as u8
    }

    fn view_borrower(&self) -> Borrower {
        if self.views.get() == WHOLE {
            return self.whole_borrower.get();
        }
        self.covers.borrow().last().map_or(Borrower::View, |&(_, borrower)| borrower)
    }

    #[cold]
    fn conflict_at(&self, row: u32, borrower: Borrower) -> Conflict {
        let borrower = match borrower {
            Borrower::Shared | Borrower::Exclusive => self.name_of(row).unwrap_or(borrower),
            _ => borrower,
        };
        Conflict { borrower, at: if borrower.is_named() { None } else { self.ledger.find(row) } }
    }

    // ---- names ----

    /// Lets messages name the hook or closure that has borrowed a row as a guard does.
    pub(crate) fn name(&self, row: u32, borrower: Borrower) {
        self.named.borrow_mut().push((row, borrower));
    }

    /// Ends what [`Borrows::name`] began.
    pub(crate) fn end_name(&self, row: u32) {
        let mut named = self.named.borrow_mut();
        if let Some(place) = named.iter().rposition(|&(other, _)| other == row) {
            named.remove(place);
        }
    }

    fn name_of(&self, row: u32) -> Option<Borrower> {
        let named = self.named.borrow();
        named.iter().rev().find(|&&(other, _)| other == row).map(|&(_, borrower)| borrower)
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        self.side.borrow().capacity()
            + (self.covers.borrow().capacity() + self.named.borrow().capacity())
                * size_of::<(u32, Borrower)>()
            + self.visitors.borrow().capacity() * size_of::<Visitor>()
    }
}

const fn borrower_of(state: u8) -> Borrower {
    match state {
        HOOK => Borrower::Hook,
        EXCLUSIVE => Borrower::Exclusive,
        _ => Borrower::Shared,
    }
}

#[cfg(test)]
mod tests;
mod visitors;
mod whole;
mod writes;
