//! [`RowRef`] and [`RowMut`]: guards on a row of a type that is stored by its fields: a copy of it, which is
//! written back.
#![expect(unsafe_code, reason = "the row of a guard is read and written by its places")]

use core::fmt;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::ptr;

use crate::borrow::Borrows;
use crate::store::{BorrowOnOneThread, Guard, Layout, RowBorrow};

use super::places::{FieldPlaces, Split};
use super::soa::Soa;

/// Borrows a component of a [`Soa`] type for reading until it is dropped, and has a copy of it.
///
/// A `for` over a query gives it, and a [`Ref`](crate::Ref) has one.
#[must_use = "a guard ends its borrow as soon as it is dropped"]
pub struct RowRef<'c, T: Soa> {
    value: T,
    /// Of a guard that comes from a handle.
    borrow: Option<BorrowOnOneThread<false>>,
    borrowed: PhantomData<&'c T>,
}

/// Borrows a component of a [`Soa`] type for reading and writing until it is dropped, has a copy of it, and
/// writes that back then.
///
/// A `for` over a query gives it, and a [`RefMut`](crate::RefMut) has one.
/// What was written to one that is forgotten is lost.
#[must_use = "a guard ends its borrow as soon as it is dropped"]
pub struct RowMut<'c, T: Soa> {
    value: ManuallyDrop<T>,
    places: T::__Places,
    step: usize,
    /// Of a guard that comes from a handle.
    borrow: Option<BorrowOnOneThread<true>>,
    /// Invariant in `T`, as [`RefMut`](crate::RefMut).
    borrowed: PhantomData<&'c mut T>,
}

impl<T: Soa> RowRef<'_, T> {
    #[inline(always)]
    pub(super) fn over(value: T) -> Self {
        Self { value, borrow: None, borrowed: PhantomData }
    }
}

impl<T: Soa> RowRef<'static, T> {
    /// The guard on a row that is borrowed.
    pub(super) fn on(borrow: RowBorrow<T, false>) -> Self {
        let (places, borrow) = places_of(borrow);
        // SAFETY: the row is borrowed for reading, so it holds a value, which nobody writes to.
        Self { value: unsafe { Split::read(places, 0) }, borrow: Some(borrow), borrowed: PhantomData }
    }
}

/// Where the fields of a borrowed row are, and its borrow.
#[inline]
pub(super) fn places_of<T: Soa, const MUT: bool>(
    borrow: RowBorrow<T, MUT>,
) -> (T::__Places, BorrowOnOneThread<MUT>) {
    let (_, borrow) = borrow.into_parts();
    let row = borrow.row();
    let place = |field| borrow.column().row_store.place(field, T::__FIELDS.layouts[field], row);
    (T::__Places::ask(place), borrow)
}

/// Another copy of the row, for a visitor who gets it several times: as often as the query lends it.
impl<T: Soa> Clone for RowRef<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        // SAFETY: the fields are `Copy`, and the type has no `Drop`.
        Self::over(unsafe { ptr::read(&raw const self.value) })
    }
}

impl<T: Soa> RowMut<'_, T> {
    /// Borrows the row that lies so many steps behind where its fields are.
    ///
    /// # Safety
    ///
    /// It must have a value, which nobody else uses as long as this lives.
    #[inline(always)]
    pub(super) unsafe fn over(
        places: T::__Places,
        step: usize,
        borrow: Option<BorrowOnOneThread<true>>,
    ) -> Self {
        // SAFETY: as required of the caller.
        let value = ManuallyDrop::new(unsafe { Split::read(places, step) });
        Self { value, places, step, borrow, borrowed: PhantomData }
    }
}

impl<T: Soa> RowMut<'static, T> {
    /// The guard on a row that is borrowed.
    pub(super) fn on(borrow: RowBorrow<T, true>) -> Self {
        let (places, borrow) = places_of(borrow);
        // SAFETY: the row is borrowed by this alone, so it holds a value, and does not move.
        unsafe { Self::over(places, 0, Some(borrow)) }
    }
}

impl<T: Soa> Drop for RowMut<'_, T> {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the value is taken once, here. The row is still borrowed by this alone: a borrow of its own
        // ends after this.
        unsafe { Split::write(self.places, self.step, &mut Some(ManuallyDrop::take(&mut self.value))) };
    }
}

crate::base::deref_by!([T: Soa] RowRef<'_, T> => T, |this| &this.value);

crate::base::deref_by!([T: Soa] RowMut<'_, T> => T, |this| &this.value);

crate::base::deref_mut_by!([T: Soa] RowMut<'_, T>, |this| &mut this.value);

macro_rules! guards {
    ($Guard:ident) => {
        impl<T: Soa> Guard for $Guard<'static, T> {
            fn borrows(&self) -> &Borrows {
                &self.borrow.as_ref().expect("a handle has given it").column().borrows
            }

            fn row(&self) -> u32 {
                self.borrow.as_ref().expect("a handle has given it").row()
            }
        }

        crate::base::debug_by!([T: Soa + fmt::Debug] $Guard<'_, T>, |this, f| T::fmt(this, f));

        crate::base::display_by!([T: Soa + fmt::Display] $Guard<'_, T>, |this, f| T::fmt(this, f));
    };
}

guards!(RowRef);
guards!(RowMut);
