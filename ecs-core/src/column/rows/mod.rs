//! All rows of one type: one state machine, [`RowStore`].
//!
//! # The states of a row
//!
//! | state | the entry of its owner | its value | where |
//! |---|---|---|---|
//! | enabled | the stamp of the entity, the row | there | in the main buffer, in the enabled prefix |
//! | disabled | the stamp of the entity, the row | there | in the main buffer, behind the enabled prefix |
//! | spilled | no stamp, the row | there | in the spill; the stamp of the entity is beside it |
//! | dead | leads elsewhere, or nowhere | there, or taken | in the main buffer or in the spill |
//! | hole | leads elsewhere, or nowhere, and may remember the row | taken | in the main buffer |
//! | closed | none: the row has no owner | none | behind the last row |
//!
//! An enabled, disabled or spilled row is live. `len` rows are not closed. There is no spill while there are
//! holes, and all other rows are enabled then. The component of a live row may have been switched since: such
//! a row is on the wrong side until the sync point.
//!
//! # The transitions
//!
//! | from | to | function | when |
//! |---|---|---|---|
//! | closed | enabled | [`RowStore::next_row`] | there is room, no hole, and all rows are enabled |
//! | closed | enabled | [`RowStore::append_all`] | the same, for many rows |
//! | closed | live | [`RowStore::append`] | after [`RowStore::make_room`], which decides where |
//! | live, and closed | dead, and live | [`RowStore::succeed`] | the same; the old row is borrowed |
//! | hole | enabled | [`RowStore::refill`] | the hole is that of the same entity index |
//! | disabled | enabled | [`RowStore::enable`] | rows may move |
//! | enabled | disabled | [`RowStore::disable`] | rows may move |
//! | live | live, for another generation | [`RowStore::bump_generation`] | it is not borrowed |
//! | enabled, disabled | the same, another row | [`RowStore::permute`] | rows may move, and none is dead or a hole |
//! | live | dead | [`RowStore::kill`] | always |
//! | enabled | hole | [`RowStore::leave_at_once`], [`RowStore::leave`] | rows may move, none is dead, all are enabled |
//! | enabled, disabled | closed | [`RowStore::leave`] | rows may move, none is dead, some are disabled |
//! | hole | closed | [`RowStore::close_holes`] | always: nothing is borrowed where there are holes |
//! | spilled; dead | disabled or enabled; dead | [`RowStore::merge`] | rows may move |
//! | dead | closed | [`RowStore::close`] | rows may move, after [`RowStore::merge`]; from the highest row to the lowest |
//! | any | closed | [`RowStore::take_all`] | the world ends; none is dead, spilled or a hole |
//!
//! Rows may move while nothing of the store is borrowed: a caller knows that. Each transition that moves or
//! closes a row also corrects the look-up, and cuts the pairs with other stores there.

mod append;
mod array;
mod close;
mod dense;
mod entry;
mod holes;
mod order;
mod pairs;
mod row_map;
mod row_moves;
mod row_store;
mod row_ticks;
mod saved;
mod sparse;
mod table;
#[cfg(test)]
mod transitions;

pub(crate) use self::{
    array::{Block, NoRoom, stride_of},
    entry::Entry,
    pairs::common_prefix,
    row_moves::RowMoves,
    row_store::RowStore,
    row_ticks::RowTicks,
    sparse::{Sparse, Window},
};
pub use pairs::{Matching, Pair};

pub(crate) use saved::SavedRows;
