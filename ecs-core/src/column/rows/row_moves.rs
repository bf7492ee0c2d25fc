//! [`RowMoves`]: which rows have got another owner, or were enabled, since somebody asked last.

use core::ops::Range;

/// The rows of a type that inherits which have got another owner, or were enabled, since the last pass of its
/// `inherit`.
#[derive(Default)]
pub(crate) struct RowMoves {
    rows: Vec<u32>,
    /// There were too many, or there was no memory: all count as moved.
    are_too_many: bool,
}

crate::base::clone_fields!(RowMoves { rows, are_too_many });

/// So many more than there are rows are noted one by one.
const SPARE: usize = 1024;

impl RowMoves {
    /// Notes rows, where there are so many in all. It cannot fail.
    pub(crate) fn note(&mut self, rows: Range<usize>, all: usize) {
        let are_too_many = self.rows.len() + rows.len() > all.max(rows.end) + SPARE;
        if are_too_many || self.rows.try_reserve(rows.len()).is_err() {
            *self = Self { rows: Vec::new(), are_too_many: true };
        }
        if !self.are_too_many {
            self.rows.extend(rows.start as u32..rows.end as u32);
        }
    }

    /// Takes what was noted of rows below `end`, each once, in their order.
    pub(crate) fn take(&mut self, end: usize) -> Vec<u32> {
        if core::mem::take(&mut self.are_too_many) {
            return (0..end as u32).collect();
        }
        let mut rows = core::mem::take(&mut self.rows);
        rows.retain(|&row| (row as usize) < end);
        rows.sort_unstable();
        rows.dedup();
        rows
    }
}
