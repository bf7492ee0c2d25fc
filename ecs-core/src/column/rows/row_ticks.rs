//! [`RowTicks`]: when each row of a tracked type was added and changed.

use crate::ticks::{Tick, TickCell, Ticker};
use core::ops::Range;
use std::rc::Rc;

use super::array::NoRoom;
use super::row_moves::RowMoves;

/// The ticks of all rows, side by side.
pub(crate) struct RowTicks {
    pub(crate) ticker: Rc<Ticker>,
    pub(crate) added: Vec<Tick>,
    /// Written while the rows are only read, by several threads at once in a parallel pass.
    pub(crate) changed: Vec<TickCell>,
    /// Of a type that inherits.
    pub(crate) moves: Option<RowMoves>,
}

impl RowTicks {
    pub(crate) fn new(ticker: Rc<Ticker>, moves: Option<RowMoves>) -> Self {
        Self { ticker, added: Vec::new(), changed: Vec::new(), moves }
    }

    /// Notes that rows have another owner, or are enabled.
    #[inline]
    pub(crate) fn note_moves(&mut self, rows: Range<usize>) {
        if let Some(moves) = &mut self.moves {
            moves.note(rows, self.added.len());
        }
    }

    pub(crate) fn try_reserve(&mut self, additional: usize) -> Result<(), NoRoom> {
        self.added.try_reserve(additional)?;
        Ok(self.changed.try_reserve(additional)?)
    }

    pub(crate) fn capacity(&self) -> usize {
        self.added.capacity().min(self.changed.capacity())
    }

    /// Appends rows that are added now, until there are so many.
    pub(crate) fn append_to(&mut self, rows: usize) {
        let now = self.ticker.now();
        self.note_moves(self.added.len()..rows);
        self.added.resize(rows, now);
        self.changed.resize_with(rows, || TickCell::new(now));
    }

    /// Lets a row be added now.
    pub(crate) fn note_added(&mut self, row: usize) {
        self.added[row] = self.ticker.now();
        self.changed[row].set(self.ticker.now());
        self.note_moves(row..row + 1);
    }

    /// Lets a row have been added when another was.
    pub(crate) fn succeed(&mut self, row: usize, other: usize) {
        self.added[row] = self.added[other];
    }

    pub(crate) fn fill(&mut self, hole: usize, from: usize) {
        self.added[hole] = self.added[from];
        self.changed[hole].set(self.changed[from].get());
        self.note_moves(hole..hole + 1);
    }

    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        self.added.swap(a, b);
        self.changed.swap(a, b);
        self.note_moves(a..a + 1);
        self.note_moves(b..b + 1);
    }

    pub(crate) fn truncate(&mut self, rows: usize) {
        self.added.truncate(rows);
        self.changed.truncate(rows);
    }

    /// The ticks in another order; rows beyond it stay.
    pub(crate) fn permuted(&self, order: &[u32]) -> Self {
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

    pub(crate) fn bytes(&self) -> usize {
        (self.added.capacity() + self.changed.capacity()) * size_of::<Tick>()
    }

    /// Lets these rows be changed now, as far as there are so many. Several threads may do so at once.
    pub(crate) fn change(&self, rows: Range<usize>) {
        let now = self.ticker.now();
        if let Some(changed) = self.changed.get(self.those_of(rows)) {
            changed.iter().for_each(|tick| tick.set(now));
        }
    }

    /// As [`RowTicks::change`], by nobody else at the same time: in a loop that is vectorised.
    pub(crate) fn change_alone(&mut self, rows: Range<usize>) {
        let (now, rows) = (self.ticker.now(), self.those_of(rows));
        if let Some(changed) = self.changed.get_mut(rows) {
            changed.fill_with(|| TickCell::new(now));
        }
    }

    fn those_of(&self, rows: Range<usize>) -> Range<usize> {
        rows.start..rows.end.min(self.changed.len())
    }
}
