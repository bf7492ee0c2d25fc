//! [`SnapshotSupport`]: the state that a world keeps for its snapshots.

use core::cell::Cell;

use crate::base::{CopyNumbers, OnDrop};

use super::outsides::Outsides;

/// The state that a world keeps for its snapshots: the numbers of its copies, and the values that are saved
/// with it and lie outside of its columns.
///
/// Invariant: a number that was given to a copy or to such a value is never given again.
#[derive(Default)]
pub(crate) struct SnapshotSupport {
    outsides: Outsides,
    copies: CopyNumbers,
    keep_the_rest: Cell<bool>,
}

impl SnapshotSupport {
    pub(crate) fn outsides(&self) -> &Outsides {
        &self.outsides
    }

    /// Says whether snapshots leave out types that are not `Clone`, and tasks. Otherwise there is no snapshot
    /// of a world that has any.
    pub(crate) fn keep_the_rest(&self) -> bool {
        self.keep_the_rest.get()
    }

    /// Lets snapshots keep the rest, or not, until the result is dropped.
    pub(crate) fn keeping_the_rest(&self, keep: bool) -> OnDrop<impl FnMut()> {
        let before = self.keep_the_rest.replace(keep);
        OnDrop(move || self.keep_the_rest.set(before))
    }

    pub(crate) fn copies(&self) -> &CopyNumbers {
        &self.copies
    }
}
