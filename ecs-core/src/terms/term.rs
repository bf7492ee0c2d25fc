//! [`Term`]: what goes with each entity that a pass or a query visits.
#![expect(unsafe_code, reason = "items of different rows are borrowed at the same time")]

use crate::ids::Entity;
use crate::world::CommandBuffer;

use super::term_rows::TermRows;

/// The entity that is visited.
pub trait Visited {
    /// Its index.
    fn visited_index(&self) -> u32;

    /// The entity.
    fn visited_entity(&self) -> Entity;

    /// What is done after the visit, if the visitor can say so. It lives as long as the visit.
    fn deferred_commands(&self) -> Option<&CommandBuffer> {
        None
    }
}

/// What goes with each entity that is visited. It is opened once for a visit, and borrowed entity by entity
/// ([`Visiting`]); as a whole for threads and isolated passes.
///
/// # Safety
///
/// What [`Term::find`] finds must be a row that existed when it was opened and is live, and no two entities
/// may have a row in common, unless [`Term::IS_SINGLETON`] says so. So it is for the rows below the reach of
/// [`Term::rows`].
pub unsafe trait Term: 'static {
    /// What the visitor of an entity gets, to keep as long as the visit.
    type Item<'c>;
    /// What a visitor gets who is called with it: references where an item is a copy that is written back.
    type Lent<'c>;
    /// Where the items of the rows from one on are.
    type Cursor<'c>: Copy;

    /// Whether an entity without it is left out.
    const IS_NEEDED: bool;

    /// Whether its items depend on the entity, not on the row alone.
    const ASKS_OWNER: bool = false;

    /// Whether all entities have the same, which may be written to: who visits several must be done with one
    /// before the next.
    const IS_SINGLETON: bool = false;

    /// Whether what may be written of its rows is noted: by each item, or by a pass for a whole run.
    const IS_NOTED: bool = false;

    /// Whether what it lends is no item: of a type that is stored by its fields.
    const IS_SPLIT: bool = false;

    /// Its rows, if it has any.
    fn rows(&self) -> TermRows<'_> {
        TermRows::NONE
    }

    /// Sees the enabled rows only, or all.
    fn see(&mut self, _enabled_only: bool) {}

    /// Finds the row of an entity; `None` if the entity is to be left out.
    #[inline(always)]
    fn find(&self, _: &impl Visited) -> Option<usize> {
        Some(0)
    }

    /// Returns where the items of the rows from this one on are. If `notes`, each item notes that it may be
    /// written to; otherwise a pass has done so for the whole run.
    fn cursor(&self, row: usize, notes: bool) -> Self::Cursor<'_>;

    /// Returns the item of the row that lies `step` behind the first of a cursor.
    ///
    /// # Safety
    ///
    /// The row must be below the reach of the rows, or have been found. Where the item may be written to, no
    /// other item of the same row may be in use while it is.
    unsafe fn item<'c>(cursor: Self::Cursor<'c>, step: usize, visited: &impl Visited) -> Self::Item<'c>;

    /// Lends an item as it is, of a term that is not [split](Self::IS_SPLIT).
    fn lent(item: Self::Item<'_>) -> Self::Lent<'_>;

    /// Calls a function with the item of the row that lies `step` behind the first of a cursor.
    ///
    /// # Safety
    ///
    /// As of [`Term::item`]; and the function must not keep what it gets.
    #[inline(always)]
    unsafe fn with<'c, R>(
        cursor: Self::Cursor<'c>,
        step: usize,
        visited: &impl Visited,
        f: impl FnOnce(Self::Lent<'c>) -> R,
    ) -> R {
        // SAFETY: as required of the caller.
        f(Self::lent(unsafe { Self::item(cursor, step, visited) }))
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
    /// As of [`Term::item`]; but several may be in use, if all are for reading.
    unsafe fn read<'c>(cursor: Self::Cursor<'c>, step: usize, visited: &impl Visited) -> Self::Read<'c>;
}

/// What a term says that lends its items as they are.
macro_rules! lends_items {
    () => {
        type Lent<'c> = Self::Item<'c>;

        #[inline(always)]
        fn lent(item: Self::Item<'_>) -> Self::Lent<'_> {
            item
        }
    };
}
pub(crate) use lends_items;

/// What a term says whose items are for reading.
macro_rules! reads_items {
    () => {
        type Read<'c> = Self::Item<'c>;

        #[inline(always)]
        unsafe fn read<'c>(cursor: Self::Cursor<'c>, step: usize, visited: &impl Visited) -> Self::Read<'c> {
            // SAFETY: as required of the caller.
            unsafe { Self::item(cursor, step, visited) }
        }
    };
}
pub(super) use reads_items;

/// What a term says that sees just these rows.
macro_rules! seen_by_rows {
    ($self:ident, $rows:expr) => {
        #[inline]
        fn rows(&$self) -> TermRows<'_> {
            $rows.as_term(Self::IS_NOTED)
        }

        fn see(&mut $self, enabled_only: bool) {
            Rows::see(&mut $rows, enabled_only);
        }

        #[inline(always)]
        fn find(&$self, visited: &impl Visited) -> Option<usize> {
            $rows.row_of_owner(visited.visited_index())
        }
    };
}
pub(crate) use seen_by_rows;
