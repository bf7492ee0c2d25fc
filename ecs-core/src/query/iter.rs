//! [`QueryIter`]: visits what a query has.

use core::iter::FusedIterator;

use crate::iterate::{AsAsked, JoinIter, Keep, Lend, ToRead};

use super::data::QueryData;
use super::filter::{Passes, QueryFilter};

/// How a query gives out what its terms give.
pub trait Give<Q: QueryData>: Keep<Q::Terms> {
    /// What it gives of an entity.
    type Given<'c>;

    fn give(items: Self::Item<'_>) -> Self::Given<'_>;
}

impl<Q: QueryData> Give<Q> for AsAsked {
    type Given<'c> = Q::Item<'c>;

    #[inline(always)]
    fn give(items: <Self as Lend<Q::Terms>>::Item<'_>) -> Q::Item<'_> {
        Q::item(items)
    }
}

impl<Q: QueryData> Give<Q> for ToRead {
    type Given<'c> = Q::Read<'c>;

    #[inline(always)]
    fn give(items: <Self as Lend<Q::Terms>>::Item<'_>) -> Q::Read<'_> {
        Q::read(items)
    }
}

/// Visits the entities of a [`Query`](super::Query), to write to what it asks for as `&mut`, or to read all.
pub struct QueryIter<'q, Q: QueryData, F: QueryFilter, L: Give<Q> = AsAsked>(
    JoinIter<'q, Q::Terms, Passes<'q, F>, L>,
);

impl<'q, Q: QueryData, F: QueryFilter, L: Give<Q>> QueryIter<'q, Q, F, L> {
    #[inline]
    pub(super) fn new(items: JoinIter<'q, Q::Terms, Passes<'q, F>, L>) -> Self {
        Self(items)
    }
}

impl<'q, Q: QueryData, F: QueryFilter, L: Give<Q>> Iterator for QueryIter<'q, Q, F, L> {
    type Item = L::Given<'q>;

    #[inline(always)]
    #[track_caller]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(L::give)
    }

    /// The lower bound is exact where the stores have the same order, all that is left is enabled, and there
    /// is no filter: as long as nothing of it is killed or disabled.
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }

    #[inline]
    #[track_caller]
    fn for_each<G: FnMut(Self::Item)>(self, mut f: G) {
        self.0.for_each(|items| f(L::give(items)));
    }
}

crate::base::debug_by! {
    [Q: QueryData, F: QueryFilter, L: Give<Q>] QueryIter<'_, Q, F, L>, |this, f|
        f.debug_struct("QueryIter").field("size_hint", &this.size_hint()).finish_non_exhaustive()
}

impl<Q: QueryData, F: QueryFilter, L: Give<Q>> FusedIterator for QueryIter<'_, Q, F, L> {}
