//! [`Mark`]: which saved copy something equals.

use core::cell::Cell;

/// The world notes which of its data are written to, so that a snapshot copies only those.
pub(crate) const WRITES_ARE_NOTED: bool = cfg!(feature = "snapshot");

/// The number of the saved copy that a value equals, until the value is written to.
#[derive(Default)]
pub(crate) struct Mark(Cell<u64>);

impl Mark {
    /// Equals no copy.
    pub(crate) const fn new() -> Self {
        Self(Cell::new(0))
    }

    /// Notes that the value is written to.
    #[inline(always)]
    pub(crate) fn clear(&self) {
        if WRITES_ARE_NOTED {
            self.0.set(0);
        }
    }

    /// Says whether the value equals the copy with this number. No copy has the number 0.
    pub(crate) fn is(&self, copy: u64) -> bool {
        copy != 0 && self.0.get() == copy
    }

    /// Notes that the value equals the copy with this number.
    pub(crate) fn set(&self, copy: u64) {
        self.0.set(copy);
    }
}
