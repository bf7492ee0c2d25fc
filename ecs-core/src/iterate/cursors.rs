//! [`Cursors`]: where the rows of several terms are read, one entity after the other.
#![expect(unsafe_code, reason = "rows of terms are read by their places")]

use core::marker::PhantomData;

use crate::terms::{PerTerm, Place, Places, Terms, Visited, assert_seen};

/// As many rows of each term, aligned with each other.
pub struct Cursors<'c, C: Terms> {
    cursors: C::Cursors<'c>,
    len: usize,
    /// The terms are borrowed by these cursors alone.
    terms: PhantomData<&'c mut C>,
}

impl<'c, C: Terms> Cursors<'c, C> {
    /// Takes `len` rows, which lie side by side there. Who visits them notes those that are written to:
    /// [`Noting::rows`](crate::column::Noting::rows).
    pub(crate) fn noted(terms: &'c mut C, places: Places<'_, C>, len: usize) -> Self {
        assert_seen(terms.rows().as_ref(), places.as_ref(), len);
        Self { cursors: terms.cursors(C::Rows::first(places), false), len, terms: PhantomData }
    }

    /// Takes the rows of an entity; `None` if it lacks one that is needed.
    #[inline(always)]
    pub(crate) fn find(terms: &'c mut C, visited: &impl Visited) -> Option<Self> {
        let rows = terms.find(C::Rows::same(Place::LookUp), 0, visited)?;
        Some(Self { cursors: terms.cursors(rows, true), len: 1, terms: PhantomData })
    }

    /// How many rows there are.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Goes to the only row.
    #[inline(always)]
    pub(crate) fn only(&mut self) -> CursorsAt<'_, 'c, C> {
        assert!(self.len == 1);
        CursorsAt { cursors: self, step: 0 }
    }

    /// Goes to a row.
    ///
    /// # Safety
    ///
    /// There must be more rows than that.
    #[inline(always)]
    pub(super) unsafe fn at(&mut self, step: usize) -> CursorsAt<'_, 'c, C> {
        debug_assert!(step < self.len);
        CursorsAt { cursors: self, step }
    }
}

/// Cursors at one of their rows, as [`Cursors::only`] and [`Cursors::at`] see to.
pub(crate) struct CursorsAt<'a, 'c, C: Terms> {
    cursors: &'a mut Cursors<'c, C>,
    step: usize,
}

impl<'c, C: Terms> CursorsAt<'_, 'c, C> {
    /// Calls a function with a hook and the items of the row.
    #[inline(always)]
    pub(crate) fn with<H, R>(
        self,
        visited: &impl Visited,
        hook: &'c H,
        call: impl for<'a> FnOnce(&'a H, C::Lent<'a>) -> R,
    ) -> R {
        // SAFETY: the row is among those that are seen, or was found; the function cannot keep the items.
        unsafe {
            C::with(self.cursors.cursors, C::Rows::abreast(self.step), visited, |lent| call(hook, lent))
        }
    }
}

/// The rows of each term that go with those of a segment, where maps say so.
pub struct MappedCursors<'c, C: Terms> {
    cursors: C::Cursors<'c>,
    places: Places<'c, C>,
    /// The terms are borrowed by these cursors alone.
    terms: PhantomData<&'c mut C>,
}

impl<'c, C: Terms> MappedCursors<'c, C> {
    /// Takes the rows that go with a segment of this length.
    pub(crate) fn new(terms: &'c mut C, places: Places<'c, C>, len: usize) -> Self {
        assert_seen(terms.rows().as_ref(), places.as_ref(), len);
        Self { cursors: terms.cursors(C::Rows::first(places), true), places, terms: PhantomData }
    }

    /// As [`Cursors::with`]; `None` if the entity lacks something that is needed.
    #[inline(always)]
    pub(crate) fn with<H, R>(
        &mut self,
        step: usize,
        visited: &impl Visited,
        hook: &'c H,
        call: impl for<'a> FnOnce(&'a H, C::Lent<'a>) -> R,
    ) -> Option<R> {
        let steps = C::Rows::steps(self.places, step)?;
        // SAFETY: the places lead to rows that are seen; the function cannot keep the items.
        Some(unsafe { C::with(self.cursors, steps, visited, |lent| call(hook, lent)) })
    }
}
