//! [`Visiting`]: a pass or a query, as the columns that it visits see it; [`Visitor`]: what one of them knows
//! of it.
//!
//! What a visit has borrowed is not written down row by row: it is what belongs to the entity that it visits
//! now. So a visit writes one number for each entity, the [current one](Visiting::visit), and only who comes
//! the slow way asks whose rows those are.

use core::cell::{Cell, RefCell};
use std::rc::Rc;

use super::above::Column;
use super::access::Whose;
use super::borrower::{Borrower, Conflict};
use super::held::Held;
use crate::base::CallSite;

/// An open pass or query. Columns that it visits keep their rows in their places until it is gone.
pub struct Visiting {
    /// Not zero: look before the next entity. Counts what else is borrowed, or may be, in the columns;
    /// [`INVALIDATED`] and [`ASKS_AGAIN`] stand above.
    slow_path: Cell<u64>,
    /// These two alone. Threads that visit together read it: it changes only where rows do, so not
    /// meanwhile. The count above does, when the world's thread drops a guard that it has kept.
    invalidated: Cell<u64>,
    /// The row of the driver that is visited, or the index of the entity where the driver is [`LISTED`].
    current: Cell<u32>,
    /// Which of the terms it is whose rows are followed, or [`LISTED`].
    driver: Cell<u32>,
    /// Invariant 19: a visit gives out only what nothing else has borrowed in a way that conflicts, and from
    /// then on refuses it to others.
    holding: Cell<Holding>,
    /// Whether disabled components are left out.
    enabled_only: Cell<bool>,
    /// Which entities it visits, if they stay the same as long as it gives anything out.
    ///
    /// Invariant 32: then the world is detached, and each entity is asked whether it is one of them.
    stays_with: Cell<Option<&'static Whose<'static>>>,
    terms: RefCell<Vec<VisitTerm>>,
    /// Why the pass goes no further.
    refusal: RefCell<Option<Held>>,
}

/// What a visit has borrowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Holding {
    /// Nothing.
    Idle,
    /// What belongs to the entity that it visits, while a closure or a hook runs.
    Visits,
    /// The same, as long as nothing else is asked of it: what it gave out may have been kept.
    Kept,
    /// All that existed when it was opened.
    Whole,
}

impl Holding {
    /// Says whether it is longer than a call.
    fn lasts(self) -> bool {
        matches!(self, Self::Kept | Self::Whole)
    }
}

/// A column that is visited.
struct VisitTerm {
    rows: Rc<Column>,
    writes: bool,
    /// Rows from here on did not exist when it was opened.
    limit: u32,
    /// What messages call it.
    borrower: Borrower,
    site: CallSite,
}

/// A visit, as one of its columns sees it.
pub(crate) struct Visitor {
    pub(crate) visiting: Rc<Visiting>,
    /// Which of the terms of the visit the column is.
    term: u32,
    pub(crate) writes: bool,
    /// As in [`VisitTerm`].
    limit: u32,
    /// The row that it has borrowed whichever entity it visits, of a singleton; or [`NO_ROW`].
    pub(crate) fixed: u32,
}

/// Rows that were seen at first may be dead or disabled now.
const INVALIDATED: u64 = 1 << 63;
/// The answers of a filter may be out of date.
const ASKS_AGAIN: u64 = 1 << 62;
/// No entity is visited.
pub(crate) const NO_ROW: u32 = u32::MAX;
/// No column is followed, but a list of entities.
const LISTED: u32 = u32::MAX;

impl Default for Visiting {
    #[cold]
    #[inline(never)]
    fn default() -> Self {
        Self {
            slow_path: Cell::new(0),
            invalidated: Cell::new(0),
            current: Cell::new(NO_ROW),
            driver: Cell::new(LISTED),
            holding: Cell::new(Holding::Idle),
            enabled_only: Cell::new(false),
            stays_with: Cell::new(None),
            terms: RefCell::new(Vec::new()),
            refusal: RefCell::new(None),
        }
    }
}

impl Visiting {
    /// Leaves all columns, so that it may be used for another visit.
    #[inline]
    pub(crate) fn reset(&self) {
        self.terms.borrow().iter().rev().for_each(|term| term.rows.borrows.remove_visitor(self));
        self.terms.borrow_mut().clear();
        self.slow_path.set(0);
        self.invalidated.set(0);
        self.current.set(NO_ROW);
        self.holding.set(Holding::Idle);
        self.enabled_only.set(false);
        self.stays_with.set(None);
        if self.is_refused() {
            self.refusal.take();
        }
    }

    /// Says that the next entity must be looked at: of what belongs to it something may be dead, disabled or
    /// borrowed.
    #[inline(always)]
    pub(crate) fn needs_slow_path(&self) -> bool {
        self.slow_path.get() != 0
    }

    /// Where to ask whether the next entity must be looked at: not zero if so. For other threads nothing else
    /// has borrowed anything.
    #[inline(always)]
    pub(crate) fn slow_path(&self, is_for_threads: bool) -> &Cell<u64> {
        if is_for_threads { &self.invalidated } else { &self.slow_path }
    }

