//! Ticks: when each component of a tracked type was added and changed.
//!
//! A change has the tick of its end. The end of a guard and of a hook is noted row by row ([`Column::end_write`]), and so is each row that
//! a view or a query lends for writing. If the time was told while those were lent, they are noted again at the end, because they may have
//! been written to after it ([`Column::end_span`]). A pass notes a stretch of its own rows behind it ([`Noting`]).
//!
//! A store whose type is not tracked has none of this.

use core::cell::{Cell, RefCell};
use core::ops::Range;
use std::rc::Rc;

use crate::tick::{Span, Tick, TickCell, Ticker};

use super::array::NoRoom;
use super::column::Column;
use super::visiting::{NO_ROW, Visiting};

/// What the store knows at compile time of its values' type.
pub trait Stored: 'static {
    /// Whether changes are noted.
    const TRACKED: bool;
}

/// The ticks of all rows, side by side.
pub(super) struct RowTicks {
    ticker: Rc<Ticker>,
    added: Vec<Tick>,
    /// Written while the rows are only read, by several threads at once in a parallel pass.
    changed: Vec<TickCell>,
}

impl RowTicks {
    pub(super) fn new(ticker: Rc<Ticker>) -> Self {
        Self { ticker, added: Vec::new(), changed: Vec::new() }
    }

    pub(super) fn try_reserve(&mut self, additional: usize) -> Result<(), NoRoom> {
        self.added.try_reserve(additional)?;
        Ok(self.changed.try_reserve(additional)?)
    }

    pub(super) fn capacity(&self) -> usize {
        self.added.capacity().min(self.changed.capacity())
    }

    /// Appends a row that is added now.
    pub(super) fn push(&mut self) {
        self.added.push(self.ticker.now());
        self.changed.push(TickCell::new(self.ticker.now()));
    }

    /// Lets a row be added now.
    pub(super) fn note_added(&mut self, row: usize) {
        self.added[row] = self.ticker.now();
        self.changed[row].set(self.ticker.now());
    }

    /// Lets a row have been added when another was.
    pub(super) fn succeed(&mut self, row: usize, other: usize) {
        self.added[row] = self.added[other];
    }

    pub(super) fn fill(&mut self, hole: usize, from: usize) {
        self.added[hole] = self.added[from];
        self.changed[hole].set(self.changed[from].get());
    }

    pub(super) fn swap(&mut self, a: usize, b: usize) {
        self.added.swap(a, b);
        self.changed.swap(a, b);
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
        }
    }

    pub(super) fn bytes(&self) -> usize {
        (self.added.capacity() + self.changed.capacity()) * size_of::<Tick>()
    }

    /// Lets these rows be changed now, as far as there are so many.
    fn change(&self, rows: Range<usize>) {
        let (now, end) = (self.ticker.now(), rows.end.min(self.changed.len()));
        if let Some(changed) = self.changed.get(rows.start..end) {
            changed.iter().for_each(|tick| tick.set(now));
        }
    }
}

/// What a store knows of its changes, beside the ticks of its rows.
pub(super) struct Tracking {
    ticker: Rc<Ticker>,
    /// The first row of the pass that runs whose change is not noted yet.
    open: Cell<u32>,
    /// That pass.
    pass: RefCell<Option<Rc<Visiting>>>,
}

/// No pass runs that changes rows.
const CLOSED: u32 = u32::MAX;

impl Tracking {
    /// The row that the pass visits which runs, if it changes rows.
    fn visited(&self) -> Option<u32> {
        self.pass.borrow().as_ref()?.place()
    }

    pub(super) fn new(ticker: Rc<Ticker>) -> Self {
        ticker.ask();
        Self { ticker, open: Cell::new(CLOSED), pass: RefCell::default() }
    }
}

impl Column {
    /// Notes that a component has changed.
    #[inline]
    pub(crate) fn note_change(&self, row: u32) {
        if let Some(ticks) = self.dense.borrow().ticks()
            && let Some(changed) = ticks.changed.get(row as usize)
        {
            changed.set(ticks.ticker.now());
        }
    }

    /// Notes that components have changed.
    pub(crate) fn note_changes(&self, rows: Range<usize>) {
        if let Some(ticks) = self.dense.borrow().ticks() {
            ticks.change(rows);
        }
    }

    /// Notes that a component begins a new life.
    pub(crate) fn note_recycling(&self, row: u32) {
        if let Some(ticks) = self.dense.borrow_mut().ticks_mut() {
            ticks.note_added(row as usize);
        }
    }

    /// The row of a value that was lent for writing, and is not any more.
    #[cold]
    #[inline(never)]
    pub(crate) fn end_write(&self, address: usize) -> u32 {
        let row = self.borrows.only_row().unwrap_or_else(|| self.row_of(address));
        debug_assert_eq!(row, self.row_of(address));
        if self.tracking.is_some() {
            self.note_change(row);
        }
        row
    }

