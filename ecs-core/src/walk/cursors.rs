//! [`Cursors`]: where the rows of several terms are read, one entity after the other.
#![expect(unsafe_code, reason = "rows of terms are read by their places")]

use core::marker::PhantomData;

use super::term::Visited;
use super::terms::Terms;

/// As many rows of each term, aligned with each other.
pub struct Cursors<'c, C: Terms> {
    cursors: C::Cursors<'c>,
    len: usize,
    /// The terms are borrowed by these cursors alone.
    terms: PhantomData<&'c mut C>,
}

impl<'c, C: Terms> Cursors<'c, C> {
    /// Takes `len` rows from these on.
    pub(crate) fn new(terms: &'c mut C, starts: C::Starts, len: usize) -> Self {
        assert!(terms.sees(starts, len), "runs are among the borrowed rows");
        Self { cursors: terms.cursors(starts), len, terms: PhantomData }
    }

    /// Takes the rows of an entity; `None` if it lacks one that is needed.
    #[inline(always)]
    pub(crate) fn find(terms: &'c mut C, visited: &impl Visited) -> Option<Self> {
        let rows = terms.find(visited)?;
        Some(Self { cursors: terms.cursors(rows), len: 1, terms: PhantomData })
    }

    /// Calls a function with a hook and the items of a row among them.
    #[inline(always)]
    pub(crate) fn with<H, R>(
        &mut self,
        row: usize,
        visited: &impl Visited,
        hook: &'c H,
        call: impl for<'a> FnOnce(&'a H, C::Item<'a>) -> R,
    ) -> R {
        // What has no rows needs none: a hook without siblings is small enough to be inlined only without
        // this.
        if C::NEEDED != 0 {
            assert!(row < self.len);
        }
        // SAFETY: the row is among those that are seen, or was found; the function cannot keep the items.
        call(hook, unsafe { C::items(self.cursors, row, visited) })
    }
}
