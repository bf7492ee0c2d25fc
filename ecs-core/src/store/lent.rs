//! [`Lent`]: what of a store is lent, row by row, in one register.

use core::cell::{Cell, RefCell};

use super::ledger::{ALL, Ledger};
use super::lender::{Conflict, Lender};
use super::site::Site;

/// The borrow state of one store.
///
/// A component is lent while a guard on it lives or one of its hooks runs. The first lent row stands in `row`, and what has
/// borrowed it in `flags`; rows lent at the same time stand in `side`, a byte a row that is made on demand. A view lends the rows
/// below `covered` as a whole.
///
/// ```text
/// flags  31    11 10      9      8       7     0
///        ┌───────┬───────┬──────┬────────┬───────┐      zero: nothing of this store is lent
///        │       │ holes │ pass │ others │ state │      state: 0 free, 1..=250 shared, 253 closure, 254 hook, 255 exclusive
///        └───────┴───────┴──────┴────────┴───────┘      others: `side` or `views` is not zero
/// ```
///
/// Where the store has holes nothing is lent; the flag sends whoever would lend a row first on the slow way, which closes them.
///
/// Lending touches `row` and `flags` alone while one row is lent at a time, which is nearly always. A pass writes its row to one place,
/// `visited`, which the optimiser moves out of the loop.
///
/// Giving back asks `beside`, not `flags`: a processor that reads a place just after it was written may read it too early and
/// start again, which was measured at up to five times the cost of an access, in some processes and not in others.
pub(crate) struct Lent {
    row: Cell<u32>,
    flags: Cell<u32>,
    /// Whoever gives a row back must look whether it is the one in `row`, and lent once, if this has [`BESIDE`]. It is not zero either where
    /// the end of each write is noted.
    beside: Cell<u32>,
    /// [`TRACKED`] where the type is, or zero.
    tracked: u32,
    /// The row that a pass has lent last.
    visited: Cell<u32>,
    /// Not zero: a pass must look before it lends its next row. Counts the guards in `side`, and one if changes are pending.
    attention: Cell<u64>,
    /// Whether `attention` counts one for the siblings of the pass that runs.
    called: Cell<bool>,
    side: RefCell<Vec<u8>>,
    /// How many rows of `side` are lent for writing: fewer than there are rows.
    side_exclusive: Cell<u32>,
    /// How many guards have borrowed rows of `side` for reading. Safe code can forget 2^32 of them; 2^64 take centuries.
    side_shared: Cell<u64>,
    views: Cell<u32>,
    covered: Cell<u32>,
    /// How many rows each shared view has borrowed.
    covers: RefCell<Vec<u32>>,
    ledger: Ledger,
}

const FREE: u8 = 0;
const MOST_SHARED: u8 = 250;
const CLOSURE: u8 = 253;
const HOOK: u8 = 254;
const EXCLUSIVE: u8 = 255;

const STATE: u32 = 0xff;
const OTHERS: u32 = 1 << 8;
const PASS: u32 = 1 << 9;
const HOLES: u32 = 1 << 10;

const BESIDE: u32 = 1;
const TRACKED: u32 = 2;

const EXCLUSIVE_VIEW: u32 = u32::MAX;
const ISOLATED_PASS: u32 = u32::MAX - 1;
/// The row of a pass before its first visit.
const NO_ROW: u32 = u32::MAX;

impl Lent {
    pub(crate) const fn new(is_tracked: bool) -> Self {
        let tracked = if is_tracked { TRACKED } else { 0 };
        Self {
            row: Cell::new(0),
            flags: Cell::new(0),
            beside: Cell::new(tracked),
            tracked,
            visited: Cell::new(NO_ROW),
            attention: Cell::new(0),
            called: Cell::new(false),
            side: RefCell::new(Vec::new()),
            side_exclusive: Cell::new(0),
            side_shared: Cell::new(0),
            views: Cell::new(0),
            covered: Cell::new(0),
            covers: RefCell::new(Vec::new()),
            ledger: Ledger::new(),
        }
    }

