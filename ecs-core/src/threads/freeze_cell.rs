//! [`FreezeCell`]: a `RefCell` that can be frozen, so that several threads may read it at once.
#![expect(unsafe_code, reason = "a cell that checks its borrows itself")]

use core::cell::{Cell, UnsafeCell};
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

use crate::base::Mark;

/// A value with its borrows counted, until it is frozen: then nobody writes to it, so nothing is counted, and
/// reading it writes nothing.
///
/// It is not `Sync`. Who lets other threads read it freezes it on its own thread before they begin, until
/// they are done.
#[derive(Default)]
pub(crate) struct FreezeCell<T> {
    /// How many read it now, or one of the states below zero.
    state: Cell<isize>,
    /// Cleared whenever the value is borrowed for writing.
    mark: Mark,
    value: UnsafeCell<T>,
}

const WRITTEN: isize = -1;
const FROZEN: isize = isize::MIN;

impl<T> FreezeCell<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self { state: Cell::new(0), mark: Mark::new(), value: UnsafeCell::new(value) }
    }

    /// Borrows the value for reading. Nothing may write to it.
    #[inline(always)]
    pub(crate) fn borrow(&self) -> Read<'_, T> {
        let readers = self.state.get().wrapping_add(1);
        let count = if readers > 0 {
            self.state.set(readers);
            Some(&self.state)
        } else {
            self.expect_frozen();
            None
        };
        // SAFETY: nothing writes to the value: it is counted as being read, or frozen.
        Read { value: NonNull::from(unsafe { &*self.value.get() }), count }
    }

    /// Reads something of the value at once. Nothing may write to it. Counts nothing: where many rows are
    /// read one after the other, each count would wait for the one before.
    ///
    /// # Safety
    ///
    /// The function must only read the value: it calls nothing that may write to this cell.
    #[inline(always)]
    pub(crate) unsafe fn peek<R>(&self, f: impl FnOnce(&T) -> R) -> R {
        if self.state.get() == WRITTEN {
            self.fail();
        }
        // SAFETY: nothing writes to the value now, nor while the function runs, as required of the caller.
        f(unsafe { &*self.value.get() })
    }

    /// Borrows the value for writing. Nothing may have borrowed it, and it may not be frozen.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn borrow_mut(&self) -> Write<'_, T> {
        self.mark.clear();
        self.borrow_aside()
    }

    /// Borrows the value for writing to what no copy of it has.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn borrow_aside(&self) -> Write<'_, T> {
        if self.state.get() != 0 {
            self.fail();
        }
        self.state.set(WRITTEN);
        Write { value: NonNull::new(self.value.get()).expect("a place is never at null"), state: &self.state }
    }

    /// Borrows the value for writing; `None` if anything has borrowed it, or it is frozen.
    #[inline(always)]
    pub(crate) fn try_borrow_mut(&self) -> Option<Write<'_, T>> {
        (self.state.get() == 0).then(|| self.borrow_mut())
    }

    /// Says which saved copy the value equals.
    #[inline(always)]
    pub(crate) fn mark(&self) -> &Mark {
        &self.mark
    }

    /// Takes the value, and leaves the default.
    pub(crate) fn take(&self) -> T
    where
        T: Default,
    {
        core::mem::take(&mut *self.borrow_mut())
    }

    /// Where the value is.
    pub(super) fn as_ptr(&self) -> *const T {
        self.value.get()
    }

    /// Says whether it is frozen.
    #[inline]
    pub(crate) fn is_frozen(&self) -> bool {
        self.state.get() == FROZEN
    }

    /// Lets nobody write until [`FreezeCell::unfreeze`]. Nothing may have borrowed the value.
    pub(crate) fn freeze(&self) {
        if self.state.get() != 0 {
            self.fail();
        }
        self.state.set(FROZEN);
    }

    /// Ends a [`FreezeCell::freeze`]. No other thread reads the value any more.
    pub(crate) fn unfreeze(&self) {
        self.expect_frozen();
        self.state.set(0);
    }

    #[inline]
    fn expect_frozen(&self) {
        if !self.is_frozen() {
            self.fail();
        }
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn fail(&self) -> ! {
        match self.state.get() {
            FROZEN => panic!("a store changes while other threads read it"),
            WRITTEN => panic!("a part of a store is borrowed while it is written to"),
            _ => panic!("a part of a store is written to while it is borrowed"),
        }
    }
}

