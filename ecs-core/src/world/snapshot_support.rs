//! [`SnapshotSupport`]: the state that a world keeps for its snapshots.

use crate::base::CopyNumbers;

use super::outsides::Outsides;

/// The state that a world keeps for its snapshots: the numbers of its copies, and the values that are saved
/// with it and lie outside of its columns.
///
/// Invariant: a number that was given to a copy or to such a value is never given again.
#[derive(Default)]
pub(crate) struct SnapshotSupport {
    outsides: Outsides,
    copies: CopyNumbers,
}

impl SnapshotSupport {
    pub(crate) fn outsides(&self) -> &Outsides {
        &self.outsides
    }

    pub(crate) fn copies(&self) -> &CopyNumbers {
        &self.copies
    }
}
