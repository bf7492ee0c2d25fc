//! [`CountedCell`]: a cell that counts how often its value was borrowed for writing.

use core::cell::Cell;
use core::ops::Deref;

use super::freeze_cell::{FreezeCell, Write};

/// A [`FreezeCell`] that counts how often its value was borrowed for writing: who keeps an answer that depends
/// on the value asks again where the count is another one.
pub(crate) struct CountedCell<T> {
    cell: FreezeCell<T>,
    writes: Cell<u64>,
}

impl<T> CountedCell<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self { cell: FreezeCell::new(value), writes: Cell::new(0) }
    }

    /// Borrows the value for writing as [`FreezeCell::borrow_mut`], and counts it.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn borrow_mut(&self) -> Write<'_, T> {
        self.note_write();
        self.cell.borrow_mut()
    }

    /// Counts that something is written to which belongs to the value.
    #[inline(always)]
    pub(crate) fn note_write(&self) {
        self.writes.set(self.writes.get().wrapping_add(1));
    }

    /// How often the value was borrowed for writing.
    #[inline(always)]
    pub(crate) fn writes(&self) -> &Cell<u64> {
        &self.writes
    }
}

impl<T> Deref for CountedCell<T> {
    type Target = FreezeCell<T>;

    #[inline(always)]
    fn deref(&self) -> &FreezeCell<T> {
        &self.cell
    }
}
