//! [`Lend`]: how a join gives out items: to keep, for the call of a function, or for reading.
#![expect(unsafe_code, reason = "items of different rows are borrowed at the same time")]

use crate::terms::{ReadableTerms, Terms, Visited};

/// How a function gets the items of terms.
pub trait Lend<C: Terms> {
    /// What the visitor of an entity gets.
    type Item<'c>;

    /// Calls a function with the items of the rows that lie so many steps behind the first of the cursors.
    ///
    /// # Safety
    ///
    /// As for [`Terms::with`].
    unsafe fn with<'c, R>(
        cursors: C::Cursors<'c>,
        steps: C::Rows,
        visited: &impl Visited,
        f: impl FnOnce(Self::Item<'c>) -> R,
    ) -> R;
}

/// How the items of terms are given out, to be kept.
pub trait Keep<C: Terms>: Lend<C> {
    /// Returns the items of the rows that lie so many steps behind the first of the cursors.
    ///
    /// # Safety
    ///
    /// As for [`Terms::items`].
    unsafe fn items<'c>(cursors: C::Cursors<'c>, steps: C::Rows, visited: &impl Visited) -> Self::Item<'c>;
}

/// Lends items to a function, which cannot keep them.
#[derive(Debug)]
pub enum ToCall {}

/// Gives out what is asked for.
#[derive(Debug)]
pub enum AsAsked {}

/// Gives out for reading what is asked for, so that an entity may be visited several times at once.
#[derive(Debug)]
pub enum ToRead {}

impl<C: Terms> Lend<C> for ToCall {
    type Item<'c> = C::Lent<'c>;

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

macro_rules! gives {
    ($gives:ident, $terms:ident, $item:ident, $items:ident) => {
        impl<C: $terms> Lend<C> for $gives {
            type Item<'c> = C::$item<'c>;

            #[inline(always)]
            unsafe fn with<'c, R>(
                cursors: C::Cursors<'c>,
                steps: C::Rows,
                visited: &impl Visited,
                f: impl FnOnce(Self::Item<'c>) -> R,
            ) -> R {
                // SAFETY: as required of the caller.
                f(unsafe { C::$items(cursors, steps, visited) })
            }
        }

        impl<C: $terms> Keep<C> for $gives {
            #[inline(always)]
            unsafe fn items<'c>(
                cursors: C::Cursors<'c>,
                steps: C::Rows,
                visited: &impl Visited,
            ) -> Self::Item<'c> {
                // SAFETY: as required of the caller.
                unsafe { C::$items(cursors, steps, visited) }
            }
        }
    };
}

gives!(AsAsked, Terms, Item, items);
gives!(ToRead, ReadableTerms, Read, read);
