//! [`WatchedCell`]: a cell that notifies watchers when its value is borrowed for writing.

use core::cell::{Cell, RefCell};
use core::ops::Deref;

use super::freeze_cell::{FreezeCell, Write};

/// Who keeps an answer that depends on the value of a [`WatchedCell`].
pub(crate) trait Watcher {
    /// Notes that the answer may not hold any more.
    fn notify(&self);
}

/// A [`FreezeCell`] that notifies its watchers whenever its value is borrowed for writing.
pub(crate) struct WatchedCell<T, W> {
    cell: FreezeCell<T>,
    is_watched: Cell<bool>,
    watchers: RefCell<Vec<W>>,
}

impl<T, W: Watcher> WatchedCell<T, W> {
    pub(crate) const fn new(value: T) -> Self {
        Self {
            cell: FreezeCell::new(value),
            is_watched: Cell::new(false),
            watchers: RefCell::new(Vec::new()),
        }
    }

    /// Borrows the value for writing as [`FreezeCell::borrow_mut`], and notifies the watchers.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn borrow_mut(&self) -> Write<'_, T> {
        self.note_write();
        self.cell.borrow_mut()
    }

    /// Notifies the watchers that something is written to which belongs to the value.
    #[inline(always)]
    pub(crate) fn note_write(&self) {
        if self.is_watched.get() {
            self.notify();
        }
    }

    #[cold]
    #[inline(never)]
    fn notify(&self) {
        self.watchers.borrow().iter().for_each(W::notify);
    }

    /// Notifies a watcher from now on.
    pub(crate) fn watch(&self, watcher: W) {
        self.watchers.borrow_mut().push(watcher);
        self.is_watched.set(true);
    }

    /// Ends the last [`WatchedCell::watch`] of a watcher, which a function knows.
    pub(crate) fn unwatch(&self, is_it: impl Fn(&W) -> bool) {
        let mut watchers = self.watchers.borrow_mut();
        if let Some(place) = watchers.iter().rposition(is_it) {
            watchers.remove(place);
        }
        self.is_watched.set(!watchers.is_empty());
    }

    /// How often a watcher is among them, which a function knows.
    pub(crate) fn watches(&self, is_it: impl Fn(&W) -> bool) -> usize {
        self.watchers.borrow().iter().filter(|&watcher| is_it(watcher)).count()
    }
}

impl<T, W> Deref for WatchedCell<T, W> {
    type Target = FreezeCell<T>;

    #[inline(always)]
    fn deref(&self) -> &FreezeCell<T> {
        &self.cell
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::{WatchedCell, Watcher};

    impl Watcher for Rc<Cell<u32>> {
        fn notify(&self) {
            self.set(self.get() + 1);
        }
    }

    #[test]
    fn it_notifies_each_watcher_of_each_write_until_that_is_ended() {
        let cell = WatchedCell::<u32, Rc<Cell<u32>>>::new(7);
        let [one, two] = [(); 2].map(|()| Rc::new(Cell::new(0)));
        *cell.borrow_mut() = 8;
        cell.watch(one.clone());
        cell.watch(two.clone());
        cell.watch(one.clone());
        assert_eq!(*cell.borrow(), 8);
        assert_eq!((one.get(), two.get()), (0, 0), "reading is no write");
        *cell.borrow_mut() = 9;
        assert_eq!((one.get(), two.get()), (2, 1));
        assert_eq!(cell.watches(|watcher| Rc::ptr_eq(watcher, &one)), 2);
        cell.unwatch(|watcher| Rc::ptr_eq(watcher, &one));
        cell.note_write();
        assert_eq!((one.get(), two.get()), (3, 2));
        cell.unwatch(|watcher| Rc::ptr_eq(watcher, &one));
        cell.unwatch(|watcher| Rc::ptr_eq(watcher, &two));
        cell.note_write();
        assert_eq!((one.get(), two.get(), *cell.borrow()), (3, 2, 9));
    }
}