/// Borrows the value of a [`FreezeCell`] for reading.
pub struct Read<'c, T: ?Sized> {
    /// No reference: it would have to be valid until the end of a function that drops this.
    value: NonNull<T>,
    /// Where it is counted, if it is.
    count: Option<&'c Cell<isize>>,
}

impl<'c, T: ?Sized> Read<'c, T> {
    /// Borrows a part of the value instead.
    #[inline]
    pub(crate) fn map<U: ?Sized>(self, part: impl FnOnce(&T) -> &U) -> Read<'c, U> {
        let value = NonNull::from(part(&self));
        Read { value, count: core::mem::ManuallyDrop::new(self).count }
    }
}

impl<T: ?Sized> Deref for Read<'_, T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the value of the cell is borrowed for reading until this is dropped.
        unsafe { self.value.as_ref() }
    }
}

impl<T: ?Sized> Drop for Read<'_, T> {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(count) = self.count {
            count.set(count.get() - 1);
        }
    }
}

/// Borrows the value of a [`FreezeCell`] for writing.
pub(crate) struct Write<'c, T> {
    /// No reference, as in [`Read`].
    value: NonNull<T>,
    state: &'c Cell<isize>,
}

impl<T> Deref for Write<'_, T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the value of the cell is borrowed by this alone.
        unsafe { self.value.as_ref() }
    }
}

impl<T> DerefMut for Write<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the value of the cell is borrowed by this alone.
        unsafe { self.value.as_mut() }
    }
}

impl<T> Drop for Write<'_, T> {
    #[inline(always)]
    fn drop(&mut self) {
        self.state.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::{FROZEN, FreezeCell};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread;

    fn is_refused<R>(call: impl FnOnce() -> R) -> bool {
        catch_unwind(AssertUnwindSafe(call)).is_err()
    }

    #[test]
    fn it_counts_as_a_ref_cell_does() {
        let cell = FreezeCell::new(vec![1]);
        let (one, two) = (cell.borrow(), cell.borrow().map(Vec::as_slice));
        assert!(is_refused(|| cell.borrow_mut()) && is_refused(|| cell.freeze()));
        drop(one);
        assert!(is_refused(|| cell.borrow_mut()));
        assert_eq!(*two, [1]);
        drop(two);
        let mut all = cell.borrow_mut();
        all.push(2);
        assert!(
            is_refused(|| cell.borrow()) && is_refused(|| cell.borrow_mut()) && is_refused(|| cell.freeze())
        );
        drop(all);
        assert_eq!(*cell.borrow(), [1, 2]);
    }

    #[test]
    fn a_peek_counts_nothing_and_is_refused_while_the_value_is_written() {
        let cell = FreezeCell::new(7);
        // SAFETY: it reads a number.
        let peek = || unsafe { cell.peek(|number| *number) };
        let reader = cell.borrow();
        assert_eq!((peek(), cell.state.get()), (7, 1));
        drop(reader);
        let writer = cell.borrow_mut();
        assert!(is_refused(peek));
        drop(writer);
        cell.freeze();
        assert_eq!((peek(), cell.state.get()), (7, FROZEN));
    }

    #[test]
    fn frozen_it_is_read_and_not_written() {
        let cell = FreezeCell::new(7);
        cell.freeze();
        let (one, two) = (cell.borrow(), cell.borrow());
        assert_eq!((*one, *two, cell.state.get()), (7, 7, FROZEN));
        drop((one, two));
        assert_eq!(cell.state.get(), FROZEN);
        assert!(is_refused(|| cell.borrow_mut()) && is_refused(|| cell.freeze()));
        cell.unfreeze();
        *cell.borrow_mut() = 8;
        assert!(is_refused(|| cell.unfreeze()));
        assert_eq!(*cell.borrow(), 8);
    }

    /// Miri and the thread sanitizer see if reading writes anything.
    #[test]
    fn several_threads_read_what_is_frozen() {
        struct SharedCell<'c>(&'c FreezeCell<Vec<u64>>);
        // SAFETY: the cell is frozen while threads have it.
        unsafe impl Sync for SharedCell<'_> {}

        let cell = FreezeCell::new((0..100).collect());
        cell.freeze();
        let shared = &SharedCell(&cell);
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(move || {
                    let shared = shared;
                    (0..100).for_each(|_| assert_eq!(shared.0.borrow().iter().sum::<u64>(), 4_950));
                });
            }
        });
        cell.unfreeze();
        cell.borrow_mut().push(100);
        assert_eq!(cell.borrow().len(), 101);
    }
}
