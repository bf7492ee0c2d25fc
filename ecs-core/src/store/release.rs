//! [`BorrowOnOneThread`]: the borrow of one row, which ends when this is dropped, whatever the type;
//! [`RowBorrow`]: that of a row of a type, on its way to a guard.
#![expect(
    unsafe_code,
    reason = "it holds a pointer to the column instead of a lifetime, so that guards have none"
)]

use core::mem::ManuallyDrop;
use core::num::NonZero;
use core::ptr::NonNull;

use crate::base::CallSite;
use crate::borrow::Conflict;
use crate::column::Column;

/// Ends the borrow of a row when it is dropped: one for writing if `MUT`, otherwise one for reading.
///
/// rustc prints this name to users who send a guard to another thread.
///
/// The column stays where it is while this lives: it is leaked, never freed, if something of it is borrowed
/// when its world ends. Nor does the row change: rows do not move while something of their column is
/// borrowed. The pointer also makes the guards neither `Send` nor `Sync`.
pub(crate) struct BorrowOnOneThread<const MUT: bool> {
    column: NonNull<Column>,
    /// Where the value of the row lies. The row itself is not kept: it is needed only where several are
    /// borrowed, and this stands in a register anyway, as the address of what the guard shows.
    address: NonZero<usize>,
    site: CallSite,
}

impl<const MUT: bool> BorrowOnOneThread<MUT> {
    /// Takes over a borrow that has begun, of the row whose value is at an address.
    #[inline(always)]
    fn new(column: NonNull<Column>, address: NonZero<usize>, site: CallSite) -> Self {
        Self { column, address, site }
    }

    /// Lets the borrow go on; returns the column in which it does.
    #[inline(always)]
    fn forget(self) -> NonNull<Column> {
        ManuallyDrop::new(self).column
    }

    #[inline(always)]
    pub(crate) fn column(&self) -> &Column {
        // SAFETY: the column outlives the borrows of it, see `BorrowOnOneThread`.
        unsafe { self.column.as_ref() }
    }

    /// The row that is borrowed.
    #[inline]
    pub(crate) fn row(&self) -> u32 {
        self.column().row_of_borrowed(self.address.get())
    }
}

impl<const MUT: bool> Drop for BorrowOnOneThread<MUT> {
    #[inline(always)]
    fn drop(&mut self) {
        let column = self.column();
        let borrows = &column.borrows;
        if MUT {
            borrows.release_written(|| self.row(), self.site, || column.end_write(self.address.get()));
        } else {
            borrows.release(|| self.row(), self.site);
        }
    }
}

/// The borrow of a row, and where its value is. A guard is made of it.
pub struct RowBorrow<T: 'static, const MUT: bool> {
    /// Of a type that is stored by its fields the place of the first one.
    value: NonNull<T>,
    borrow: BorrowOnOneThread<MUT>,
}

/// A [`RowBorrow`] on its way through two registers: a function that returns a guard itself writes it to
/// memory.
pub(crate) struct Packed<T: 'static, const MUT: bool> {
    value: NonNull<T>,
    column: NonNull<Column>,
}

impl<T, const MUT: bool> RowBorrow<T, MUT> {
    /// Takes over the borrow of a row, which has begun.
    #[inline(always)]
    fn on(column: &Column, value: NonNull<T>, site: CallSite) -> Self {
        Self::over(NonNull::from(column), value, site)
    }

    #[inline(always)]
    fn over(column: NonNull<Column>, value: NonNull<T>, site: CallSite) -> Self {
        Self { value, borrow: BorrowOnOneThread::new(column, value.addr(), site) }
    }

    /// Borrows a row, which must be the live one at `value`, if nothing of the column is borrowed.
    #[inline(always)]
    pub(crate) fn fast(column: &Column, row: u32, value: NonNull<T>, site: CallSite) -> Option<Self> {
        let borrows = &column.borrows;
        let is_borrowed =
            if MUT { borrows.borrow_fast_mut(row, site) } else { borrows.borrow_fast(row, site) };
        if is_borrowed { Some(Self::on(column, value, site)) } else { None }
    }

    /// Borrows a row, which must be the live one at `value`, if only passes and queries have borrowed of the
    /// column, and not this one.
    #[inline]
    pub(crate) fn while_visited(
        column: &Column,
        row: u32,
        value: NonNull<T>,
        site: CallSite,
    ) -> Option<Self> {
        let is_borrowed = column.borrows.borrow_while_visited(row, MUT, column, site);
        if is_borrowed { Some(Self::on(column, value, site)) } else { None }
    }

    /// Borrows a live row, which is at `value`, if nothing has borrowed it in a way that conflicts.
    pub(crate) fn row(
        column: &Column,
        row: u32,
        value: NonNull<T>,
        site: CallSite,
    ) -> Result<Self, Conflict> {
        match borrow_row(column, row, MUT, site) {
            Ok(()) => Ok(Self::on(column, value, site)),
            Err(conflict) => Err(conflict),
        }
    }

    /// It as what fits into two registers; until it is [one again](Self::unpack), the borrow goes on.
    #[inline]
    pub(crate) fn pack(self) -> Packed<T, MUT> {
        Packed { value: self.value, column: self.borrow.forget() }
    }

    /// It as what it was, with the place where the borrow began.
    #[inline(always)]
    pub(crate) fn unpack(packed: Packed<T, MUT>, site: CallSite) -> Self {
        Self::over(packed.column, packed.value, site)
    }

    /// Where the value is, and its borrow.
    #[inline(always)]
    pub(crate) fn into_parts(self) -> (NonNull<T>, BorrowOnOneThread<MUT>) {
        (self.value, self.borrow)
    }
}

/// Borrows a live row for a guard, if nothing has borrowed it in a way that conflicts.
fn borrow_row(column: &Column, row: u32, mutably: bool, site: CallSite) -> Result<(), Conflict> {
    let borrows = &column.borrows;
    if mutably { borrows.borrow_row_mut(row, column, site) } else { borrows.borrow_row(row, column, site) }
}
