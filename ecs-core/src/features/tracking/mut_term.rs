//! [`Mut`]: a component that has changed only if it is written to; [`MutRows`]: the term of a query for it.
#![expect(unsafe_code, reason = "items of different rows are borrowed at the same time")]

use core::fmt;
use core::ops::DerefMut;

use crate::borrow::AccessSet;
use crate::column::{Column, MayBeTracked};
use crate::component::PerEntity;
use crate::query::{AskOne, Fetch, QueryData, fetch, gives, query_data_alone};
use crate::reach::view::visit;
use crate::store::{CursorOf, Layout, Stored};
use crate::terms::{
    Maybe, Opening, ParTerm, Readable, ReadableTerms, Rows, Term, TermRows, Terms, Visited, lends_items,
    seen_by_rows,
};
use crate::ticks::Tick;

use super::tracked::Tracked;

/// An item of a query, to read and to write. The component counts as [changed](crate::Tracked) only if it was
/// written; with `&mut T`, all components that the query visits count as changed.
///
/// ```
/// use ecs_core::{Changed, Component, Entity, Mut, World, query};
///
/// #[derive(Component, PartialEq)]
/// #[component(track)]
/// struct Health(u32);
///
/// let bats = Entity::spawn_many(3, |n, _| Health(n as u32));
/// let seen = World::tick();
/// query::<Mut<Health>>().each(|mut health| {
///     if health.0 == 1 {
///         health.0 = 9;
///     }
///     health.set_if_neq(Health(9));
/// });
/// let changed = query::<Entity>().filter::<Changed<Health>>().since(seen);
/// assert_eq!(changed.iter().collect::<Vec<_>>(), [bats[0], bats[1], bats[2]]);
///
/// let seen = World::tick();
/// query::<Mut<Health>>().each(|mut health| assert!(!health.set_if_neq(Health(9))));
/// assert!(query::<Entity>().filter::<Changed<Health>>().since(seen).is_empty());
/// ```
pub struct Mut<'c, T: Stored> {
    value: <T::Layout as Layout<T>>::Mutable<'c>,
    term: &'c MutRows<T>,
    row: usize,
}

impl<T: Stored> Mut<'_, T> {
    /// Writes a value if it differs from the current one, and returns whether it did.
    #[inline]
    pub fn set_if_neq(&mut self, value: T) -> bool
    where
        T: PartialEq,
    {
        let is_other = *self.value != value;
        if is_other {
            **self = value;
        }
        is_other
    }

    /// Returns the component for writing, without counting it as changed.
    #[inline]
    pub fn bypass(&mut self) -> &mut T {
        &mut self.value
    }

    /// Says whether the component has changed, or was added, since the moment to which
    /// [`Changed`](crate::Changed) looks back where no `since` says another one; also by this.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.is_after(Column::changed_at)
    }

    /// Says whether the component was added since that moment: as [`Added`](crate::Added).
    #[must_use]
    pub fn is_added(&self) -> bool {
        self.is_after(|column: &Column, row| column.row_store.added_at(row))
    }

    fn is_after(&self, at: impl Fn(&Column, u32) -> Option<Tick>) -> bool {
        let MutRows { rows, since } = self.term;
        rows.store().and_then(|store| at(store, self.row as u32)).is_some_and(|at| at > *since)
    }
}

crate::base::deref_by!([T: Stored] Mut<'_, T> => T, |this| &this.value);

impl<T: Stored> DerefMut for Mut<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.term.rows.note_change(self.row);
        &mut self.value
    }
}

crate::base::debug_by!([T: Stored + fmt::Debug] Mut<'_, T>, |this, f| T::fmt(&this.value, f));

/// Rows that may be written to, each of which notes by itself that it was.
pub struct MutRows<T: 'static> {
    rows: Rows<'static, T, true>,
    /// The moment to which filters look back.
    since: Tick,
}

impl<T: Tracked> AskOne for MutRows<T> {
    const ACCESS: AccessSet<'static> = AccessSet::of::<T>(true);

    #[inline(always)]
    fn open(opening: &Opening<'_>) -> Self {
        let rows: Rows<'_, T, true> = visit(opening);
        let since = rows.store().map_or(Tick::default(), |store| store.world.ticker.since());
        Self { rows, since }
    }
}

fetch! {
    [T: Tracked + PerEntity] Mut<'_, T>, MutRows<T>;
    [T: Tracked + PerEntity] Option<Mut<'_, T>>, Maybe<MutRows<T>>;
}

query_data_alone! {
    [T: Tracked + PerEntity] Mut<'_, T>;
    [T: Tracked + PerEntity] Option<Mut<'_, T>>;
}

/// Where the items of such rows are.
pub struct MutCursor<'c, T: Stored> {
    values: CursorOf<T>,
    term: &'c MutRows<T>,
    /// The row of the first.
    first: usize,
}

crate::base::copy_always!([T: Stored] MutCursor<'_, T>);

// SAFETY: `Rows::row_of_owner` finds what is seen, and each row has one owner.
unsafe impl<T: MayBeTracked + Stored> Term for MutRows<T> {
    type Item<'c> = Mut<'c, T>;
    type Cursor<'c> = MutCursor<'c, T>;

    lends_items!();

    const IS_NEEDED: bool = true;

    seen_by_rows!(self, self.rows);

    #[inline(always)]
    fn cursor(&self, row: usize, _: bool) -> MutCursor<'_, T> {
        MutCursor { values: self.rows.cursor(row), term: self, first: row }
    }

    #[inline(always)]
    unsafe fn item<'c>(cursor: Self::Cursor<'c>, step: usize, _: &impl Visited) -> Self::Item<'c> {
        // SAFETY: the row is seen, so this visit alone has borrowed it; the caller sees to it that it is used
        // once at a time.
        let value = unsafe { T::Layout::mutable(cursor.values, step) };
        Mut { value, term: cursor.term, row: cursor.first + step }
    }
}

impl<T: MayBeTracked + Stored> Readable for MutRows<T> {
    type Read<'c> = <T::Layout as Layout<T>>::Shared<'c>;

    #[inline(always)]
    unsafe fn read<'c>(cursor: Self::Cursor<'c>, step: usize, _: &impl Visited) -> Self::Read<'c> {
        // SAFETY: the row is seen, so this visit alone has borrowed it; nothing of it writes to it meanwhile.
        unsafe { T::Layout::shared(cursor.values, step) }
    }
}

// SAFETY: as for rows that may be written to. What an item notes is the tick of its row, which is atomic;
// what it asks is what filters ask.
unsafe impl<T: MayBeTracked + Stored + Send> ParTerm for MutRows<T> {}