    /// Begins to lend many rows for writing.
    pub(super) fn begin_span(&self) -> Option<Span> {
        Some(self.tracking.as_ref()?.ticker.begin_span())
    }

    /// Ends what [`Column::begin_span`] began, of the rows below `rows`.
    #[inline]
    pub(super) fn end_span(&self, rows: usize, span: Option<Span>) {
        if let Some(tracking) = &self.tracking
            && let Some(span) = span
            && tracking.ticker.has_advanced(span)
        {
            self.note_again(rows, span.begun);
        }
    }

    #[cold]
    fn note_again(&self, rows: usize, begun: Tick) {
        if let Some(ticks) = self.dense.borrow().ticks() {
            let (now, rows) = (ticks.ticker.now(), rows.min(ticks.changed.len()));
            ticks.changed[..rows].iter().filter(|tick| tick.get() >= begun).for_each(|tick| tick.set(now));
        }
    }

    /// When the component of a row was added.
    pub(crate) fn added_at(&self, row: u32) -> Option<Tick> {
        Some(self.dense.borrow().ticks()?.added[row as usize])
    }

    /// When the component of a row has changed last.
    pub(crate) fn changed_at(&self, row: u32) -> Option<Tick> {
        let tracking = self.tracking.as_ref()?;
        // While threads read the ticks, all that was visited is noted.
        if !self.world.is_frozen()
            && tracking.visited().is_some_and(|visited| (tracking.open.get()..visited).contains(&row))
        {
            return Some(tracking.ticker.now());
        }
        Some(self.dense.borrow().ticks()?.changed[row as usize].get())
    }

    /// Notes what the pass that runs has visited until now.
    pub(crate) fn note_visited(&self) {
        let Some(tracking) = &self.tracking else { return };
        let Some(visited) = tracking.visited().filter(|&visited| tracking.open.get() <= visited) else {
            return;
        };
        self.note_changes(tracking.open.get() as usize..visited as usize + 1);
        // Its visit may still go on.
        tracking.open.set(visited);
    }

    /// Begins to write to a row, if its type is tracked.
    #[inline]
    pub(crate) fn write<T: Stored>(&self, row: u32) -> Option<Writing<'_>> {
        const { T::TRACKED }.then(|| Writing { store: self, row })
    }

    /// Lets the pass that runs visit a row, or [`NO_ROW`]; what it visits from `first` on is noted later.
    fn note_from(&self, first: usize, visited: u32) {
        if let Some(tracking) = &self.tracking {
            if let Some(pass) = &*tracking.pass.borrow() {
                pass.visit(visited);
            }
            tracking.open.set(first as u32);
        }
    }

    /// Notes what was visited until now, and nothing more.
    fn close_notes(&self) {
        self.note_visited();
        if let Some(tracking) = &self.tracking {
            tracking.open.set(CLOSED);
        }
    }
}

/// A pass that changes the rows it visits, if it writes and they are tracked. It ends when this is dropped.
pub(crate) struct Noting<'s>(Option<&'s Column>);

impl<'s> Noting<'s> {
    pub(crate) fn begin(column: &'s Column, writes: bool, visiting: &Rc<Visiting>) -> Self {
        let Some(tracking) = column.tracking.as_ref().filter(|_| writes) else { return Self(None) };
        tracking.pass.replace(Some(visiting.clone()));
        Self(Some(column))
    }

    /// Goes on with the rows from this one on, of which some in a row are visited until the result is dropped.
    #[inline]
    pub(crate) fn rows(&self, first: usize) -> NotedRows<'s> {
        self.0.inspect(|column| column.note_from(first, NO_ROW));
        NotedRows(self.0)
    }

    /// Visits one row until the result is dropped.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> NotedRows<'s> {
        self.0.inspect(|column| column.note_from(row, row as u32));
        NotedRows(self.0)
    }
}

impl Drop for Noting<'_> {
    fn drop(&mut self) {
        if let Some(tracking) = self.0.and_then(|column| column.tracking.as_ref()) {
            tracking.pass.take();
        }
    }
}

/// Rows that a pass visits one behind the other. Those that it has visited are noted when this is dropped.
pub(crate) struct NotedRows<'s>(Option<&'s Column>);

impl Drop for NotedRows<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.inspect(|column| column.close_notes());
    }
}

/// A row that is lent for writing. Its change is noted when this is dropped.
pub(crate) struct Writing<'s> {
    store: &'s Column,
    row: u32,
}

impl Drop for Writing<'_> {
    #[inline]
    fn drop(&mut self) {
        self.store.note_change(self.row);
    }
}
