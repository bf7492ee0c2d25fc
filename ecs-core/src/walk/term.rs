//! [`Term`]: what goes with each entity that a pass or a query visits.
#![expect(unsafe_code, reason = "items of different rows are borrowed at the same time")]

use crate::ids::Entity;

use super::aligned_run::Alignment;

use super::rows::Rows;
use crate::column::{Column, Distinct, MayBeTracked};
use crate::store::{CursorOf, Layout, Stored};
use crate::world::CommandBuffer;

/// The entity that is visited.
pub trait Visited {
    /// Its index.
    fn owner(&self) -> u32;

    /// The entity.
    fn entity(&self) -> Entity;

    /// What is done after the visit, if the visitor can say so. It lives as long as the visit.
    fn commands(&self) -> Option<&CommandBuffer> {
        None
    }
}

/// What goes with each entity that is visited. It is opened once for a visit, and borrowed entity by entity
/// ([`Visiting`]); as a whole for threads and isolated passes.
///
/// # Safety
///
/// What [`Term::find`] finds must be a row that existed when it was opened and is live, and no two entities
/// may have a row in common, unless [`Term::IS_SINGLETON`] says so.
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

    /// Whether what may be written of its rows is noted: by [`Term::item`], or by a pass for a whole run.
    const IS_NOTED: bool = false;

    /// Whether what it lends is no item: of a type that is stored by its fields.
    const IS_SPLIT: bool = false;

    /// How many of its rows are seen.
    fn reach(&self) -> usize {
        usize::MAX
    }

    /// The column whose rows a join may follow: its own, if it has one with rows.
    fn driver(&self) -> Option<&Column> {
        None
    }

    /// Says whether just those of its rows are seen that are below [`Term::reach`].
    fn is_flushed(&self) -> bool {
        true
    }

    /// The entities that it is needed for, if they are in a set without rows.
    fn list(&self) -> Option<Distinct> {
        None
    }

    /// Sees the enabled rows only, or all.
    fn see(&mut self, _enabled_only: bool) {}

    /// Which rows of a column it is aligned with.
    fn alignment(&self, _: &Column) -> Alignment {
        Alignment::Everywhere
    }

    /// Finds the row of an entity; `None` if the entity is to be left out.
    #[inline(always)]
    fn find(&self, _: &impl Visited) -> Option<usize> {
        Some(0)
    }

    /// Returns where the items of the rows from this one on are.
    fn cursor(&self, row: usize) -> Self::Cursor<'_>;

    /// As [`Term::cursor`], of rows that a pass notes.
    fn cursor_noted(&self, row: usize) -> Self::Cursor<'_> {
        self.cursor(row)
    }

    /// Returns the item of the row that lies `step` behind the first of a cursor.
    ///
    /// # Safety
    ///
    /// The row must be below [`Term::reach`], or have been found. Where the item may be written to, no other
    /// item of the same row may be in use while it is.
    unsafe fn item<'c>(cursor: Self::Cursor<'c>, step: usize, visited: &impl Visited) -> Self::Item<'c>;

    /// Lends an item as it is, of a term that is not [split](Self::IS_SPLIT).
    fn lent(item: Self::Item<'_>) -> Self::Lent<'_>;

    /// Calls a function with what is lent of the row that lies `step` behind the first of a cursor.
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
pub(super) use lends_items;

/// What a term says that sees just these rows.
macro_rules! seen_by_rows {
    ($self:ident, $rows:expr) => {
        fn reach(&$self) -> usize {
            Rows::reach(&$rows)
        }

        fn driver(&$self) -> Option<&Column> {
            Rows::driver(&$rows)
        }

        fn is_flushed(&$self) -> bool {
            Rows::is_flushed(&$rows)
        }

        fn list(&$self) -> Option<Distinct> {
            Rows::list(&$rows)
        }

        fn see(&mut $self, enabled_only: bool) {
            Rows::see(&mut $rows, enabled_only);
        }

        fn alignment(&$self, driver: &Column) -> Alignment {
            let is_flushed = Term::is_flushed($self) && driver.is_flushed();
            if is_flushed { Alignment::find(Term::driver($self), driver) } else { Alignment::nowhere() }
        }

        #[inline(always)]
        fn find(&$self, visited: &impl Visited) -> Option<usize> {
            $rows.row_of_owner(visited.owner())
        }
    };
}

pub(super) use seen_by_rows;

// SAFETY: `Rows::row_of_owner` finds what is seen, and each row has one owner.
unsafe impl<T: Stored> Term for Rows<'static, T, false> {
    type Item<'c> = <T::Layout as Layout<T>>::Shared<'c>;
    type Lent<'c> = &'c T;
    type Cursor<'c> = CursorOf<T>;

    const IS_NEEDED: bool = true;
    const IS_SPLIT: bool = T::Layout::IS_SPLIT;

    seen_by_rows!(self, *self);

    #[inline(always)]
    fn cursor(&self, row: usize) -> CursorOf<T> {
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

impl<T: Stored> Clone for CursorMut<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Stored> Copy for CursorMut<'_, T> {}

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
    fn cursor(&self, row: usize) -> CursorMut<'_, T> {
        CursorMut { values: Rows::cursor(self, row), rows: self, first: row, notes: true }
    }

    #[inline(always)]
    fn cursor_noted(&self, row: usize) -> CursorMut<'_, T> {
        CursorMut { notes: false, ..Term::cursor(self, row) }
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

    fn see(&mut self, enabled_only: bool) {
        self.0.see(enabled_only);
    }

    #[inline(always)]
    fn cursor(&self, _: usize) -> &C {
        &self.0
    }

    #[inline(always)]
    unsafe fn item<'c>(term: Self::Cursor<'c>, _: usize, visited: &impl Visited) -> Self::Item<'c> {
        // SAFETY: the row was found, and each entity has a row of its own, or the term is a singleton's too:
        // so what the caller promises for the entity holds for it.
        term.find(visited).map(|row| unsafe { C::item(term.cursor(row), 0, visited) })
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
            Some(row) => unsafe { C::with(term.cursor(row), 0, visited, |lent| f(Some(lent))) },
            None => f(None),
        }
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
    fn cursor(&self, row: usize) -> CursorOf<T> {
        Rows::cursor(&self.0, row)
    }

    #[inline(always)]
    unsafe fn item<'c>(cursor: Self::Cursor<'c>, step: usize, _: &impl Visited) -> Self::Item<'c> {
        // SAFETY: the row is seen, so this visit has borrowed it, for reading.
        unsafe { T::Layout::read(cursor, step) }
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
    fn cursor(&self, _: usize) {}

    #[inline(always)]
    unsafe fn item<'c>((): Self::Cursor<'c>, _: usize, visited: &impl Visited) -> Self::Item<'c> {
        visited.entity()
    }
}

/// The same for each entity.
pub struct Always<V>(pub(crate) V);

// SAFETY: it has no rows.
unsafe impl<V: Copy + 'static> Term for Always<V> {
    type Item<'c> = V;
    type Cursor<'c> = V;

    lends_items!();

    const IS_NEEDED: bool = false;

    #[inline(always)]
    fn cursor(&self, _: usize) -> V {
        self.0
    }

    #[inline(always)]
    unsafe fn item<'c>(value: Self::Cursor<'c>, _: usize, _: &impl Visited) -> Self::Item<'c> {
        value
    }
}
