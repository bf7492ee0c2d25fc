//! The terms of components: to read, to write to, or as copies.
#![expect(unsafe_code, reason = "items of different rows are borrowed at the same time")]

use super::rows::Rows;
use super::term::{Readable, Term, Visited, lends_items, reads_items, seen_by_rows};
use super::term_rows::TermRows;
use crate::column::MayBeTracked;
use crate::store::{CursorOf, Layout, Stored};

// SAFETY: `Rows::row_of_owner` finds what is seen, and each row has one owner.
unsafe impl<T: Stored> Term for Rows<'static, T, false> {
    type Item<'c> = <T::Layout as Layout<T>>::Shared<'c>;
    type Lent<'c> = &'c T;
    type Cursor<'c> = CursorOf<T>;

    const IS_NEEDED: bool = true;
    const IS_SPLIT: bool = T::Layout::IS_SPLIT;

    seen_by_rows!(self, *self);

    #[inline(always)]
    fn cursor(&self, row: usize, _: bool) -> CursorOf<T> {
        Rows::cursor(self, row)
    }

    #[inline(always)]
    unsafe fn item<'c>(cursor: Self::Cursor<'c>, step: usize, _: &impl Visited) -> Self::Item<'c> {
        // SAFETY: the row is seen, so this visit has borrowed it, for reading.
        unsafe { T::Layout::shared(cursor, step) }
    }

    #[inline(always)]
    fn lent(item: Self::Item<'_>) -> &T {
        T::Layout::lent(item)
    }

    #[inline(always)]
    unsafe fn with<'c, R>(
        cursor: Self::Cursor<'c>,
        step: usize,
        _: &impl Visited,
        f: impl FnOnce(&'c T) -> R,
    ) -> R {
        // SAFETY: as in `item`; the function does not keep what it gets.
        unsafe { T::Layout::with(cursor, step, f) }
    }
}

/// Where the items of rows that may be written to are.
pub struct CursorMut<'c, T: Stored> {
    pub(super) values: CursorOf<T>,
    rows: &'c Rows<'static, T, true>,
    /// The row of the first.
    first: usize,
    /// Whether each item is noted: not if a pass does it for the whole run.
    notes: bool,
}

crate::base::copy_always!([T: Stored] CursorMut<'_, T>);

impl<T: MayBeTracked + Stored> CursorMut<'_, T> {
    /// Notes that the row is changed that lies so many steps behind the first, if that is to be noted.
    #[inline(always)]
    fn note(&self, step: usize) {
        if const { T::TRACKED } && self.notes {
            self.rows.note_change(self.first + step);
        }
    }
}

// SAFETY: `Rows::row_of_owner` finds what is seen, and each row has one owner.
unsafe impl<T: MayBeTracked + Stored> Term for Rows<'static, T, true> {
    type Item<'c> = <T::Layout as Layout<T>>::Mutable<'c>;
    type Lent<'c> = &'c mut T;
    type Cursor<'c> = CursorMut<'c, T>;

    const IS_NEEDED: bool = true;
    const IS_NOTED: bool = T::TRACKED;
    const IS_SPLIT: bool = T::Layout::IS_SPLIT;

    seen_by_rows!(self, *self);

    #[inline(always)]
    fn cursor(&self, row: usize, notes: bool) -> CursorMut<'_, T> {
        CursorMut { values: Rows::cursor(self, row), rows: self, first: row, notes }
    }

    #[inline(always)]
    unsafe fn item<'c>(cursor: Self::Cursor<'c>, step: usize, _: &impl Visited) -> Self::Item<'c> {
        cursor.note(step);
        // SAFETY: the row is seen, so this visit alone has borrowed it; the caller sees to it that it is used
        // once at a time.
        unsafe { T::Layout::mutable(cursor.values, step) }
    }

    #[inline(always)]
    fn lent(item: Self::Item<'_>) -> &mut T {
        T::Layout::lent_mut(item)
    }

    #[inline(always)]
    unsafe fn with<'c, R>(
        cursor: Self::Cursor<'c>,
        step: usize,
        _: &impl Visited,
        f: impl FnOnce(&'c mut T) -> R,
    ) -> R {
        cursor.note(step);
        // SAFETY: as in `item`; the function does not keep what it gets.
        unsafe { T::Layout::with_mut(cursor.values, step, f) }
    }
}

/// A term whose items are copies.
pub struct CopiedTerm<T: 'static>(pub(crate) Rows<'static, T, false>);

// SAFETY: `Rows::row_of_owner` finds what is seen, and each row has one owner.
unsafe impl<T: Copy + Stored> Term for CopiedTerm<T> {
    type Item<'c> = T;
    type Cursor<'c> = CursorOf<T>;

    lends_items!();

    const IS_NEEDED: bool = true;

    seen_by_rows!(self, self.0);

    #[inline(always)]
    fn cursor(&self, row: usize, _: bool) -> CursorOf<T> {
        Rows::cursor(&self.0, row)
    }

    #[inline(always)]
    unsafe fn item<'c>(cursor: Self::Cursor<'c>, step: usize, _: &impl Visited) -> Self::Item<'c> {
        // SAFETY: the row is seen, so this visit has borrowed it, for reading.
        unsafe { T::Layout::read(cursor, step) }
    }
}

impl<T: Stored> Readable for Rows<'static, T, false> {
    reads_items!();
}

impl<T: MayBeTracked + Stored> Readable for Rows<'static, T, true> {
    type Read<'c> = <T::Layout as Layout<T>>::Shared<'c>;

    #[inline(always)]
    unsafe fn read<'c>(cursor: Self::Cursor<'c>, step: usize, _: &impl Visited) -> Self::Read<'c> {
        // SAFETY: the row is seen, so this visit alone has borrowed it; nothing of it writes to it meanwhile.
        unsafe { T::Layout::shared(cursor.values, step) }
    }
}

impl<T: Copy + Stored> Readable for CopiedTerm<T> {
    reads_items!();
}
