//! [`Marked`]: a `RefCell` that knows which saved copy its value equals.

use core::cell::{Ref, RefCell, RefMut};

use super::mark::Mark;

/// A value that knows which saved copy it equals, until it is borrowed for writing.
#[derive(Default)]
pub(crate) struct Marked<T> {
    value: RefCell<T>,
    mark: Mark,
}

impl<T> Marked<T> {
    #[inline]
    #[track_caller]
    pub(crate) fn borrow(&self) -> Ref<'_, T> {
        self.value.borrow()
    }

    #[inline]
    #[track_caller]
    pub(crate) fn borrow_mut(&self) -> RefMut<'_, T> {
        self.mark.clear();
        self.value.borrow_mut()
    }

    pub(crate) fn mark(&self) -> &Mark {
        &self.mark
    }
}