    /// Says whether rows that were seen at first may be dead or disabled now.
    #[inline(always)]
    pub(crate) fn is_invalidated(&self) -> bool {
        self.invalidated.get() & INVALIDATED != 0
    }

    /// Says whether something else may have borrowed what it visits.
    #[inline]
    pub(crate) fn has_other_borrows(&self) -> bool {
        self.slow_path.get() & !(INVALIDATED | ASKS_AGAIN) != 0
    }

    pub(crate) fn invalidate(&self) {
        self.raise(INVALIDATED);
    }

    fn raise(&self, flag: u64) {
        self.slow_path.set(self.slow_path.get() | flag);
        self.invalidated.set(self.invalidated.get() | flag);
    }

    /// Lets the visit ask its filter again before the next entity.
    pub(crate) fn ask_again(&self) {
        self.raise(ASKS_AGAIN);
    }

    /// Says whether the answers of a filter may be out of date.
    #[inline]
    pub(crate) fn asks_again(&self) -> bool {
        self.invalidated.get() & ASKS_AGAIN != 0
    }

    /// Says the same, and counts the answers as up to date from now on.
    #[inline]
    pub(crate) fn take_asks_again(&self) -> bool {
        let asks_again = self.asks_again();
        self.slow_path.set(self.slow_path.get() & !ASKS_AGAIN);
        self.invalidated.set(self.invalidated.get() & !ASKS_AGAIN);
        asks_again
    }

    /// Notes that so much more is borrowed in its columns, or less.
    pub(crate) fn count_other_borrows(&self, more: i64) {
        self.slow_path.set(self.slow_path.get().wrapping_add_signed(more));
    }

    /// Lets the pass go no further. Who has called for it gets the reason: nothing panics here, so that the
    /// place is the caller's.
    #[cold]
    pub(crate) fn refuse(&self, held: Held) {
        *self.refusal.borrow_mut() = Some(held);
    }

    pub(crate) fn is_refused(&self) -> bool {
        self.refusal.borrow().is_some()
    }

    /// Says why the pass went no further, if it was refused.
    pub(crate) fn take_refusal(&self) -> Option<Held> {
        self.refusal.take()
    }

    /// Follows the rows of the column at a position from here on, which is one of its terms.
    pub(crate) fn follow(&self, position: u32) {
        let terms = self.terms.borrow();
        let driver = terms.iter().rposition(|term| term.rows.position == position);
        self.driver.set(driver.map_or(LISTED, |driver| driver as u32));
        self.current.set(NO_ROW);
    }

    /// Follows a list of entities from here on.
    #[inline]
    pub(crate) fn follow_list(&self) {
        self.driver.set(LISTED);
        self.current.set(NO_ROW);
    }

    /// Visits a row of the column that it follows, or the entity of an index.
    #[inline(always)]
    pub(crate) fn visit(&self, current: u32) {
        self.current.set(current);
    }

    /// The row of the driver that it visits, if it does.
    #[inline]
    pub(crate) fn current(&self) -> Option<u32> {
        Some(self.current.get()).filter(|&current| current != NO_ROW)
    }

    fn holding(&self) -> Holding {
        self.holding.get()
    }

    /// Says whether it keeps what it has borrowed for longer than a call.
    pub(crate) fn lasts(&self) -> bool {
        self.holding.get().lasts()
    }

    /// Sets what this visit borrows, and notifies the other visits of its columns if that begins or ceases to
    /// outlast a call. A visit that comes later asks.
    #[inline]
    pub(crate) fn hold(&self, holding: Holding, has_others: bool) {
        let (was, will) = (self.lasts(), holding.lasts());
        if has_others && was != will {
            self.notify_others(if will { 1 } else { -1 });
        }
        self.holding.set(holding);
    }

    /// Sees the enabled components only, or all.
    pub(crate) fn see(&self, enabled_only: bool) {
        self.enabled_only.set(enabled_only);
    }

    /// Visits just these entities, which stay the same as long as it gives anything out.
    pub(crate) fn stay_with(&self, whose: &'static Whose<'static>) {
        self.stays_with.set(Some(whose));
    }

    /// Says whether no entity is ever visited by both.
    fn is_apart_from(&self, other: &Self) -> bool {
        let whose = self.stays_with.get().zip(other.stays_with.get());
        whose.is_some_and(|(own, others)| own.is_apart_from(others))
    }

    /// Visits the rows of a column below `limit` too, or one that is fixed, until it is [reset](Self::reset).
    #[inline]
    pub(crate) fn add_term(
        self: &Rc<Self>,
        rows: Rc<Column>,
        writes: bool,
        (limit, fixed): (u32, u32),
        borrower: Borrower,
        site: CallSite,
    ) {
        let mut terms = self.terms.borrow_mut();
        let term = terms.len() as u32;
        // The term comes first. If there is no memory for the visitor, `reset` finds none and goes on.
        terms.extend(core::iter::once_with(|| VisitTerm { rows, writes, limit, borrower, site }));
        let visitor = || Visitor { visiting: self.clone(), term, writes, limit, fixed };
        terms[term as usize].rows.borrows.add_visitor(self, writes, visitor);
    }

