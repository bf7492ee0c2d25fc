//! [`Lend`]: how a join gives out items: as they are asked for, or for reading.
#![expect(unsafe_code, reason = "items of different rows are borrowed at the same time")]

use crate::base::all_tuples;
use crate::ids::Entity;
use crate::store::{Layout, Stored};

use super::rows::Rows;
use super::term::{CopiedTerm, EntityTerm, Maybe, Term, Visited};
use super::terms::Terms;
use crate::column::MayBeTracked;

/// How the items of terms are given out.
pub trait Lend<C: Terms> {
    /// What the visitor of an entity gets.
    type Item<'c>;

    /// Returns the items of the rows that lie so many steps behind the first of the cursors.
    ///
    /// # Safety
    ///
    /// As for [`Terms::items`].
    unsafe fn items<'c>(cursors: C::Cursors<'c>, steps: C::Rows, visited: &impl Visited) -> Self::Item<'c>;

    /// Calls a function with the items of these rows.
    ///
    /// # Safety
    ///
    /// As for [`Terms::with`].
    #[inline(always)]
    unsafe fn with<'c, R>(
        cursors: C::Cursors<'c>,
        steps: C::Rows,
        visited: &impl Visited,
        f: impl FnOnce(Self::Item<'c>) -> R,
    ) -> R {
        // SAFETY: as required of the caller.
        f(unsafe { Self::items(cursors, steps, visited) })
    }
}

/// Gives out what is asked for.
#[derive(Debug)]
pub enum AsAsked {}

impl<C: Terms> Lend<C> for AsAsked {
    type Item<'c> = C::Item<'c>;

    #[inline(always)]
    unsafe fn items<'c>(cursors: C::Cursors<'c>, steps: C::Rows, visited: &impl Visited) -> C::Item<'c> {
        // SAFETY: as required of the caller.
        unsafe { C::items(cursors, steps, visited) }
    }
}

/// Lends what is asked for to a function, which cannot keep it.
#[derive(Debug)]
pub enum ToCall {}

impl<C: Terms> Lend<C> for ToCall {
    type Item<'c> = C::Lent<'c>;

    unsafe fn items<'c>(_: C::Cursors<'c>, _: C::Rows, _: &impl Visited) -> C::Lent<'c> {
        unreachable!("what is lent to a function is not given out")
    }

    #[inline(always)]
    unsafe fn with<'c, R>(
        cursors: C::Cursors<'c>,
        steps: C::Rows,
        visited: &impl Visited,
        f: impl FnOnce(C::Lent<'c>) -> R,
    ) -> R {
        // SAFETY: as required of the caller.
        unsafe { C::with(cursors, steps, visited, f) }
    }
}

/// Gives out for reading what is asked for, so that an entity may be visited several times at once.
#[derive(Debug)]
pub enum ToRead {}

impl<C: ReadableTerms> Lend<C> for ToRead {
    type Item<'c> = C::Read<'c>;

    #[inline(always)]
    unsafe fn items<'c>(cursors: C::Cursors<'c>, steps: C::Rows, visited: &impl Visited) -> C::Read<'c> {
        // SAFETY: as required of the caller.
        unsafe { C::read(cursors, steps, visited) }
    }
}

/// A term that can be read, whatever is asked of it.
pub trait Readable: Term {
    /// What a reader of an entity gets.
    type Read<'c>;

    /// Returns the item of the row that lies `step` behind the first of a cursor, for reading.
    ///
    /// # Safety
    ///
    /// The row must be below [`Term::reach`], or have been found. Nothing that may be written to may be in
    /// use of the same row while the item is.
    unsafe fn read<'c>(cursor: Self::Cursor<'c>, step: usize, visited: &impl Visited) -> Self::Read<'c>;
}

impl<T: Stored> Readable for Rows<'static, T, false> {
    type Read<'c> = <T::Layout as Layout<T>>::Shared<'c>;

    #[inline(always)]
    unsafe fn read<'c>(cursor: Self::Cursor<'c>, step: usize, visited: &impl Visited) -> Self::Read<'c> {
        // SAFETY: as required of the caller.
        unsafe { Self::item(cursor, step, visited) }
    }
}

impl<T: MayBeTracked + Stored> Readable for Rows<'static, T, true> {
    type Read<'c> = <T::Layout as Layout<T>>::Shared<'c>;

    #[inline(always)]
    unsafe fn read<'c>(cursor: Self::Cursor<'c>, step: usize, _: &impl Visited) -> Self::Read<'c> {
        // SAFETY: the row is seen, so this visit alone has borrowed it; nothing of it writes to it meanwhile.
        unsafe { T::Layout::shared(cursor.values, step) }
    }
}

impl<C: Readable> Readable for Maybe<C> {
    type Read<'c> = Option<C::Read<'c>>;

    #[inline(always)]
    unsafe fn read<'c>(term: Self::Cursor<'c>, _: usize, visited: &impl Visited) -> Self::Read<'c> {
        // SAFETY: the row was found, and each entity has a row of its own: what the caller promises holds for
        // it.
        term.find(visited).map(|row| unsafe { C::read(term.cursor(row), 0, visited) })
    }
}

impl<T: Copy + Stored> Readable for CopiedTerm<T> {
    type Read<'c> = T;

    #[inline(always)]
    unsafe fn read<'c>(cursor: Self::Cursor<'c>, step: usize, visited: &impl Visited) -> Self::Read<'c> {
        // SAFETY: as required of the caller.
        unsafe { Self::item(cursor, step, visited) }
    }
}

impl Readable for EntityTerm {
    type Read<'c> = Entity;

    #[inline(always)]
    unsafe fn read<'c>((): Self::Cursor<'c>, _: usize, visited: &impl Visited) -> Self::Read<'c> {
        visited.entity()
    }
}

/// Terms that can be read, whatever is asked of them.
pub trait ReadableTerms: Terms {
    /// What a reader of an entity gets.
    type Read<'c>;

    /// Returns the items of the rows that lie so many steps behind the first of the cursors, for reading.
    ///
    /// # Safety
    ///
    /// As for `Readable::read`, for each term.
    unsafe fn read<'c>(
        cursors: Self::Cursors<'c>,
        steps: Self::Rows,
        visited: &impl Visited,
    ) -> Self::Read<'c>;
}

macro_rules! readable_terms {
    ($($term:ident $number:tt),*) => {
        impl<$($term: Readable),*> ReadableTerms for ($($term,)*) {
            type Read<'c> = ($(<$term as Readable>::Read<'c>,)*);

            #[inline(always)]
            unsafe fn read<'c>(
                cursors: Self::Cursors<'c>,
                steps: Self::Rows,
                visited: &impl Visited,
            ) -> Self::Read<'c> {
                // SAFETY: as required of the caller.
                unsafe { ($(<$term as Readable>::read(cursors.$number, steps[$number], visited),)*) }
            }
        }
    };
}

all_tuples!(1..=12, readable_terms);
