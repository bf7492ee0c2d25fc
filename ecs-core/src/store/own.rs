//! [`HookGuard`]: borrows a component for one of its hooks or a closure, without its type; [`UntypedOwn`]:
//! what that gets of it.
#![expect(unsafe_code, reason = "the component of a row is borrowed by its type")]

use core::marker::PhantomData;

use super::layout::Stored;
use super::receiver::Receiver;
use super::store::Store;
use crate::base::CallSite;
use crate::borrow::{Borrower, Conflict, HookName};
use crate::column::{At, Column, FirmRow};

/// Borrows a row for a hook of its component, or for a closure that visits it, until it is dropped.
pub(crate) struct HookGuard<'s> {
    column: &'s Column,
    row: u32,
    writes: bool,
    /// Whether messages name the borrower by what is [noted](crate::borrow::Borrows::name) with the row.
    is_named: bool,
    site: CallSite,
}

impl<'s> HookGuard<'s> {
    /// Borrows a row, if nothing has borrowed it: for reading, if the hook does not write.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn borrow(
        firm: FirmRow<'s>,
        writes: bool,
        hook: impl FnOnce() -> HookName,
    ) -> Result<Self, Conflict> {
        let (At { column, site, .. }, row) = (*firm, firm.row);
        if writes {
            column.borrows.borrow_for_hook(row, column, site)?;
            return Ok(Self { column, row, writes, is_named: false, site });
        }
        Self::borrow_as(column, row, false, Borrower::own(hook()), site)
    }

    /// Borrows a row for a borrower with a name.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn borrow_as(
        column: &'s Column,
        row: u32,
        writes: bool,
        borrower: Borrower,
        site: CallSite,
    ) -> Result<Self, Conflict> {
        if writes {
            column.borrows.borrow_row_mut(row, column, site)?;
        } else {
            column.borrows.borrow_row(row, column, site)?;
        }
        // First: if there is no memory for the name, it is borrowed no more.
        let mut guard = Self { column, row, writes, is_named: false, site };
        column.borrows.name(row, borrower);
        guard.is_named = true;
        Ok(guard)
    }

    /// What the hook gets.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn own(&mut self) -> UntypedOwn<'_> {
        UntypedOwn { column: self.column, row: self.row, writes: self.writes, borrowed: PhantomData }
    }
}

impl Drop for HookGuard<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drop(&mut self) {
        let borrowed = &self.column.borrows;
        if self.is_named {
            borrowed.end_name(self.row);
        }
        if self.writes {
            borrowed.release_written(|| self.row, self.site, || self.column.end_write_of_row(self.row));
        } else {
            borrowed.release(|| self.row, self.site);
        }
    }
}

/// A component that one of its hooks has borrowed, before its type is known.
pub struct UntypedOwn<'a> {
    column: &'a Column,
    row: u32,
    writes: bool,
    borrowed: PhantomData<&'a mut ()>,
}

impl UntypedOwn<'_> {
    /// Calls a function with the component as the hook takes it.
    ///
    /// # Panics
    ///
    /// If it is of another type, or borrowed in another way: that would be a mistake in `ecs-core`.
    #[inline]
    pub(crate) fn with<R: Receiver, T: Stored, X>(self, f: impl FnOnce(R::Own<'_, T>) -> X) -> X {
        let Self { column, row, writes, .. } = self;
        assert!(writes || !R::WRITES, "a component is borrowed as its hook takes it");
        let store = Store::<T>::of(column).expect("a hook is called with a component of its type");
        // SAFETY: the row holds a value of the type. It is borrowed by the guard that has made this, for
        // writing if the hook writes, and does not move; for any lifetime the function cannot keep it.
        unsafe { R::with::<T, X>(store.cursor(row), 0, f) }
    }
}
