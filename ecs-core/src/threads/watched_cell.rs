//! [`WatchedCell`]: a cell that notifies watchers when its value is borrowed for writing.

use core::cell::RefCell;
use core::ops::Deref;

use super::freeze_cell::{FreezeCell, Write};

/// Who keeps an answer that depends on the value of a [`WatchedCell`].
pub(crate) trait Watcher {
    /// Notes that the answer may not hold any more.
    fn notify(&self);
}

/// A [`FreezeCell`] that notifies its watchers before its value is written to: once, until one of them
/// [waits](Self::wait) again. While nobody waits, writing costs no more than with a [`FreezeCell`].
pub(crate) struct WatchedCell<T, W> {
    cell: FreezeCell<T>,
    watchers: RefCell<Vec<W>>,
}

impl<T, W: Watcher> WatchedCell<T, W> {
    pub(crate) const fn new(value: T) -> Self {
        Self { cell: FreezeCell::new(value), watchers: RefCell::new(Vec::new()) }
    }

    /// Borrows the value for writing as [`FreezeCell::borrow_mut`], and notifies the watchers.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn borrow_mut(&self) -> Write<'_, T> {
        self.cell.mark().clear();
        self.cell.borrow_after(|| self.note_write())
    }

    /// Borrows the value for writing, if nobody is to be notified and nothing has borrowed it: saves 4 instructions
    /// of those that such an [`add`](crate::Entity::add) needs.
    #[inline(always)]
    pub(crate) fn borrow_mut_simply(&self) -> Option<Write<'_, T>> {
        self.cell.try_borrow_mut()
    }

    /// Notifies the watchers that something is written to which belongs to the value, or may be from now on.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_write(&self) {
        if self.cell.disarm() {
            self.watchers.borrow().iter().for_each(W::notify);
        }
    }

    /// Lets the watchers be notified of the next write; `false` if the value is frozen.
    pub(crate) fn wait(&self) -> bool {
        self.cell.arm()
    }

    /// Adds a watcher.
    pub(crate) fn add(&self, watcher: W) {
        self.watchers.borrow_mut().push(watcher);
    }

    /// Removes a watcher that a function knows, once.
    pub(crate) fn remove(&self, is_it: impl Fn(&W) -> bool) {
        let mut watchers = self.watchers.borrow_mut();
        if let Some(place) = watchers.iter().rposition(is_it) {
            watchers.remove(place);
        }
    }

    /// How often a watcher that a function knows was added.
    pub(crate) fn count(&self, is_it: impl Fn(&W) -> bool) -> usize {
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
    fn it_notifies_each_watcher_of_the_first_write_after_one_waits() {
        let cell = WatchedCell::<u32, Rc<Cell<u32>>>::new(7);
        let [one, two] = [(); 2].map(|()| Rc::new(Cell::new(0)));
        let [is_one, is_two] = [&one, &two].map(|it| |watcher: &Rc<_>| Rc::ptr_eq(watcher, it));
        cell.add(one.clone());
        cell.add(two.clone());
        cell.add(one.clone());
        *cell.borrow_mut() = 8;
        assert_eq!((one.get(), two.get()), (0, 0), "nobody waits");
        assert!(cell.wait() && cell.wait());
        let reader = cell.borrow();
        assert_eq!((*reader, one.get(), two.get()), (8, 0, 0), "reading is no write");
        drop(reader);
        *cell.borrow_mut() = 9;
        *cell.borrow_mut() = 10;
        assert_eq!((one.get(), two.get(), cell.count(is_one)), (2, 1, 2));
        cell.remove(is_one);
        assert!(cell.wait());
        cell.note_write();
        cell.note_write();
        assert_eq!((one.get(), two.get()), (3, 2));
        cell.remove(is_one);
        cell.remove(is_two);
        let reader = cell.borrow();
        assert!(cell.wait(), "while it is read");
        assert_eq!(*reader, 10);
        drop(reader);
        cell.note_write();
        cell.freeze();
        assert!(!cell.wait());
        cell.unfreeze();
        *cell.borrow_mut() = 11;
        assert_eq!((one.get(), two.get(), *cell.borrow()), (3, 2, 11));
    }
}
