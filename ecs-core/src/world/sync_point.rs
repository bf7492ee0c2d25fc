//! [`SyncPoint`]: the columns, calls and values that wait for the next sync point of a world.

use core::cell::{Cell, RefCell};
use std::collections::VecDeque;

use crate::base::{Panic, drop_each};

/// A value that has left the world, and may be the user's.
pub(crate) trait Leftover {}

impl<T> Leftover for T {}

/// What waits for a sync point: columns, calls of a type `C` that belong to no column, and values to be
/// dropped. `is_pending` is true while anything waits.
pub(crate) struct SyncPoint<C> {
    is_pending: Cell<bool>,
    /// The positions of the columns with changes.
    columns: RefCell<Vec<u32>>,
    late_calls: RefCell<VecDeque<C>>,
    /// Dropped one by one, in the order in which they came.
    leftovers: RefCell<VecDeque<Box<dyn Leftover>>>,
}

impl<C> Default for SyncPoint<C> {
    fn default() -> Self {
        Self {
            is_pending: Cell::default(),
            columns: RefCell::default(),
            late_calls: RefCell::default(),
            leftovers: RefCell::default(),
        }
    }
}

impl<C> SyncPoint<C> {
    #[inline]
    pub(crate) fn is_pending(&self) -> bool {
        self.is_pending.get()
    }

    fn note_pending(&self) {
        self.is_pending.set(!self.columns.borrow().is_empty() || self.has_others());
    }

    /// Says whether anything waits that belongs to no column.
    pub(super) fn has_others(&self) -> bool {
        !self.late_calls.borrow().is_empty() || !self.leftovers.borrow().is_empty()
    }

    /// Notes that a column has changes.
    pub(crate) fn queue(&self, position: u32) {
        self.columns.borrow_mut().push(position);
        self.is_pending.set(true);
    }

    /// Notes that a column has no changes any more.
    pub(crate) fn unqueue(&self, position: u32) {
        self.columns.borrow_mut().retain(|&queued| queued != position);
        self.note_pending();
    }

    /// Returns the column that waits longest of those that are ready.
    pub(super) fn next_column(&self, is_ready: impl Fn(u32) -> bool) -> Option<u32> {
        self.columns.borrow().iter().copied().find(|&position| is_ready(position))
    }

    pub(super) fn queue_call(&self, call: C) {
        self.late_calls.borrow_mut().push_back(call);
        self.is_pending.set(true);
    }

    /// Takes the call that has waited longest of those that are ready.
    pub(super) fn next_call(&self, is_ready: impl Fn(&C) -> bool) -> Option<C> {
        let mut calls = self.late_calls.borrow_mut();
        let place = calls.iter().position(is_ready)?;
        let call = calls.remove(place);
        drop(calls);
        self.note_pending();
        call
    }

    /// Drops a value at the next sync point. A value of the user that would drop while a part of the world is
    /// borrowed, or half changed, is left here instead.
    #[inline]
    pub(crate) fn drop_later(&self, value: Box<dyn Leftover>) {
        self.leftovers.borrow_mut().push_back(value);
        self.is_pending.set(true);
    }

    /// Drops the first value that waits for it; `false` if there is none.
    pub(super) fn drop_next(&self) -> bool {
        let next = self.leftovers.borrow_mut().pop_front();
        if next.is_some() {
            self.note_pending();
        }
        next.map(drop).is_some()
    }

    /// Drops the calls that wait, keeping the first panic.
    pub(super) fn drop_calls(&self, first_panic: &mut Option<Panic>) {
        drop_each(self.late_calls.take(), first_panic);
    }

    /// Drops the values that wait, keeping the first panic.
    pub(super) fn drop_values(&self, first_panic: &mut Option<Panic>) {
        let next = || self.leftovers.borrow_mut().pop_front();
        drop_each(core::iter::from_fn(next), first_panic);
    }

    pub(super) fn forget_columns(&self) {
        self.columns.take();
    }
}
