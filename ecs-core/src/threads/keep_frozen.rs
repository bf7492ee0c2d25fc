//! [`KeepFrozen`]: keeps a cell frozen, and shows its value to all threads.
#![expect(unsafe_code, reason = "what is frozen is read past its count of borrows, on any thread")]

use core::ptr::NonNull;
use std::rc::Rc;

use super::freeze_cell::FreezeCell;

/// Keeps a cell frozen that an `Rc` owns, until this and all others that do are dropped.
pub(crate) struct KeepFrozen<O: 'static, T: 'static> {
    /// A part of what `owner` owns, so that it is there as long as this is.
    cell: NonNull<FreezeCell<T>>,
    owner: Rc<O>,
}

impl<O, T> KeepFrozen<O, T> {
    /// Freezes a cell that is a part of its owner.
    pub(crate) fn new(owner: Rc<O>, cell: impl for<'o> FnOnce(&'o O) -> &'o FreezeCell<T>) -> Self {
        let frozen = cell(&owner);
        frozen.freeze();
        Self { cell: NonNull::from(frozen), owner }
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
        self.cell().unfreeze();
    }
}

#[cfg(test)]
mod tests {
    use super::{FreezeCell, KeepFrozen};
    use std::rc::Rc;
    use std::thread;

    /// Miri and the thread sanitizer see if reading writes anything.
    #[test]
    fn several_threads_read_what_is_kept_frozen() {
        let cells: Rc<[FreezeCell<Vec<u64>>; 2]> = Rc::new([const { FreezeCell::new(Vec::new()) }; 2]);
        cells[1].borrow_mut().extend(0..100);
        let kept = KeepFrozen::new(cells.clone(), |[_, cell]| cell);
        let value = kept.value();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(move || assert_eq!(value.iter().sum::<u64>(), 4_950));
            }
        });
        assert!(!cells[0].is_frozen() && Rc::ptr_eq(kept.owner(), &cells));
    }

    #[test]
    fn it_is_frozen_until_the_last_one_is_dropped() {
        let cell = Rc::new(FreezeCell::new(7));
        let keep = || KeepFrozen::new(cell.clone(), |cell| cell);
        let (one, two) = (keep(), keep());
        drop(one);
        assert!(cell.is_frozen() && *two.value() == 7);
        drop(two);
        assert!(!cell.is_frozen());
        *cell.borrow_mut() = 8;
        assert_eq!(*keep().value(), 8);
    }
}
