//! Ticks: when each component of a tracked type was added and changed.
//!
//! A change has the tick of its end. The end of a guard and of a hook is noted row by row
//! ([`Column::end_write`]). So is the beginning, where a view or a query borrows a row for writing, or a pass
//! that looks its siblings up; if the clock advanced while those were borrowed, they are noted again at the
//! end, because they may have been written to after it ([`Column::end_span`]). Where a pass goes through rows
//! side by side, it notes them after it has visited them ([`Noting`](super::noting::Noting)).
//!
//! A column whose type is not tracked has none of this.
#![expect(unsafe_code, reason = "a change is noted at each access that may write")]

use crate::ticks::{ChangeSpan, Tick};

use super::column::Column;

/// A type that a column has values of: whether it is tracked, known at compile time.
pub trait MayBeTracked: 'static {
    /// Whether changes are tracked.
    const TRACKED: bool;
}

impl Column {
    /// Notes that a component has changed.
    #[inline]
    pub(crate) fn note_change(&self, row: u32) {
        let Some(tracking) = &self.tracking else { return };
        if (row as usize) < self.row_store.main_rows() {
            // SAFETY: each row of the main buffer has its ticks.
            unsafe { self.row_store.note_change(row, tracking.ticker.now()) }
        } else {
            self.row_store.note_changes(row as usize..row as usize + 1);
        }
    }

    /// Releases the row of a value at an address, which a guard has borrowed for writing, and notes that it
    /// was written to: for change tracking, and for the next snapshot.
    #[inline(never)]
    pub(crate) fn end_write(&self, address: usize) {
        match self.borrows.release_noted() {
            Some(row) => {
                self.note_change(row);
                self.borrows.note_written(row);
            }
            None => self.end_write_of_row(self.row_of_borrowed(address)),
        }
    }

    /// As [`Column::end_write`], of a row.
    #[cold]
    #[inline(never)]
    pub(crate) fn end_write_of_row(&self, row: u32) {
        self.note_change(row);
        self.borrows.note_written(row);
        self.parts.note_written(self, row);
        self.borrows.release_slowly(row);
    }

    /// Begins to borrow many rows for writing.
    pub(crate) fn begin_span(&self) -> Option<ChangeSpan> {
        Some(self.tracking.as_ref()?.ticker.begin_span())
    }

    /// Ends what [`Column::begin_span`] began, of the rows below `rows`.
    #[inline]
    pub(crate) fn end_span(&self, rows: usize, span: Option<ChangeSpan>) {
        if let Some(tracking) = &self.tracking
            && let Some(span) = span
            && tracking.ticker.has_advanced(span)
        {
            self.note_again(rows, span.begun);
        }
    }

    #[cold]
    fn note_again(&self, rows: usize, begun: Tick) {
        self.row_store.ticks(|ticks| {
            let (now, rows) = (ticks.ticker.now(), rows.min(ticks.changed.len()));
            ticks.changed[..rows].iter().filter(|tick| tick.get() >= begun).for_each(|tick| tick.set(now));
        });
    }

    /// When the component of a row has changed last.
    #[inline]
    pub(crate) fn changed_at(&self, row: u32) -> Option<Tick> {
        let tracking = self.tracking.as_ref()?;
        // While threads read the ticks, all that was visited is noted.
        if !self.world.entities.is_frozen()
            && tracking.visited().is_some_and(|visited| (tracking.open.get()..visited).contains(&row))
        {
            return Some(tracking.ticker.now());
        }
        self.row_store.ticks(|ticks| ticks.changed[row as usize].get())
    }

    /// Begins to write to a row, if its type is tracked.
    #[inline]
    pub(crate) fn write<T: MayBeTracked>(&self, row: u32) -> Option<Writing<'_>> {
        const { T::TRACKED }.then(|| Writing { column: self, row })
    }
}

/// A row that is borrowed for writing. Its change is noted when this is dropped.
pub(crate) struct Writing<'s> {
    column: &'s Column,
    row: u32,
}

impl Drop for Writing<'_> {
    #[inline]
    fn drop(&mut self) {
        self.column.note_change(self.row);
    }
}