    /// Says whether anything of the store is lent.
    #[inline(always)]
    pub(crate) fn any(&self) -> bool {
        self.flags.get() & !HOLES != 0
    }

    /// Notes whether the store has holes. Nothing is lent.
    #[inline]
    pub(crate) fn set_holes(&self, holes: bool) {
        debug_assert!(!self.any());
        self.flags.set(if holes { HOLES } else { 0 });
    }

    /// Says whether the row is lent.
    #[inline]
    pub(crate) fn is_row_lent(&self, row: u32) -> bool {
        self.row_conflict(row).is_some()
    }

    /// Tells what has borrowed the row, if anything.
    #[inline]
    pub(crate) fn row_conflict(&self, row: u32) -> Option<Conflict> {
        if self.any() { self.exclusive_conflict(row) } else { None }
    }

    /// Lends a row to a shared guard if nothing else of the store is lent: the fast way of [`Lent::share`].
    #[inline(always)]
    pub(crate) fn share_first(&self, row: u32, site: Site) -> bool {
        if self.flags.get() != 0 {
            return false;
        }
        self.ledger.open(row, Lender::Shared, site);
        self.set_slot(row, 1);
        true
    }

    /// Lends a row to an exclusive guard if nothing else of the store is lent: the fast way of [`Lent::lend`].
    #[inline(always)]
    pub(crate) fn lend_first(&self, row: u32, site: Site) -> bool {
        if self.flags.get() != 0 {
            return false;
        }
        self.ledger.open(row, Lender::Exclusive, site);
        self.set_slot(row, EXCLUSIVE);
        true
    }

    /// Lends a row to a shared guard.
    pub(crate) fn share(&self, row: u32, site: Site) -> Result<(), Conflict> {
        if !self.share_first(row, site) {
            self.ledger.make_room();
            self.share_beside(row)?;
            self.ledger.open(row, Lender::Shared, site);
        }
        Ok(())
    }

    /// Lends a row to an exclusive guard.
    pub(crate) fn lend(&self, row: u32, site: Site) -> Result<(), Conflict> {
        if !self.lend_first(row, site) {
            self.ledger.make_room();
            self.lend_beside(row, EXCLUSIVE)?;
            self.ledger.open(row, Lender::Exclusive, site);
        }
        Ok(())
    }

    /// Lends a row to one of its hooks.
    #[inline(always)]
    pub(crate) fn lend_to_hook(&self, row: u32, site: Site) -> Result<(), Conflict> {
        self.lend_as(HOOK, row, site)
    }

    /// Lends a row to the closure of a `for_each`.
    pub(crate) fn lend_to_closure(&self, row: u32, site: Site) -> Result<(), Conflict> {
        self.lend_as(CLOSURE, row, site)
    }

    #[inline(always)]
    fn lend_as(&self, state: u8, row: u32, site: Site) -> Result<(), Conflict> {
        self.ledger.make_room();
        if self.flags.get() == 0 {
            self.set_slot(row, state);
        } else {
            self.lend_beside(row, state)?;
        }
        self.ledger.open(row, lender_of(state), site);
        Ok(())
    }

    /// Takes a row back from a guard that has read it. Which row is asked only where several are lent.
    #[inline(always)]
    pub(crate) fn take_back(&self, row: impl Fn() -> u32, site: Site) {
        self.take_back_if(BESIDE, row, site);
    }

    /// Takes a row back from a guard or a hook that may have written to it. Which row is asked where several are lent, and where that is
    /// noted.
    #[inline(always)]
    pub(crate) fn take_back_written(&self, row: impl Fn() -> u32, site: Site) {
        self.take_back_if(BESIDE | TRACKED, row, site);
    }

    #[inline(always)]
    fn take_back_if(&self, look: u32, row: impl Fn() -> u32, site: Site) {
        self.ledger.close(&row, site);
        if self.beside.get() & look == 0 {
            self.flags.set(0);
        } else {
            self.take_back_beside(row());
        }
    }

