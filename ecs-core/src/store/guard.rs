//! [`Ref`] and [`RefMut`]: what borrows one component.
#![expect(
    unsafe_code,
    reason = "a guard holds pointers instead of a lifetime, so that it can outlive the borrow of a handle"
)]

use core::fmt;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

use super::named_guard::Guard;
use super::store::Store;
use crate::base::CallSite;
use crate::borrow::{Borrows, Conflict};

/// What both guards hold: the value, and the store in which its borrow ends.
///
/// rustc prints this name to users who send a guard to another thread.
///
/// Both pointers stay valid while the guard lives: rows do not move while something of their store is
/// borrowed, and a store is leaked, never freed, if something of it is borrowed when its world ends. The
/// pointers also make the guards neither `Send` nor `Sync`. The row is not kept: two words travel in
/// registers, and the row is needed only where several are borrowed.
struct BorrowOnOneThread<T: 'static> {
    value: NonNull<T>,
    store: NonNull<Store<T>>,
    site: CallSite,
}

impl<T> BorrowOnOneThread<T> {
    #[inline(always)]
    fn new(store: &Store<T>, value: NonNull<T>, site: CallSite) -> Self {
        Self { value, store: NonNull::from(store), site }
    }

    #[inline(always)]
    fn store(&self) -> &Store<T> {
        // SAFETY: the store outlives the borrows of it, see `BorrowOnOneThread`.
        unsafe { self.store.as_ref() }
    }

    /// The row of the value.
    #[inline]
    fn row(&self) -> u32 {
        self.store().row_of_borrowed(self.value.addr().get())
    }
}

/// Borrows a component for reading until it is dropped.
///
/// Comes from [`Handle::borrow`](crate::Handle::borrow) and its kin. It has no lifetime, so it can be kept;
/// while it lives the component stays where it is, and borrowing it mutably is an error. A forgotten guard
/// borrows its component for ever.
#[must_use = "a guard ends its borrow as soon as it is dropped"]
pub struct Ref<T: 'static>(BorrowOnOneThread<T>);

/// Borrows a component for reading and writing until it is dropped.
///
/// Comes from [`Handle::borrow_mut`](crate::Handle::borrow_mut) and its kin. It has no lifetime, so
/// `let mut t = self.t.borrow_mut(); t.y += self.climb();` compiles; while it lives, borrowing the component
/// again is an error.
#[must_use = "a guard ends its borrow as soon as it is dropped"]
pub struct RefMut<T: 'static>(BorrowOnOneThread<T>);

impl<T> Ref<T> {
    /// Borrows a row, which must be the live one at `value`, if nothing of the store is borrowed.
    #[inline(always)]
    pub(crate) fn borrow_fast(store: &Store<T>, row: u32, value: NonNull<T>, site: CallSite) -> Option<Self> {
        store.borrows().borrow_fast(row, site).then(|| Self(BorrowOnOneThread::new(store, value, site)))
    }

    /// Borrows a row, which must be the live one at `value`, if only passes and queries have borrowed of the
    /// store, and not this one.
    #[inline]
    pub(crate) fn borrow_while_visited(
        store: &Store<T>,
        row: u32,
        value: NonNull<T>,
        site: CallSite,
    ) -> Option<Self> {
        let is_borrowed = store.borrows().borrow_while_visited(row, false, &**store, site);
        is_borrowed.then(|| Self(BorrowOnOneThread::new(store, value, site)))
    }

    /// Borrows a live row, if nothing has borrowed it mutably.
    pub(crate) fn borrow_row(store: &Store<T>, row: u32, site: CallSite) -> Result<Self, Conflict> {
        store.borrows().borrow_row(row, &**store, site)?;
        Ok(Self(BorrowOnOneThread::new(store, store.value(row), site)))
    }
}

impl<T> RefMut<T> {
    /// Borrows a row, which must be the live one at `value`, if nothing of the store is borrowed.
    #[inline(always)]
    pub(crate) fn borrow_fast(store: &Store<T>, row: u32, value: NonNull<T>, site: CallSite) -> Option<Self> {
        store.borrows().borrow_fast_mut(row, site).then(|| Self(BorrowOnOneThread::new(store, value, site)))
    }

    /// Borrows a row, which must be the live one at `value`, if only passes and queries have borrowed of the
    /// store, and not this one.
    #[inline]
    pub(crate) fn borrow_while_visited(
        store: &Store<T>,
        row: u32,
        value: NonNull<T>,
        site: CallSite,
    ) -> Option<Self> {
        let is_borrowed = store.borrows().borrow_while_visited(row, true, &**store, site);
        is_borrowed.then(|| Self(BorrowOnOneThread::new(store, value, site)))
    }

    /// Borrows a live row, if nothing has borrowed it.
    pub(crate) fn borrow_row(store: &Store<T>, row: u32, site: CallSite) -> Result<Self, Conflict> {
        store.borrows().borrow_row_mut(row, &**store, site)?;
        Ok(Self(BorrowOnOneThread::new(store, store.value(row), site)))
    }

    /// Borrows a live row for the closure of a `for_each`, if nothing has borrowed it.
    pub(crate) fn borrow_for_closure(store: &Store<T>, row: u32, site: CallSite) -> Result<Self, Conflict> {
        store.borrows().borrow_for_closure(row, &**store, site)?;
        Ok(Self(BorrowOnOneThread::new(store, store.value(row), site)))
    }
}

impl<T> Guard for Ref<T> {
    #[inline]
    fn borrows(&self) -> &Borrows {
        self.0.store().borrows()
    }

    #[inline]
    fn row(&self) -> u32 {
        self.0.row()
    }
}

impl<T> Guard for RefMut<T> {
    #[inline]
    fn borrows(&self) -> &Borrows {
        self.0.store().borrows()
    }

    #[inline]
    fn row(&self) -> u32 {
        self.0.row()
    }
}

impl<T> Deref for Ref<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the row is borrowed for reading, so nothing writes it or moves it while the guard lives.
        unsafe { self.0.value.as_ref() }
    }
}

impl<T> Deref for RefMut<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the row is borrowed by this guard alone, and does not move while the guard lives.
        unsafe { self.0.value.as_ref() }
    }
}

impl<T> DerefMut for RefMut<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the row is borrowed by this guard alone, and does not move while the guard lives.
        unsafe { self.0.value.as_mut() }
    }
}

impl<T> Drop for Ref<T> {
    #[inline(always)]
    fn drop(&mut self) {
        self.0.store().borrows().release(|| self.0.row(), self.0.site);
    }
}

impl<T> Drop for RefMut<T> {
    #[inline(always)]
    fn drop(&mut self) {
        let store = self.0.store();
        let end = || store.end_write(self.0.value.addr().get());
        store.borrows().release_written(|| self.0.row(), self.0.site, end);
    }
}

impl<T: fmt::Debug> fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}

impl<T: fmt::Debug> fmt::Debug for RefMut<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}

impl<T: fmt::Display> fmt::Display for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}

impl<T: fmt::Display> fmt::Display for RefMut<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::fmt(self, f)
    }
}
