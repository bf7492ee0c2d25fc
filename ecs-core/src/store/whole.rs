//! [`Whole`]: all rows of a store, shown to each entity that a pass visits.
#![expect(unsafe_code, reason = "it says of itself what is asked of a column")]

use super::column::{Column, Place};
use super::rows::Rows;

/// What shows the rows of a store to hooks.
pub trait Show: 'static {
    /// The type of the values.
    type Value: 'static;
    /// What a hook gets.
    type Shown<'w>;

    #[doc(hidden)]
    fn show(rows: Rows<'_, Self::Value, false>) -> Self::Shown<'_>;
}

/// All rows of a store, for reading, whichever entity is visited.
pub struct Whole<S: Show>(pub(crate) Rows<'static, S::Value, false>);

// SAFETY: it finds no rows; what it gives is for reading.
unsafe impl<S: Show> Column for Whole<S> {
    type Item<'c> = S::Shown<'c>;
    type Lane<'c> = &'c Rows<'static, S::Value, false>;

    const IS_NEEDED: bool = false;

    #[inline(always)]
    fn find(&self, _: &impl Place) -> Option<usize> {
        Some(0)
    }

    #[inline(always)]
    fn lane(&self, _: usize) -> Self::Lane<'_> {
        &self.0
    }

    #[inline(always)]
    unsafe fn item<'c>(rows: Self::Lane<'c>, _: usize, _: &impl Place) -> Self::Item<'c> {
        S::show(rows.again())
    }
}
