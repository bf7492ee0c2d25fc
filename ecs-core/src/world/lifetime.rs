//! [`Lifetime`]: whether a world takes calls, and how it ends.

use core::cell::{Cell, RefCell};
use std::panic::resume_unwind;

use crate::base::{Panic, discard, keep_first};
use crate::error::is_unwinding;

use super::tags::Tag;

/// The life of a world: what distinguishes its ids, whether it takes calls, and how it ends.
///
/// Invariant: the world has one tag from its making to its end. Once it is closing it never opens again.
pub(crate) struct Lifetime {
    tag: Tag,
    /// Invariant 17: a world that closes takes no calls, and never frees what is borrowed.
    closing: Cell<bool>,
    /// Its owner has dropped it; it closes when it is no longer frozen.
    left: Cell<bool>,
    /// A panic that could not be passed on where it was, and is in the next flush or frame.
    late_panic: RefCell<Option<Panic>>,
}

impl Lifetime {
    pub(super) fn new(tag: Tag) -> Self {
        Self { tag, closing: Cell::default(), left: Cell::default(), late_panic: RefCell::default() }
    }

    /// Says whether this is a hidden world, in which something is built: no hook of a component's life runs
    /// there, and nothing is observed.
    pub(crate) fn is_hidden(&self) -> bool {
        self.tag.is_hidden()
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.closing.get()
    }

    pub(super) fn begin_to_close(&self) {
        self.closing.set(true);
    }

    /// Notes that the owner has dropped the world while it is frozen: the last [`Frozen`](super::Frozen)
    /// closes it.
    pub(super) fn leave(&self) {
        self.left.set(true);
    }

    /// Says whether the world was left, and is to be closed now. Says so once.
    pub(super) fn takes_leave(&self) -> bool {
        self.left.take()
    }

    /// Keeps a panic for the next flush or frame, if it is the first.
    pub(super) fn keep_panic(&self, panic: Panic) {
        let mut first = self.late_panic.take();
        keep_first(&mut first, Some(panic));
        self.late_panic.replace(first);
    }

    /// Passes on the panic that was kept.
    pub(crate) fn raise(&self) {
        if !is_unwinding()
            && let Some(panic) = self.late_panic.take()
        {
            resume_unwind(panic);
        }
    }

    /// Drops the panic that was kept: it was printed when it began.
    pub(super) fn forget_panic(&self) {
        self.late_panic.take().into_iter().for_each(discard);
    }
}
