//! [`Columns`]: several columns side by side; [`ReadOnly`]: those whose items nobody writes to.
#![expect(unsafe_code, reason = "items of different rows are lent at the same time")]

use crate::world::Still;

use super::column::{Column, Copies, Maybe, Owner, Place};
use super::distinct::Distinct;
use super::par::ParColumn;
use super::raw::RawColumn;
use super::rows::Rows;
use super::stretch::{Beside, LOOK_UP, Stretch};

/// Columns that are visited together. No two of them lend one component, if one of the two may write to it: their stores see to that.
///
/// # Safety
///
/// As for [`Column`].
pub unsafe trait Columns: 'static {
    /// What the visitor of an entity gets.
    type Item<'c>;
    /// Where the rows begin that lie beside those of a store.
    type Starts: Copy;
    /// Where their items are.
    type Lanes<'c>: Copy;
    /// Where the columns lie beside a store.
    type Besides;

    /// How many of the columns are needed.
    const NEEDED: usize;

    /// Whether some items depend on the entity, not on the rows alone.
    const ASKS_OWNER: bool;

    /// Whether some items are the same for all entities.
    const IS_COMMON: bool;

    /// Sees the enabled rows only, or all.
    fn see(&mut self, enabled_only: bool);

    /// How many rows are seen of the needed column with the fewest.
    fn fewest(&self) -> Option<usize>;

    /// The order of that column.
    fn order(&self) -> Option<&RawColumn>;

    /// Says whether the rows of that column are in order.
    fn is_settled(&self) -> bool;

    /// The entities of that column, if they are in a set without rows.
    fn list(&self) -> Option<Distinct>;

    fn besides(&self, order: &RawColumn) -> Self::Besides;

    /// Finds the rows from one on, before `rows`, that are alike.
    fn stretch(&self, besides: &Self::Besides, row: usize, rows: usize) -> Stretch<Self::Starts>;

    /// Says whether so many rows from there on are seen.
    fn sees(&self, starts: Self::Starts, len: usize) -> bool;

    /// Finds the rows of an entity; `None` if it lacks one that is needed.
    fn find(&self, place: &impl Place) -> Option<Self::Starts>;

    /// As [`Columns::find`], where columns lie beside the rows from these starts on: the row of the entity is `step` behind them.
    fn find_beside(&self, starts: Self::Starts, step: usize, place: &impl Place) -> Option<Self::Starts>;

    /// Returns where the items of the rows from these on are.
    fn lanes(&self, starts: Self::Starts) -> Self::Lanes<'_>;

    /// Returns the items of the rows that lie `step` behind the first of the lanes.
    ///
    /// # Safety
    ///
    /// As for [`Column::item`], for each column.
    unsafe fn items<'c>(lanes: Self::Lanes<'c>, step: usize, place: &impl Place) -> Self::Item<'c>;
}

// SAFETY: it is the column.
unsafe impl<C: Column> Columns for C {
    type Item<'c> = C::Item<'c>;
    type Starts = [usize; 1];
    type Lanes<'c> = C::Lane<'c>;
    type Besides = [Beside; 1];

    const NEEDED: usize = C::IS_NEEDED as usize;
    const ASKS_OWNER: bool = C::ASKS_OWNER;
    const IS_COMMON: bool = C::IS_COMMON;

    fn see(&mut self, enabled_only: bool) {
        Column::see(self, enabled_only);
    }

    fn fewest(&self) -> Option<usize> {
        C::IS_NEEDED.then(|| Column::reach(self))
    }

    fn order(&self) -> Option<&RawColumn> {
        Column::order(self)
    }

    fn is_settled(&self) -> bool {
        Column::is_settled(self)
    }

    fn list(&self) -> Option<Distinct> {
        Column::list(self)
    }

    fn besides(&self, order: &RawColumn) -> [Beside; 1] {
        [self.beside(order)]
    }

    fn stretch(&self, besides: &[Beside; 1], row: usize, rows: usize) -> Stretch<[usize; 1]> {
        Stretch::find(besides, &[Column::reach(self)], row, rows)
    }

    fn sees(&self, [start]: [usize; 1], len: usize) -> bool {
        is_within(start, len, Column::reach(self))
    }

    #[inline(always)]
    fn find(&self, place: &impl Place) -> Option<[usize; 1]> {
        Some([Column::find(self, place)?])
    }

    #[inline(always)]
    fn find_beside(&self, [start]: [usize; 1], step: usize, place: &impl Place) -> Option<[usize; 1]> {
        Some([row_beside(self, start, step, place)?])
    }

    #[inline(always)]
    fn lanes(&self, [start]: [usize; 1]) -> C::Lane<'_> {
        self.lane(start)
    }

    #[inline(always)]
    unsafe fn items<'c>(lane: Self::Lanes<'c>, step: usize, place: &impl Place) -> Self::Item<'c> {
        // SAFETY: as required of the caller.
        unsafe { C::item(lane, step, place) }
    }
}

/// Columns whose items are for reading, so that an entity may be visited several times at once.
///
/// # Safety
///
/// No item may be written to.
#[diagnostic::on_unimplemented(
    message = "a query that asks for `&mut` is not visited through a shared reference",
    label = "the query asks for `&mut`",
    note = "use `for .. in &mut query`, `iter_mut()` or `each(..)`"
)]
pub unsafe trait ReadOnly: Columns {}

// SAFETY: its items are shared.
unsafe impl<T> ReadOnly for Rows<'static, T, false> {}
// SAFETY: its items are those of the column in it.
unsafe impl<C: Column + ReadOnly> ReadOnly for Maybe<C> {}
// SAFETY: its items are copies.
unsafe impl<T: Copy> ReadOnly for Copies<T> {}
// SAFETY: its items are values.
unsafe impl ReadOnly for Owner {}