    /// Lends the rows below `rows` as a whole, for reading. New rows above stay free.
    pub(crate) fn share_all(&self, rows: u32, site: Site) -> Result<(), Conflict> {
        let flags = self.flags.get();
        if flags & PASS != 0 || self.state() > MOST_SHARED {
            return Err(self.conflict(self.slot_row(), lender_of(self.state())));
        }
        if self.side_exclusive.get() != 0 {
            let side = self.side.borrow();
            let row = side.iter().position(|&state| state > MOST_SHARED).unwrap_or(0);
            return Err(self.conflict(row as u32, lender_of(side.get(row).copied().unwrap_or(EXCLUSIVE))));
        }
        if self.views.get() >= ISOLATED_PASS - 1 {
            return Err(self.conflict(ALL, self.view_lender()));
        }
        self.ledger.make_room();
        self.covers.borrow_mut().push(rows);
        self.views.set(self.views.get() + 1);
        self.covered.set(self.covered.get().max(rows));
        self.set_flags(flags);
        self.ledger.open_all(rows, Lender::View, site);
        Ok(())
    }

    /// Lends the rows below `rows` as a whole, for writing. New rows above stay free.
    pub(crate) fn lend_all(&self, rows: u32, site: Site) -> Result<(), Conflict> {
        self.lend_whole(rows, EXCLUSIVE_VIEW, site)
    }

    /// Lends the rows below `rows` as a whole to a pass.
    pub(crate) fn begin_isolated(&self, rows: u32, site: Site) -> Result<(), Conflict> {
        self.lend_whole(rows, ISOLATED_PASS, site)
    }

    fn lend_whole(&self, rows: u32, views: u32, site: Site) -> Result<(), Conflict> {
        if let Some(conflict) = self.any_conflict() {
            return Err(conflict);
        }
        self.ledger.make_room();
        self.views.set(views);
        self.covered.set(rows);
        self.set_flags(0);
        self.ledger.open_all(rows, self.view_lender(), site);
        Ok(())
    }

    /// Takes the rows below `rows` back from a view that has borrowed them for reading.
    pub(crate) fn unshare_all(&self, rows: u32, site: Site) {
        self.ledger.close_all(rows, site);
        self.views.set(self.views.get() - 1);
        let mut covers = self.covers.borrow_mut();
        if let Some(place) = covers.iter().rposition(|&cover| cover == rows) {
            covers.swap_remove(place);
        }
        self.covered.set(covers.iter().copied().max().unwrap_or(0));
        self.set_flags(self.flags.get());
    }

    /// Takes the whole back from a view that has borrowed it for writing, or from a pass.
    pub(crate) fn take_back_all(&self, site: Site) {
        self.ledger.close_all(self.covered.get(), site);
        self.views.set(0);
        self.covered.set(0);
        self.set_flags(self.flags.get());
    }

    /// Begins a pass, which lends its rows to their hook one after the other with [`Lent::pass_row`]. Nothing may be lent.
    pub(crate) fn begin_pass(&self, site: Site) -> Result<(), Conflict> {
        self.begin_pass_as(HOOK, site)
    }

    /// Begins a pass that lends its rows to a closure.
    pub(crate) fn begin_for_each(&self, site: Site) -> Result<(), Conflict> {
        self.begin_pass_as(CLOSURE, site)
    }

    fn begin_pass_as(&self, state: u8, site: Site) -> Result<(), Conflict> {
        if let Some(conflict) = self.any_conflict() {
            return Err(conflict);
        }
        self.ledger.open_pass(site);
        self.flags.set(PASS | u32::from(state));
        self.visited.set(NO_ROW);
        Ok(())
    }

    /// Lends the next row of the pass, and takes the one before back. Look first where [`Lent::needs_attention`].
    #[inline(always)]
    pub(crate) fn pass_row(&self, row: u32) {
        self.ledger.visit(row);
        self.visited.set(row);
    }

    /// The row that is lent, if it is the only one, and lent once.
    #[inline]
    pub(crate) fn only_row(&self) -> Option<u32> {
        (self.beside.get() & BESIDE == 0).then(|| self.row.get())
    }

