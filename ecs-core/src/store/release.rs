//! [`BorrowOnOneThread`]: the borrow of one row, which ends when this is dropped, whatever the type.
#![expect(
    unsafe_code,
    reason = "it holds a pointer to the column instead of a lifetime, so that guards have none"
)]

use core::mem::ManuallyDrop;
use core::num::NonZero;
use core::ptr::NonNull;

use crate::base::CallSite;
use crate::column::Column;

/// Ends the borrow of a row when it is dropped: one for writing if `MUT`, otherwise one for reading.
///
/// rustc prints this name to users who send a guard to another thread.
///
/// The column stays where it is while this lives: it is leaked, never freed, if something of it is borrowed
/// when its world ends. Nor does the row change: rows do not move while something of their column is
/// borrowed. The pointer also makes the guards neither `Send` nor `Sync`.
pub(super) struct BorrowOnOneThread<const MUT: bool> {
    column: NonNull<Column>,
    /// Where the value of the row lies. The row itself is not kept: it is needed only where several are
    /// borrowed, and this stands in a register anyway, as the address of what the guard shows.
    address: NonZero<usize>,
    site: CallSite,
}

impl<const MUT: bool> BorrowOnOneThread<MUT> {
    /// Takes over a borrow that has begun, of the row whose value is at an address.
    #[inline(always)]
    pub(super) fn new(column: NonNull<Column>, address: NonZero<usize>, site: CallSite) -> Self {
        Self { column, address, site }
    }

    /// Lets the borrow go on; returns the column in which it does.
    #[inline(always)]
    pub(super) fn forget(self) -> NonNull<Column> {
        ManuallyDrop::new(self).column
    }

    #[inline(always)]
    pub(super) fn column(&self) -> &Column {
        // SAFETY: the column outlives the borrows of it, see `BorrowOnOneThread`.
        unsafe { self.column.as_ref() }
    }

    /// The row that is borrowed.
    #[inline]
    pub(super) fn row(&self) -> u32 {
        self.column().row_of_borrowed(self.address.get())
    }
}

impl<const MUT: bool> Drop for BorrowOnOneThread<MUT> {
    #[inline(always)]
    fn drop(&mut self) {
        let column = self.column();
        let borrows = column.borrows();
        if MUT {
            borrows.release_written(|| self.row(), self.site, || column.end_write(self.address.get()));
        } else {
            borrows.release(|| self.row(), self.site);
        }
    }
}
