//! [`Lent`]: a place that has a value while a function runs.
#![expect(unsafe_code, reason = "what is lent is borrowed for no longer than the function runs")]

use core::cell::Cell;
use core::ptr::NonNull;

use crate::base::OnDrop;

/// A place that has a value and a state while a function runs; `with` reads them.
pub(crate) struct Lent<T: 'static, S: Copy>(Cell<Option<(NonNull<T>, S)>>);

crate::base::default_by!([T, S: Copy] Lent<T, S>, Self(Cell::new(None)));

// SAFETY: it has a value only inside `Lent::lend`, which borrows it: so it is not moved to another thread
// meanwhile. Without a value there is nothing in it.
unsafe impl<T, S: Copy> Send for Lent<T, S> {}

impl<T, S: Copy> Lent<T, S> {
    /// Holds a value while a function runs, and afterwards the value from before.
    pub(crate) fn lend<R>(&self, value: &T, state: S, f: impl FnOnce() -> R) -> R {
        let before = self.0.replace(Some((NonNull::from(value), state)));
        let _back = OnDrop(|| self.0.set(before));
        f()
    }

    /// Calls a function with the value and the state; `None` if there is no value.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&T, &mut S) -> R) -> Option<R> {
        let (value, mut state) = self.0.get()?;
        // SAFETY: what is in here was put in by a `lend` that has not returned, so it is borrowed there. That
        // one does not return before this does, which it has called.
        let result = f(unsafe { value.as_ref() }, &mut state);
        self.0.set(Some((value, state)));
        Some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::Lent;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn it_has_a_value_while_the_function_runs() {
        let lent = Lent::default();
        let found = || {
            lent.with(|value: &String, times: &mut u32| {
                *times += 1;
                (value.len(), *times)
            })
        };
        assert_eq!(found(), None);
        let seven = || lent.lend(&"seven..".to_owned(), 5, found);
        let four = || lent.lend(&"four".to_owned(), 0, || [found(), seven(), found()]);
        assert_eq!((four(), found()), ([Some((4, 1)), Some((7, 6)), Some((4, 2))], None));
        let panic = catch_unwind(AssertUnwindSafe(|| lent.lend(&String::new(), 0, || panic!("wanted"))));
        assert_eq!((panic.map_err(drop), found()), (Err::<(), ()>(()), None));
    }
}