    /// The row that a pass has lent last, if it [has visited](Self::has_visited) one.
    #[inline]
    pub(crate) fn visited(&self) -> u32 {
        self.visited.get()
    }

    /// Says whether the pass has lent a row since it began or went on.
    #[inline]
    pub(crate) fn has_visited(&self) -> bool {
        self.visited.get() != NO_ROW
    }

    /// Lets a pass go on before it lends its next row.
    pub(crate) fn forget_visited(&self) {
        self.visited.set(NO_ROW);
    }

    /// Says whether a view, or a pass for its siblings, has borrowed the store.
    pub(crate) fn is_viewed(&self) -> bool {
        self.views.get() != 0
    }

    /// Says that the next row of a pass may be dead, disabled or lent.
    #[inline(always)]
    pub(crate) fn needs_attention(&self) -> bool {
        self.attention.get() != 0
    }

    /// Tells whether the next row of a pass is still lent to a guard that a hook has kept.
    pub(crate) fn pass_conflict(&self, row: u32) -> Option<Conflict> {
        self.side_conflict(row)
    }

    /// Ends the pass.
    pub(crate) fn end_pass(&self, site: Site) {
        self.ledger.close_all(0, site);
        self.set_flags(0);
    }

    /// Makes the pass that runs look before each of its further rows.
    pub(crate) fn call_attention(&self) {
        if !self.called.replace(true) {
            self.attention.set(self.attention.get() + 1);
        }
    }

    /// Ends what [`Lent::call_attention`] began, with the pass.
    pub(crate) fn end_attention(&self) {
        if self.called.replace(false) {
            self.attention.set(self.attention.get() - 1);
        }
    }

    /// Notes whether changes are pending, for the pass that runs.
    pub(crate) fn set_pending(&self, pending: bool) {
        let attention = self.attention.get();
        self.attention.set(if pending { attention + 1 } else { attention - 1 });
    }

    /// Tells what is lent, if anything.
    pub(crate) fn any_conflict(&self) -> Option<Conflict> {
        if !self.any() {
            return None;
        }
        if self.state() != FREE {
            return Some(self.conflict(self.slot_row(), lender_of(self.state())));
        }
        if self.views.get() != 0 {
            return Some(self.conflict(ALL, self.view_lender()));
        }
        let side = self.side.borrow();
        let row = side.iter().position(|&state| state != FREE).unwrap_or(0);
        Some(self.conflict(row as u32, side.get(row).map_or(Lender::Hook, |&state| lender_of(state))))
    }

    #[cold]
    #[inline(never)]
    fn share_beside(&self, row: u32) -> Result<(), Conflict> {
        if self.views.get() >= ISOLATED_PASS && row < self.covered.get() {
            return Err(self.conflict(ALL, self.view_lender()));
        }
        let (flags, state) = (self.flags.get(), self.state());
        if state != FREE && self.slot_row() == row {
            return match state {
                1..MOST_SHARED => {
                    self.set_flags(flags + 1);
                    Ok(())
                }
                MOST_SHARED => Err(self.conflict(row, Lender::TooMany)),
                _ => Err(self.conflict(row, lender_of(state))),
            };
        }
        let beside = self.side_state(row);
        match beside {
            // The slot is free, and so is the row.
            FREE if state == FREE => {
                self.set_slot(row, 1);
                Ok(())
            }
            0..MOST_SHARED => {
                self.set_side(row, beside + 1);
                self.side_shared.set(self.side_shared.get() + 1);
                self.attention.set(self.attention.get() + 1);
                self.set_flags(self.flags.get());
                Ok(())
            }
            MOST_SHARED => Err(self.conflict(row, Lender::TooMany)),
            _ => Err(self.conflict(row, lender_of(beside))),
        }
    }

