//! [`KeepFrozen`]: keeps a cell frozen, and shows its value to all threads.
#![expect(unsafe_code, reason = "what is frozen is read past its count of borrows, on any thread")]

use core::cell::Cell;
use core::ptr::NonNull;
use std::rc::Rc;

use super::freeze_cell::FreezeCell;

/// Keeps a cell frozen that an `Rc` owns, until this and all others that do are dropped.
pub(crate) struct KeepFrozen<O: 'static, T: 'static> {
    /// A part of what `owner` owns, so that it is there as long as this is.
    cell: NonNull<FreezeCell<T>>,
    keepers: Keepers<O>,
    owner: Rc<O>,
}

/// Finds where an owner counts those who keep its cell frozen. No other thread reads that: the cell itself is
/// written to by the first and the last of them alone.
type Keepers<O> = fn(&O) -> &Cell<u32>;

impl<O, T> KeepFrozen<O, T> {
    /// Freezes a cell that is a part of its owner, unless another one keeps it frozen.
    pub(crate) fn new(
        owner: Rc<O>,
        cell: impl for<'o> FnOnce(&'o O) -> &'o FreezeCell<T>,
        keepers: Keepers<O>,
    ) -> Self {
        let (frozen, count) = (cell(&owner), keepers(&owner));
        if count.get() == 0 {
            frozen.freeze();
        }
        count.set(count.get() + 1);
        Self { cell: NonNull::from(frozen), keepers, owner }
    }

    /// What owns the cell.
    pub(crate) fn owner(&self) -> &Rc<O> {
        &self.owner
    }

    fn cell(&self) -> &FreezeCell<T> {
        // SAFETY: the closure of `KeepFrozen::new` found the cell in the owner, for any lifetime that a
        // borrow of the owner may have. One such borrow lasts as long as this keeps the `Rc`, whose value
        // nobody moves or writes to as a whole.
        unsafe { self.cell.as_ref() }
    }

    /// The value, which other threads may read if it is `Sync`.
    pub(crate) fn value(&self) -> &T {
        // SAFETY: the cell is frozen until this is dropped, which it is not while it is borrowed: so nobody
        // writes to the value.
        unsafe { &*self.cell().as_ptr() }
    }
}

impl<O, T> Drop for KeepFrozen<O, T> {
    fn drop(&mut self) {
        let count = (self.keepers)(&self.owner);
        count.set(count.get() - 1);
        if count.get() == 0 {
            self.cell().unfreeze();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FreezeCell, KeepFrozen};
    use std::cell::Cell;
    use std::rc::Rc;
    use std::thread;

    #[derive(Default)]
    struct Owner {
        cell: FreezeCell<Vec<u64>>,
        keepers: Cell<u32>,
    }

    fn keep(owner: &Rc<Owner>) -> KeepFrozen<Owner, Vec<u64>> {
        KeepFrozen::new(owner.clone(), |owner| &owner.cell, |owner| &owner.keepers)
    }

    /// Says on another thread whether the cell is frozen, as workers ask.
    struct Asks<'o>(&'o FreezeCell<Vec<u64>>);
    // SAFETY: the cell is frozen while threads have it.
    unsafe impl Sync for Asks<'_> {}

    /// Miri and the thread sanitizer see if reading writes anything, or if keeping it once more does.
    #[test]
    fn several_threads_read_what_is_kept_frozen() {
        let owner = Rc::<Owner>::default();
        owner.cell.borrow_mut().extend(0..100);
        let kept = keep(&owner);
        let (value, asks) = (kept.value(), &Asks(&owner.cell));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(move || {
                    let asks = asks;
                    assert!(asks.0.is_frozen());
                    assert_eq!(value.iter().chain(&*asks.0.borrow()).sum::<u64>(), 9_900);
                });
            }
            (0..10).for_each(|_| drop(keep(&owner)));
        });
        assert!(Rc::ptr_eq(kept.owner(), &owner));
    }

    #[test]
    fn it_is_frozen_until_the_last_one_is_dropped() {
        let owner = Rc::<Owner>::default();
        let (one, two) = (keep(&owner), keep(&owner));
        drop(one);
        assert!(owner.cell.is_frozen() && two.value().is_empty());
        drop(two);
        assert!(!owner.cell.is_frozen());
        owner.cell.borrow_mut().push(8);
        assert_eq!(keep(&owner).value()[..], [8]);
    }
}
