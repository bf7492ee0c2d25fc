//! [`Lent`]: a place that has a value while a function runs.
#![expect(unsafe_code, reason = "what is lent is borrowed for no longer than the function runs")]

use core::cell::Cell;
use core::ptr::NonNull;

/// A place where something is lent to whoever asks, while a function runs.
pub(crate) struct Lent<T: 'static>(Cell<Option<NonNull<T>>>);

impl<T> Default for Lent<T> {
    fn default() -> Self {
        Self(Cell::new(None))
    }
}

// SAFETY: it has a value only inside `Lent::lend`, which borrows it: so it is not moved to another thread
// meanwhile. Without a value there is nothing in it.
unsafe impl<T> Send for Lent<T> {}

impl<T> Lent<T> {
    /// Lends a value while a function runs. Then it has what it had before.
    pub(crate) fn lend<R>(&self, value: &T, f: impl FnOnce() -> R) -> R {
        let _back = PutBack { before: self.0.replace(Some(NonNull::from(value))), lent: self };
        f()
    }

    /// Calls a function with the value that is lent; `None` if none is.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&T) -> R) -> Option<R> {
        // SAFETY: what is in here was put in by a `lend` that has not returned, so it is borrowed there. That
        // one does not return before this does, which it has called.
        self.0.get().map(|value| f(unsafe { value.as_ref() }))
    }
}

/// Ends a loan when it is dropped, by a panic too.
struct PutBack<'l, T: 'static> {
    lent: &'l Lent<T>,
    before: Option<NonNull<T>>,
}

impl<T> Drop for PutBack<'_, T> {
    fn drop(&mut self) {
        self.lent.0.set(self.before);
    }
}

#[cfg(test)]
mod tests {
    use super::Lent;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn it_has_a_value_while_the_function_runs() {
        let lent = Lent::default();
        let found = || lent.with(|value: &String| value.len());
        assert_eq!(found(), None);
        let lengths =
            lent.lend(&"four".to_owned(), || [found(), lent.lend(&"seven..".to_owned(), found), found()]);
        assert_eq!((lengths, found()), ([Some(4), Some(7), Some(4)], None));
        let panic = catch_unwind(AssertUnwindSafe(|| lent.lend(&String::new(), || panic!("wanted"))));
        assert_eq!((panic.map_err(drop), found()), (Err::<(), ()>(()), None));
    }
}