    #[cold]
    #[inline(never)]
    fn lend_beside(&self, row: u32, state: u8) -> Result<(), Conflict> {
        if let Some(conflict) = self.exclusive_conflict(row) {
            return Err(conflict);
        }
        if self.state() == FREE {
            self.set_slot(row, state);
        } else {
            self.set_side(row, state);
            self.side_exclusive.set(self.side_exclusive.get() + 1);
            self.attention.set(self.attention.get() + 1);
            self.set_flags(self.flags.get());
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn take_back_beside(&self, row: u32) {
        let (flags, state) = (self.flags.get(), self.state());
        if flags & PASS == 0 && state != FREE && self.row.get() == row {
            self.set_flags(if (2..=MOST_SHARED).contains(&state) { flags - 1 } else { flags & !STATE });
            return;
        }
        match self.side_state(row) {
            FREE => debug_assert!(false, "row {row} is taken back but was not lent"),
            count @ 1..=MOST_SHARED => {
                self.set_side(row, count - 1);
                self.side_shared.set(self.side_shared.get() - 1);
                self.attention.set(self.attention.get() - 1);
            }
            _ => {
                self.set_side(row, FREE);
                self.side_exclusive.set(self.side_exclusive.get() - 1);
                self.attention.set(self.attention.get() - 1);
            }
        }
        self.set_flags(self.flags.get());
    }

    fn exclusive_conflict(&self, row: u32) -> Option<Conflict> {
        if self.views.get() != 0 && row < self.covered.get() {
            return Some(self.conflict(ALL, self.view_lender()));
        }
        if self.state() != FREE && self.slot_row() == row {
            return Some(self.conflict(row, lender_of(self.state())));
        }
        self.side_conflict(row)
    }

    fn side_conflict(&self, row: u32) -> Option<Conflict> {
        match self.side_state(row) {
            FREE => None,
            state => Some(self.conflict(row, lender_of(state))),
        }
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
        self.flags.set(if others { flags | OTHERS } else { flags & !OTHERS });
        let shared_again = (2..=MOST_SHARED).contains(&self.state());
        self.beside.set(u32::from(others || shared_again) | self.tracked);
    }

    #[inline(always)]
    fn set_slot(&self, row: u32, state: u8) {
        self.row.set(row);
        self.flags.set(self.flags.get() & !STATE | u32::from(state));
    }

    /// The row that is lent first.
    fn slot_row(&self) -> u32 {
        if self.flags.get() & PASS != 0 { self.visited.get() } else { self.row.get() }
    }

    #[inline(always)]
    fn state(&self) -> u8 {
        (self.flags.get() & STATE) as u8
    }

    fn view_lender(&self) -> Lender {
        match self.views.get() {
            EXCLUSIVE_VIEW => Lender::ViewMut,
            ISOLATED_PASS => Lender::IsolatedPass,
            _ => Lender::View,
        }
    }

    #[cold]
    fn conflict(&self, row: u32, lender: Lender) -> Conflict {
        Conflict { lender, at: self.ledger.find(row) }
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        self.side.borrow().capacity() + self.covers.borrow().capacity() * 4
    }
}

const fn lender_of(state: u8) -> Lender {
    match state {
        CLOSURE => Lender::ForEach,
        HOOK => Lender::Hook,
        EXCLUSIVE => Lender::Exclusive,
        _ => Lender::Shared,
    }
}

#[cfg(test)]
mod tests {
    use super::{Lent, Site};

    /// 250 guards a row on 17.2 million rows are 2^32: in safe code, by `mem::forget`.
    #[test]
    fn forgotten_guards_are_not_counted_down_to_none() {
        let (lent, site) = (Lent::new(false), Site::here());
        lent.share(0, site).expect("nothing is lent");
        lent.share(1, site).expect("that is for reading");
        lent.side_shared.set(u64::from(u32::MAX));
        lent.attention.set(u64::from(u32::MAX));
        lent.share(2, site).expect("nobody writes to it");
        lent.take_back(|| 0, site);
        assert!(lent.any() && lent.needs_attention());
        assert!(lent.lend(1, site).is_err(), "a guard reads it");
        assert!(lent.lend_all(3, site).is_err());
    }
}
