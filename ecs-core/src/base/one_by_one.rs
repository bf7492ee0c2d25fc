//! [`OneByOne`]: values and closures of the user, which drop one by one, however many of them panic.

use core::fmt;
use core::mem::{needs_drop, take};
use core::ops::DerefMut;
use std::vec::Drain;

use super::erased_panic::{drop_each, pass_on};

/// Drops the items of a collection one by one, also those after one whose `Drop` panics. The first panic is
/// passed on at the end; while the thread unwinds all are discarded.
///
/// A plain collection ends the process at the second panic. So values and closures of the user are kept in
/// this: several as `OneByOne<Vec<T>>`, a single one as [`One<T>`].
#[derive(Clone, Default)]
pub struct OneByOne<C: IntoIterator + Default>(C);

/// A single value of the user. A list or a struct of these is as safe to drop as one of them.
pub type One<T> = OneByOne<Option<T>>;

impl<C: IntoIterator + Default> OneByOne<C> {
    pub(crate) const fn new(items: C) -> Self {
        Self(items)
    }

    /// Takes the collection out, to be used up.
    pub(crate) fn take(&mut self) -> C {
        take(&mut self.0)
    }
}

impl<T> One<T> {
    pub(crate) const fn of(value: T) -> Self {
        Self(Some(value))
    }

    /// The value, which is there until [`One::into_inner`] takes it.
    pub(crate) fn get(&self) -> &T {
        self.0.as_ref().expect("the value is taken only when this ends")
    }

    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.0.as_mut().expect("the value is taken only when this ends")
    }

    pub(crate) fn into_inner(mut self) -> T {
        let value = self.take();
        // Nothing is left to drop.
        core::mem::forget(self);
        value.expect("the value is taken only when this ends")
    }
}

/// Drops what is left in an option when it is dropped, as a [`One`] does.
pub(crate) struct Left<'v, T>(pub(crate) &'v mut Option<T>);

impl<T> Drop for Left<'_, T> {
    fn drop(&mut self) {
        // In debug builds a move takes room on the stack: only where there is something.
        if const { needs_drop::<T>() } && self.0.is_some() {
            drop(OneByOne(self.0.take()));
        }
    }
}

/// Moves the values of a list out, and calls a function with each and the key of its place. What the function
/// does not take drops one by one, also if it panics.
pub(crate) fn for_each_moved<T, K>(values: &mut Vec<T>, keys: &[K], mut f: impl FnMut(&mut Option<T>, &K)) {
    let mut left = Drained(values.drain(..));
    for (key, value) in keys.iter().zip(&mut left.0) {
        f(Left(&mut Some(value)).0, key);
    }
}

/// Values that are moved out of a list, which keeps its memory. Those that are left drop one by one.
struct Drained<'v, T>(Drain<'v, T>);

impl<T> Drop for Drained<'_, T> {
    fn drop(&mut self) {
        if const { needs_drop::<T>() } {
            let mut first_panic = None;
            drop_each(&mut self.0, &mut first_panic);
            pass_on(first_panic);
        }
    }
}

super::impls::deref_by!([C: IntoIterator + Default] OneByOne<C> => C, |this| &this.0);

impl<C: IntoIterator + Default> DerefMut for OneByOne<C> {
    fn deref_mut(&mut self) -> &mut C {
        &mut self.0
    }
}

super::impls::debug_by!([C: IntoIterator + Default + fmt::Debug] OneByOne<C>, |this, f| this.0.fmt(f));

impl<C: IntoIterator + Default> Drop for OneByOne<C> {
    fn drop(&mut self) {
        if const { needs_drop::<C::Item>() } {
            let mut first_panic = None;
            drop_each(self.take(), &mut first_panic);
            pass_on(first_panic);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{One, OneByOne, for_each_moved};
    use core::cell::Cell;
    use core::mem::forget;
    use std::collections::VecDeque;
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

    /// Unwinds without a message: that of a panic in a panic has a backtrace, for which Miri takes ten
    /// seconds.
    fn boom(number: u32) -> ! {
        resume_unwind(Box::new(number))
    }

    /// Counts its drop, and panics with its number.
    struct Bomb<'c>(u32, &'c Cell<u32>);

    impl Drop for Bomb<'_> {
        fn drop(&mut self) {
            self.1.set(self.1.get() + 1);
            boom(self.0);
        }
    }

    fn panic_of(run: impl FnOnce()) -> u32 {
        *catch_unwind(AssertUnwindSafe(run)).expect_err("it panics").downcast().expect("a number")
    }

    #[test]
    fn all_items_drop_and_the_first_panic_is_passed_on() {
        let dropped = Cell::new(0);
        let bombs = || (1..4).map(|number| Bomb(number, &dropped));
        assert_eq!(panic_of(|| drop(OneByOne::new(bombs().collect::<Vec<_>>()))), 1);
        assert_eq!(panic_of(|| drop(OneByOne::new(bombs().collect::<VecDeque<_>>()))), 1);
        assert_eq!(dropped.get(), 6);
    }

    #[test]
    fn a_plain_collection_of_single_values_is_as_safe() {
        let dropped = Cell::new(0);
        let one = |number| One::of(Bomb(number, &dropped));
        assert_eq!(panic_of(|| drop(vec![one(1), one(2), one(3)])), 1);
        assert_eq!(panic_of(|| drop((one(4), [one(5), one(6)]))), 4);
        assert_eq!(dropped.get(), 6);
    }

    #[test]
    fn panics_are_discarded_while_the_thread_unwinds() {
        let dropped = Cell::new(0);
        let run = || {
            let _bombs = OneByOne::new(vec![Bomb(1, &dropped), Bomb(2, &dropped)]);
            boom(7);
        };
        assert_eq!((panic_of(run), dropped.get()), (7, 2));
    }

    #[test]
    fn values_that_are_moved_out_drop_one_by_one_where_the_move_panics() {
        let dropped = Cell::new(0);
        let mut bombs: Vec<_> = (1..5).map(|number| Bomb(number, &dropped)).collect();
        let mut kept = Vec::new();
        let run = || {
            for_each_moved(&mut bombs, &[1, 2, 3, 4], |bomb, &key| match key {
                1 => kept.extend(bomb.take()),
                _ => boom(7),
            });
        };
        assert_eq!((panic_of(run), dropped.get(), kept.len(), bombs.len()), (7, 3, 1, 0));
        kept.into_iter().for_each(forget);
    }

    #[test]
    fn what_is_taken_out_is_not_dropped() {
        let dropped = Cell::new(0);
        let bomb = One::of(Bomb(3, &dropped)).into_inner();
        assert_eq!(dropped.get(), 0);
        assert_eq!((panic_of(|| drop(bomb)), dropped.get()), (3, 1));
    }
}
