//! [`ViewTerm`]: all rows of a store, shown to each entity that a pass visits.
#![expect(unsafe_code, reason = "it says of itself what is asked of a term")]

use super::rows::Rows;
use super::term::{Term, Visited, lends_items};
use super::term_rows::TermRows;

/// What shows the rows of a store to hooks.
pub trait ShowRows: 'static {
    /// The type of the values.
    type Value: 'static;
    /// What a hook gets.
    type Shown<'w>;

    fn show(rows: Rows<'_, Self::Value, false>) -> Self::Shown<'_>;
}

/// All rows of a store, for reading, whichever entity is visited.
pub struct ViewTerm<S: ShowRows>(pub(crate) Rows<'static, S::Value, false>);

// SAFETY: it finds no rows; what it gives is for reading.
unsafe impl<S: ShowRows> Term for ViewTerm<S> {
    type Item<'c> = S::Shown<'c>;
    type Cursor<'c> = &'c Rows<'static, S::Value, false>;

    lends_items!();

    const IS_NEEDED: bool = false;

    fn rows(&self) -> TermRows<'_> {
        self.0.as_term(false).if_any()
    }

    #[inline(always)]
    fn cursor(&self, _: usize, _: bool) -> Self::Cursor<'_> {
        &self.0
    }

    #[inline(always)]
    unsafe fn item<'c>(rows: Self::Cursor<'c>, _: usize, _: &impl Visited) -> Self::Item<'c> {
        S::show(rows.again())
    }
}