    /// The index of the entity that it visits.
    fn owner(&self) -> Option<u32> {
        let (current, driver) = (self.current()?, self.driver.get());
        if driver == LISTED {
            return Some(current);
        }
        Some(self.terms.borrow()[driver as usize].rows.owner(current))
    }

    /// Visits entities until the result is dropped.
    pub(crate) fn begin(&self) -> OngoingVisit<'_> {
        self.current.set(NO_ROW);
        self.holding.set(Holding::Visits);
        OngoingVisit(self)
    }

    /// Returns what else has borrowed something that belongs to an entity, and its type.
    #[cold]
    pub(crate) fn conflict(&self, owner: u32) -> Option<(&'static str, Conflict)> {
        self.terms.borrow().iter().find_map(|&VisitTerm { ref rows, writes, limit, .. }| {
            let row = rows.row_of_index(owner).filter(|&row| row < limit)?;
            if self.enabled_only.get() && !rows.is_enabled(row) {
                return None;
            }
            rows.borrows.conflict(row, writes, rows, Some(self)).map(|conflict| (rows.name(), conflict))
        })
    }

    /// The entities of which other visits, that wait for this one to end, have borrowed something that
    /// conflicts.
    pub(crate) fn held_by_others(&self, mut held: impl FnMut(u32)) {
        for &VisitTerm { ref rows, writes, .. } in &*self.terms.borrow() {
            rows.borrows.held_by_others(self, writes, rows, &mut held);
        }
    }

    /// Notifies the other visits of its columns that what it has borrowed now outlasts a call, or does not
    /// any more.
    fn notify_others(&self, more: i64) {
        self.terms.borrow().iter().for_each(|term| term.rows.borrows.count_other_borrows(more, Some(self)));
    }

    /// Returns what has borrowed anything that it would borrow as a whole.
    pub(crate) fn conflict_as_a_whole(&self) -> Option<(&'static str, Conflict)> {
        self.terms.borrow().iter().find_map(|&VisitTerm { ref rows, writes, .. }| {
            let conflict = rows.borrows.whole_conflict(writes, Some(self));
            conflict.map(|conflict| (rows.name(), conflict))
        })
    }
}

impl Visitor {
    /// Says whether it is this visit.
    pub(crate) fn is(&self, visiting: Option<&Visiting>) -> bool {
        visiting.is_some_and(|visiting| core::ptr::eq(&*self.visiting, visiting))
    }

    /// Says whether it is this visit, or one that visits none of the entities that this one does.
    pub(crate) fn is_or_is_apart_from(&self, visiting: Option<&Visiting>) -> bool {
        self.is(visiting) || visiting.is_some_and(|visiting| self.visiting.is_apart_from(visiting))
    }

    /// Says whether it has borrowed a row of its column.
    pub(crate) fn holds(&self, row: u32, rows: &Column) -> bool {
        match self.visiting.holding() {
            Holding::Idle => false,
            _ if self.fixed != NO_ROW => row == self.fixed,
            _ if row >= self.limit => false,
            Holding::Whole => true,
            Holding::Visits | Holding::Kept if self.visiting.driver.get() == self.term => {
                self.visiting.current.get() == row
            }
            Holding::Visits | Holding::Kept => self.visiting.owner() == Some(rows.owner(row)),
        }
    }

    /// The index of the one entity of which it has borrowed something now.
    pub(crate) fn held_owner(&self, rows: &Column) -> Option<u32> {
        match self.visiting.holding() {
            Holding::Idle => None,
            _ if self.fixed != NO_ROW => Some(rows.owner(self.fixed)),
            // What is borrowed as a whole is counted as another borrow.
            Holding::Whole => None,
            Holding::Visits | Holding::Kept => self.visiting.owner(),
        }
    }

    /// Says whether it has borrowed nothing.
    pub(crate) fn is_idle(&self) -> bool {
        self.visiting.holding() == Holding::Idle
    }

    #[cold]
    pub(crate) fn conflict(&self) -> Conflict {
        let VisitTerm { borrower, site, .. } = self.visiting.terms.borrow()[self.term as usize];
        let borrower = match (borrower, self.visiting.holding()) {
            (Borrower::QueryShared | Borrower::QueryExclusive, Holding::Visits) => Borrower::Each,
            (Borrower::QueryShared | Borrower::QueryExclusive, Holding::Kept) => Borrower::Got,
            (borrower, _) => borrower,
        };
        Conflict { borrower, at: borrower.place_of(site) }
    }
}

/// A visit goes on until this is dropped.
pub(crate) struct OngoingVisit<'v>(&'v Visiting);

impl Drop for OngoingVisit<'_> {
    fn drop(&mut self) {
        self.0.holding.set(Holding::Idle);
        self.0.current.set(NO_ROW);
    }
}
