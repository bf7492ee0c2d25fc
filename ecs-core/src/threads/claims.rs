//! [`Claims`]: shares rows out to threads, each row to one.

use core::ops::Range;

use crate::sync::{AtomicUsize, Ordering};

/// Rows of which each is claimed once.
pub(crate) struct Claims {
    /// Invariant 26: a row of a shared visit is claimed once.
    next: AtomicUsize,
    end: usize,
}

impl Claims {
    pub(crate) fn new(rows: usize) -> Self {
        Self { next: AtomicUsize::new(0), end: rows }
    }

    /// How many rows there are.
    pub(crate) fn rows(&self) -> usize {
        self.end
    }

    /// How many rows nobody has claimed yet.
    pub(crate) fn left(&self) -> usize {
        self.end - self.next.load(Ordering::Relaxed)
    }

    /// Claims the next rows, so many at most; `None` if there are none.
    pub(crate) fn claim(&self, most: usize) -> Option<Range<usize>> {
        // Nothing is handed over with a row but the row itself: the columns were borrowed before the threads
        // began.
        let end_from = |first: usize| first + most.min(self.end - first);
        let claim = |first| (first < self.end && most != 0).then(|| end_from(first));
        let first = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim).ok()?;
        Some(first..end_from(first))
    }
}
