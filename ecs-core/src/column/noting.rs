//! [`Noting`]: a pass notes the rows that it changes run by run, after it has visited them.

use std::rc::Rc;

use super::column::Column;
use super::tracking::CLOSED;
use crate::borrow::{NO_ROW, Visiting};

/// A pass has so many terms at most: one for each parameter of its hook.
pub(crate) const MOST_TERMS: usize = 8;

/// The columns of tracked types that a pass changes. It ends when this is dropped.
///
/// No hook notes what it writes where rows are visited one behind the other: so such a loop is as fast as
/// that of types that are not tracked. Meanwhile the visit says how far it has come ([`Column::changed_at`]).
pub(crate) struct Noting<'s> {
    pass: &'s Rc<Visiting>,
    /// That of the pass comes first; then those of its terms, in their order.
    columns: [Option<Rc<Column>>; 1 + MOST_TERMS],
}

impl<'s> Noting<'s> {
    pub(crate) fn new(pass: &'s Rc<Visiting>) -> Self {
        Self { pass, columns: [const { None }; 1 + MOST_TERMS] }
    }

    /// Notes the rows of the pass too.
    pub(crate) fn add_own(&mut self, column: &Column) {
        self.add(0, column);
    }

    /// Notes the rows of a term too.
    pub(crate) fn add_term(&mut self, term: usize, column: &Column) {
        self.add(term + 1, column);
    }

    fn add(&mut self, number: usize, column: &Column) {
        if let Some(tracking) = &column.tracking {
            tracking.pass.replace(Some(self.pass.clone()));
            column.world.visits.noted_columns().borrow_mut().push(column.position);
            self.columns[number] = Some(column.rc().clone());
        }
    }

    /// Goes on with the rows from this one on, of which some in a row are visited until the result is
    /// dropped. `first_of` returns the row of a term that goes with the first.
    #[inline]
    pub(crate) fn rows(&self, first: usize, first_of: impl Fn(usize) -> usize) -> NotedRows<'_> {
        self.pass.visit(NO_ROW);
        for (number, column) in self.columns.iter().enumerate() {
            if let Some(column) = column {
                let row = if number == 0 { first } else { first_of(number - 1) };
                column.note_from(row, row.wrapping_sub(first));
            }
        }
        NotedRows(&self.columns)
    }

    /// Lets the pass's own row, which it visits, be noted when the result is dropped. Those of its terms are
    /// noted when they are borrowed.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> NotedRows<'_> {
        let own = &self.columns[..1];
        if let [Some(column)] = own {
            column.note_from(row, 0);
        }
        NotedRows(own)
    }
}

impl Drop for Noting<'_> {
    fn drop(&mut self) {
        for column in self.columns.iter().flatten() {
            // Each added one: no other pass of the world runs meanwhile.
            column.world.visits.noted_columns().borrow_mut().pop();
            column.tracking.as_ref().and_then(|tracking| tracking.pass.take());
        }
    }
}

/// Rows that a pass visits one behind the other. Those that it has visited are noted when this is dropped.
pub(crate) struct NotedRows<'n>(&'n [Option<Rc<Column>>]);

impl Drop for NotedRows<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.iter().flatten().for_each(|column| column.close_notes());
    }
}

impl Column {
    /// Begins to note the rows that the running pass changes, at the row `first`. `ahead` is as in
    /// [`Tracking`](super::tracking::Tracking).
    fn note_from(&self, first: usize, ahead: usize) {
        if let Some(tracking) = &self.tracking {
            tracking.open.set(first as u32);
            tracking.ahead.set(ahead as u32);
        }
    }

    /// Notes what the pass that runs has visited until now.
    pub(crate) fn note_visited(&self) {
        let Some(tracking) = &self.tracking else { return };
        let Some(visited) = tracking.visited().filter(|&visited| tracking.open.get() <= visited) else {
            return;
        };
        let rows = tracking.open.get() as usize..visited as usize + 1;
        self.row_store.ticks_mut(|ticks| ticks.change_alone(rows));
        // Its visit may still go on.
        tracking.open.set(visited);
    }

    /// Notes what was visited until now, and nothing more.
    fn close_notes(&self) {
        self.note_visited();
        if let Some(tracking) = &self.tracking {
            tracking.open.set(CLOSED);
        }
    }
}
