//! [`RowTicks`]: when each row of a tracked type was added and changed; [`Tracking`]: what else a column
//! knows of that.
#![expect(unsafe_code, reason = "the end of a write notes its tick in a few instructions")]

use crate::ticks::{Tick, TickCell, Ticker};
use core::cell::{Cell, RefCell};
use core::ops::Range;
use std::rc::Rc;

use super::array::NoRoom;
use super::row_moves::RowMoves;
use crate::borrow::Visiting;

/// The ticks of all rows, side by side.
pub(super) struct RowTicks {
    pub(super) ticker: Rc<Ticker>,
    pub(super) added: Vec<Tick>,
    /// Written while the rows are only read, by several threads at once in a parallel pass.
    pub(super) changed: Vec<TickCell>,
    /// Of a type that inherits.
    pub(super) moves: Option<RowMoves>,
}

impl RowTicks {
    pub(super) fn new(ticker: Rc<Ticker>, moves: Option<RowMoves>) -> Self {
        Self { ticker, added: Vec::new(), changed: Vec::new(), moves }
    }

    /// Notes that rows have another owner, or are enabled.
    #[inline]
    pub(super) fn note_moves(&mut self, rows: Range<usize>) {
        if let Some(moves) = &mut self.moves {
            moves.note(rows, self.added.len());
        }
    }

    pub(super) fn try_reserve(&mut self, additional: usize) -> Result<(), NoRoom> {
        self.added.try_reserve(additional)?;
        Ok(self.changed.try_reserve(additional)?)
    }

    pub(super) fn capacity(&self) -> usize {
        self.added.capacity().min(self.changed.capacity())
    }

    /// Appends rows that are added now, until there are so many.
    pub(super) fn append_to(&mut self, rows: usize) {
        let now = self.ticker.now();
        self.note_moves(self.added.len()..rows);
        self.added.resize(rows, now);
        self.changed.resize_with(rows, || TickCell::new(now));
    }

    /// Lets a row be added now.
    pub(super) fn note_added(&mut self, row: usize) {
        self.added[row] = self.ticker.now();
        self.changed[row].set(self.ticker.now());
        self.note_moves(row..row + 1);
    }

    /// Lets a row have been added when another was.
    pub(super) fn succeed(&mut self, row: usize, other: usize) {
        self.added[row] = self.added[other];
    }

    pub(super) fn fill(&mut self, hole: usize, from: usize) {
        self.added[hole] = self.added[from];
        self.changed[hole].set(self.changed[from].get());
        self.note_moves(hole..hole + 1);
    }

    pub(super) fn swap(&mut self, a: usize, b: usize) {
        self.added.swap(a, b);
        self.changed.swap(a, b);
        self.note_moves(a..a + 1);
        self.note_moves(b..b + 1);
    }

    pub(super) fn truncate(&mut self, rows: usize) {
        self.added.truncate(rows);
        self.changed.truncate(rows);
    }

    /// The ticks in another order; rows beyond it stay.
    pub(super) fn permuted(&self, order: &[u32]) -> Self {
        fn permute<T: Clone>(ticks: &Vec<T>, order: &[u32]) -> Vec<T> {
            let mut permuted = Vec::with_capacity(ticks.capacity());
            permuted.extend(order.iter().map(|&row| ticks[row as usize].clone()));
            permuted.extend_from_slice(&ticks[order.len()..]);
            permuted
        }
        Self {
            ticker: self.ticker.clone(),
            added: permute(&self.added, order),
            changed: permute(&self.changed, order),
            // Nobody but the lineage itself brings such rows in another order.
            moves: self.moves.clone(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        (self.added.capacity() + self.changed.capacity()) * size_of::<Tick>()
    }

    /// Lets these rows be changed now, as far as there are so many. Several threads may do so at once.
    pub(super) fn change(&self, rows: Range<usize>) {
        let now = self.ticker.now();
        if let Some(changed) = self.changed.get(self.those_of(rows)) {
            changed.iter().for_each(|tick| tick.set(now));
        }
    }

    /// As [`RowTicks::change`], by nobody else at the same time: in a loop that is vectorised.
    pub(super) fn change_alone(&mut self, rows: Range<usize>) {
        let (now, rows) = (self.ticker.now(), self.those_of(rows));
        if let Some(changed) = self.changed.get_mut(rows) {
            changed.fill_with(|| TickCell::new(now));
        }
    }

    fn those_of(&self, rows: Range<usize>) -> Range<usize> {
        rows.start..rows.end.min(self.changed.len())
    }
}

/// What a column knows of its changes, besides the ticks of its rows.
pub(super) struct Tracking {
    pub(super) ticker: Rc<Ticker>,
    /// Where [`RowTicks::changed`] lies.
    ///
    /// Invariant 30: it is where that lies now, whenever a change is noted ([`Column::publish`]).
    ///
    /// [`Column::publish`]: super::column::Column
    changed: Cell<*const TickCell>,
    /// The first row that the pass which runs changes whose change is not noted yet.
    pub(super) open: Cell<u32>,
    /// So many rows ahead of the row that the pass visits lies the one that it changes here.
    pub(super) ahead: Cell<u32>,
    /// That pass.
    pub(super) pass: RefCell<Option<Rc<Visiting>>>,
}

/// No pass runs that changes rows.
pub(super) const CLOSED: u32 = u32::MAX;

impl Tracking {
    /// Follows the ticks to where they lie now.
    pub(super) fn publish(&self, ticks: Option<&RowTicks>) {
        self.changed.set(ticks.map_or(core::ptr::null(), |ticks| ticks.changed.as_ptr()));
    }

    /// Lets a row be changed now.
    ///
    /// # Safety
    ///
    /// There must be such a row.
    #[inline(always)]
    pub(super) unsafe fn note_change(&self, row: u32) {
        // SAFETY: by invariant 30 the ticks of all rows lie there, and it is required of the caller that this
        // is one.
        unsafe { (*self.changed.get().add(row as usize)).set(self.ticker.now()) }
    }

    /// The row that goes with the one which the pass that runs visits, if it changes rows.
    pub(super) fn visited(&self) -> Option<u32> {
        Some(self.pass.borrow().as_ref()?.current()?.wrapping_add(self.ahead.get()))
    }

    pub(super) fn new(ticker: Rc<Ticker>) -> Self {
        ticker.ask();
        let changed = Cell::new(core::ptr::null());
        Self { ticker, changed, open: Cell::new(CLOSED), ahead: Cell::new(0), pass: RefCell::default() }
    }
}
