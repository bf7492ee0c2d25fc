//! [`Mark`]: which saved copy something equals.

#[cfg(feature = "snapshot")]
use core::cell::Cell;

/// Says which saved copy something equals, by the copy's number, until it is written to.
///
/// Without the feature `snapshot` nothing is saved, and this is nothing.
#[derive(Default)]
pub(crate) struct Mark(#[cfg(feature = "snapshot")] Cell<u64>);

impl Mark {
    /// Equals no copy.
    pub(crate) const fn new() -> Self {
        Self(
            #[cfg(feature = "snapshot")]
            Cell::new(0),
        )
    }

    /// Notes that something is written to.
    #[inline(always)]
    pub(crate) fn clear(&self) {
        #[cfg(feature = "snapshot")]
        self.0.set(0);
    }

    /// Says whether it equals the copy with this number, of which none is 0.
    #[cfg(feature = "snapshot")]
    pub(crate) fn is(&self, copy: u64) -> bool {
        copy != 0 && self.0.get() == copy
    }

    /// Notes that it equals the copy with this number.
    #[cfg(feature = "snapshot")]
    pub(crate) fn set(&self, copy: u64) {
        self.0.set(copy);
    }
}
