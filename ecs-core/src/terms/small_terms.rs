//! Terms around another term, or without rows: what may be lacking, the entity, and values.
#![expect(unsafe_code, reason = "items of different rows are borrowed at the same time")]

use crate::ids::Entity;

use super::term::{Readable, Term, Visited, lends_items, reads_items};
use super::term_rows::TermRows;

/// A term that an entity may lack.
pub struct Maybe<C>(pub(crate) C);

// SAFETY: it has no rows of its own.
unsafe impl<C: Term> Term for Maybe<C> {
    type Item<'c> = Option<C::Item<'c>>;
    type Lent<'c> = Option<C::Lent<'c>>;
    type Cursor<'c> = &'c C;

    const IS_NEEDED: bool = false;
    const ASKS_OWNER: bool = true;
    const IS_SINGLETON: bool = C::IS_SINGLETON;
    const IS_SPLIT: bool = C::IS_SPLIT;

    fn rows(&self) -> TermRows<'_> {
        self.0.rows().if_any()
    }

    fn see(&mut self, enabled_only: bool) {
        self.0.see(enabled_only);
    }

    #[inline(always)]
    fn cursor(&self, _: usize, _: bool) -> &C {
        &self.0
    }

    #[inline(always)]
    unsafe fn item<'c>(term: Self::Cursor<'c>, _: usize, visited: &impl Visited) -> Self::Item<'c> {
        // SAFETY: the row was found, and each entity has a row of its own, or the term is a singleton's too:
        // so what the caller promises for the entity holds for it.
        term.find(visited).map(|row| unsafe { C::item(term.cursor(row, true), 0, visited) })
    }

    #[inline(always)]
    fn lent(item: Self::Item<'_>) -> Self::Lent<'_> {
        item.map(C::lent)
    }

    #[inline(always)]
    unsafe fn with<'c, R>(
        term: Self::Cursor<'c>,
        step: usize,
        visited: &impl Visited,
        f: impl FnOnce(Self::Lent<'c>) -> R,
    ) -> R {
        if const { !C::IS_SPLIT } {
            // From one place: from two the function would not be inlined.
            // SAFETY: as required of the caller.
            return f(Self::lent(unsafe { Self::item(term, step, visited) }));
        }
        match term.find(visited) {
            // SAFETY: as in `item`; the function does not keep what it gets.
            Some(row) => unsafe { C::with(term.cursor(row, true), 0, visited, |lent| f(Some(lent))) },
            None => f(None),
        }
    }
}

impl<C: Readable> Readable for Maybe<C> {
    type Read<'c> = Option<C::Read<'c>>;

    #[inline(always)]
    unsafe fn read<'c>(term: Self::Cursor<'c>, _: usize, visited: &impl Visited) -> Self::Read<'c> {
        // SAFETY: as in `item`.
        term.find(visited).map(|row| unsafe { C::read(term.cursor(row, false), 0, visited) })
    }
}

/// The entity itself.
pub struct EntityTerm;

// SAFETY: it has no rows.
unsafe impl Term for EntityTerm {
    type Item<'c> = Entity;
    type Cursor<'c> = ();

    lends_items!();

    const IS_NEEDED: bool = false;
    const ASKS_OWNER: bool = true;

    #[inline(always)]
    fn cursor(&self, _: usize, _: bool) {}

    #[inline(always)]
    unsafe fn item<'c>((): Self::Cursor<'c>, _: usize, visited: &impl Visited) -> Self::Item<'c> {
        visited.visited_entity()
    }
}

impl Readable for EntityTerm {
    reads_items!();
}

/// A value that a visit keeps, of which each entity gets the same.
pub trait LendKept: 'static {
    /// What each entity gets.
    type Lent<'c>: Copy;

    #[doc(hidden)]
    fn lend(&self) -> Self::Lent<'_>;
}

/// A term without rows, which lends the same to each entity.
pub struct Kept<V>(V);

impl<V> Kept<V> {
    pub(crate) fn new(value: V) -> Self {
        Self(value)
    }
}

// SAFETY: it has no rows.
unsafe impl<V: LendKept> Term for Kept<V> {
    type Item<'c> = V::Lent<'c>;
    type Cursor<'c> = V::Lent<'c>;

    lends_items!();

    const IS_NEEDED: bool = false;

    #[inline(always)]
    fn cursor(&self, _: usize, _: bool) -> V::Lent<'_> {
        self.0.lend()
    }

    #[inline(always)]
    unsafe fn item<'c>(value: Self::Cursor<'c>, _: usize, _: &impl Visited) -> Self::Item<'c> {
        value
    }
}

/// A value that is copied for each entity.
pub struct Same<V>(V);

impl<V> Kept<Same<V>> {
    pub(crate) fn copies(value: V) -> Self {
        Self(Same(value))
    }
}

impl<V: Copy + 'static> LendKept for Same<V> {
    type Lent<'c> = V;

    #[inline(always)]
    fn lend(&self) -> V {
        self.0
    }
}