/// Columns that several threads may visit at once, while they are held still.
///
/// # Safety
///
/// As for `ParColumn`.
#[diagnostic::on_unimplemented(
    message = "the query lends something that other threads may not have",
    label = "not `Send`, or not `Sync`",
    note = "what it asks for as `&T` or `Copied<T>` must be `Sync`, as `&mut T` it must be `Send`"
)]
pub unsafe trait ParColumns: Columns {
    /// Holds still what is read. On the world's thread.
    fn hold_still(&self, still: &Still);
}

// SAFETY: it is the column.
unsafe impl<C: ParColumn> ParColumns for C {
    fn hold_still(&self, still: &Still) {
        ParColumn::hold_still(self, still);
    }
}

/// The row of an entity: beside the rows that are followed, or looked up.
#[inline(always)]
fn row_beside<C: Column>(column: &C, start: usize, step: usize, place: &impl Place) -> Option<usize> {
    if start == LOOK_UP { column.find(place) } else { Some(start + step) }
}

fn is_within(start: usize, len: usize, reach: usize) -> bool {
    start.checked_add(len).is_some_and(|end| end <= reach)
}

macro_rules! columns {
    ($count:literal: $($column:ident $number:tt),*) => {
        // SAFETY: each row is found by its column.
        #[allow(unused_variables, unused_mut, unused_unsafe, clippy::unused_unit, reason = "there may be no column")]
        unsafe impl<$($column: Column),*> Columns for ($($column,)*) {
            type Item<'c> = ($($column::Item<'c>,)*);
            type Starts = [usize; $count];
            type Lanes<'c> = ($($column::Lane<'c>,)*);
            type Besides = [Beside; $count];

            const NEEDED: usize = 0 $(+ $column::IS_NEEDED as usize)*;
            const ASKS_OWNER: bool = false $(|| $column::ASKS_OWNER)*;
            const IS_COMMON: bool = false $(|| $column::IS_COMMON)*;

            fn see(&mut self, enabled_only: bool) {
                $(Column::see(&mut self.$number, enabled_only);)*
            }

            fn fewest(&self) -> Option<usize> {
                let mut fewest = None;
                $(if $column::IS_NEEDED {
                    let reach = Column::reach(&self.$number);
                    fewest = Some(fewest.map_or(reach, |fewest: usize| fewest.min(reach)));
                })*
                fewest
            }

            fn order(&self) -> Option<&RawColumn> {
                let fewest = self.fewest()?;
                $(if $column::IS_NEEDED && Column::reach(&self.$number) == fewest {
                    return Column::order(&self.$number);
                })*
                None
            }

            fn is_settled(&self) -> bool {
                let fewest = self.fewest();
                $(if $column::IS_NEEDED && Some(Column::reach(&self.$number)) == fewest {
                    return Column::is_settled(&self.$number);
                })*
                true
            }

            fn list(&self) -> Option<Distinct> {
                let fewest = self.fewest()?;
                $(if $column::IS_NEEDED && Column::reach(&self.$number) == fewest {
                    return Column::list(&self.$number);
                })*
                None
            }

            fn besides(&self, order: &RawColumn) -> [Beside; $count] {
                [$(self.$number.beside(order)),*]
            }

            fn stretch(&self, besides: &[Beside; $count], row: usize, rows: usize) -> Stretch<[usize; $count]> {
                Stretch::find(besides, &[$(Column::reach(&self.$number)),*], row, rows)
            }

            fn sees(&self, starts: [usize; $count], len: usize) -> bool {
                true $(&& is_within(starts[$number], len, Column::reach(&self.$number)))*
            }

            #[inline(always)]
            fn find(&self, place: &impl Place) -> Option<[usize; $count]> {
                Some([$(Column::find(&self.$number, place)?),*])
            }

            #[inline(always)]
            fn find_beside(&self, starts: [usize; $count], step: usize, place: &impl Place) -> Option<[usize; $count]> {
                Some([$(row_beside(&self.$number, starts[$number], step, place)?),*])
            }

            #[inline(always)]
            fn lanes(&self, starts: [usize; $count]) -> Self::Lanes<'_> {
                ($(self.$number.lane(starts[$number]),)*)
            }

            #[inline(always)]
            unsafe fn items<'c>(lanes: Self::Lanes<'c>, step: usize, place: &impl Place) -> Self::Item<'c> {
                // SAFETY: as required of the caller.
                unsafe { ($($column::item(lanes.$number, step, place),)*) }
            }
        }

        // SAFETY: so it is for each column.
        unsafe impl<$($column: Column + ReadOnly),*> ReadOnly for ($($column,)*) {}

        #[allow(unused_variables, reason = "there may be no column")]
        // SAFETY: so it is for each column.
        unsafe impl<$($column: ParColumn),*> ParColumns for ($($column,)*) {
            fn hold_still(&self, still: &Still) {
                $(ParColumn::hold_still(&self.$number, still);)*
            }
        }
    };
}

columns!(0:);
columns!(1: A 0);
columns!(2: A 0, B 1);
columns!(3: A 0, B 1, C 2);
columns!(4: A 0, B 1, C 2, D 3);
columns!(5: A 0, B 1, C 2, D 3, E 4);
columns!(6: A 0, B 1, C 2, D 3, E 4, F 5);
columns!(7: A 0, B 1, C 2, D 3, E 4, F 5, G 6);
columns!(8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
columns!(9: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
columns!(10: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
columns!(11: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
columns!(12: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
