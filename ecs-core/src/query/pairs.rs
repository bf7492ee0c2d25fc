//! [`Query::iter_combinations`], [`Query::each_pair`]: each entity with each other one.

use core::iter::FusedIterator;

use crate::error::{QueryError, or_fail};
use crate::iterate::Filtered;

use super::data::QueryData;
use super::filter::{Passes, QueryFilter};
use super::query::Query;

impl<Q: QueryData, F: QueryFilter> Query<'_, Q, F> {
    /// Visits what each `K` entities have, for reading: each set of them once, in the order of
    /// [`iter`](Self::iter). Borrows whole types, as that does.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, query};
    ///
    /// #[derive(Component)]
    /// struct Ball { x: f32 }
    ///
    /// for x in [0.0, 0.5, 3.0] {
    ///     Entity::spawn().insert(Ball { x });
    /// }
    /// let balls = query::<&Ball>();
    /// let touching = balls.iter_combinations().filter(|[a, b]| (a.x - b.x).abs() < 1.0).count();
    /// assert_eq!(touching, 1);
    /// ```
    ///
    /// # Panics
    ///
    /// As [`iter`](Self::iter).
    #[track_caller]
    pub fn iter_combinations<'q, const K: usize>(&'q self) -> Combinations<Q::Read<'q>, K>
    where
        Q::Read<'q>: Clone,
    {
        let mut items = Vec::new();
        self.iter().for_each(|item| items.push(item));
        Combinations { next: (K <= items.len()).then(|| core::array::from_fn(|place| place)), items }
    }

    /// Calls a function with what each two entities have, with what may be written to: each two once. Borrows
    /// whole types, as [`iter_mut`](Self::iter_mut) does.
    ///
    /// Which entities pass the filter is asked once, at the start. One that is killed or disabled meanwhile
    /// is in no further pair.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, query};
    ///
    /// #[derive(Component)]
    /// struct Ball { x: f32, push: f32 }
    ///
    /// for x in [0.0, 0.5, 3.0] {
    ///     Entity::spawn().insert(Ball { x, push: 0.0 });
    /// }
    /// query::<&mut Ball>().each_pair(|a, b| {
    ///     if (a.x - b.x).abs() < 1.0 {
    ///         a.push -= 1.0;
    ///         b.push += 1.0;
    ///     }
    /// });
    /// assert_eq!(query::<&Ball>().iter().map(|ball| ball.push).collect::<Vec<_>>(), [-1.0, 1.0, 0.0]);
    /// ```
    ///
    /// # Panics
    ///
    /// At the first pair with an entity of which something else has borrowed what it would give.
    /// [`try_each_pair`](Self::try_each_pair) is the soft form.
    #[track_caller]
    pub fn each_pair(&mut self, f: impl FnMut(Q::Lent<'_>, Q::Lent<'_>)) {
        or_fail(self.try_each_pair(f));
    }

    /// Calls a function with what each two entities have as [`each_pair`](Self::each_pair), until one cannot
    /// be borrowed.
    ///
    /// # Errors
    ///
    /// [`QueryError::Held`] at the first pair with an entity of which something else has borrowed what it
    /// would give.
    pub fn try_each_pair(&mut self, mut f: impl FnMut(Q::Lent<'_>, Q::Lent<'_>)) -> Result<(), QueryError> {
        let Filtered { join, filter } = self.asked_mut();
        join.each_pair(Passes::<F>(filter), |one, other| f(Q::lent(one), Q::lent(other))).map_err(Into::into)
    }
}

/// Visits each `K` of some entities: see [`Query::iter_combinations`].
pub struct Combinations<T, const K: usize> {
    items: Vec<T>,
    /// The places of those that come next, in their order.
    next: Option<[usize; K]>,
}

impl<T: Clone, const K: usize> Iterator for Combinations<T, K> {
    type Item = [T; K];

    fn next(&mut self) -> Option<[T; K]> {
        let places = self.next.take()?;
        let last = |place: usize| self.items.len() - K + place;
        // The last that can move does, and those behind it come after it.
        if let Some(moves) = (0..K).rev().find(|&place| places[place] < last(place)) {
            let mut next = places;
            for (step, place) in (1..).zip(&mut next[moves..]) {
                *place = places[moves] + step;
            }
            self.next = Some(next);
        }
        Some(places.map(|place| self.items[place].clone()))
    }
}

impl<T: Clone, const K: usize> FusedIterator for Combinations<T, K> {}

crate::base::debug_by! {
    [T, const K: usize] Combinations<T, K>, |this, f|
        f.debug_struct("Combinations").field("entities", &this.items.len()).finish_non_exhaustive()
}
