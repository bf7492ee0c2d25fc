//! [`QueryIter`]: visits what a query has.

use core::fmt;
use core::iter::FusedIterator;

use crate::walk::{AsAsked, JoinIter, Lend};

use super::data::QueryData;
use super::filter::{Passes, QueryFilter};

/// Visits the entities of a [`Query`](super::Query), to write to what it asks for as `&mut`, or to read all.
pub struct QueryIter<'q, Q: QueryData, F: QueryFilter, L: Lend<Q::Terms> = AsAsked>(
    JoinIter<'q, Q::Terms, Passes<'q, F>, L>,
);

impl<'q, Q: QueryData, F: QueryFilter, L: Lend<Q::Terms>> QueryIter<'q, Q, F, L> {
    #[inline]
    pub(super) fn new(items: JoinIter<'q, Q::Terms, Passes<'q, F>, L>) -> Self {
        Self(items)
    }
}

impl<'q, Q: QueryData, F: QueryFilter, L: Lend<Q::Terms>> Iterator for QueryIter<'q, Q, F, L> {
    type Item = L::Item<'q>;

    #[inline(always)]
    #[track_caller]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }

    /// The lower bound is exact where the stores have the same order, all that is left is enabled, and there
    /// is no filter: as long as nothing of it is killed or disabled.
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    #[track_caller]
    fn for_each<G: FnMut(Self::Item)>(self, f: G) {
        self.0.for_each(f);
    }
}

impl<Q: QueryData, F: QueryFilter, L: Lend<Q::Terms>> fmt::Debug for QueryIter<'_, Q, F, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueryIter").field("size_hint", &self.size_hint()).finish_non_exhaustive()
    }
}

impl<Q: QueryData, F: QueryFilter, L: Lend<Q::Terms>> FusedIterator for QueryIter<'_, Q, F, L> {}
