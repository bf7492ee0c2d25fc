//! [`RowOrder`]: the order of a store's rows, and what is borrowed of them, whatever the type of its values is.

use core::cell::RefCell;

use super::align::Pairs;
use super::borrows::Borrows;
use super::dense::Dense;
use super::distinct::Distinct;
use super::freeze_cell::Read;
use super::store::Store;

/// A store, as far as its rows, their owners and their borrows go.
pub trait RowOrder {
    /// The position of the store among those of the world.
    fn position(&self) -> u32;

    /// The entity index of each row.
    fn owners(&self) -> Read<'_, [u32]>;

    /// The row of the live component of the entity that has this index now, in the main buffer.
    fn live_row(&self, index: u32) -> Option<usize>;

    /// The other stores that this one was compared with.
    #[doc(hidden)]
    fn pairs(&self) -> &RefCell<Pairs>;

    /// The type, as messages name it.
    fn name(&self) -> &'static str;

    #[doc(hidden)]
    fn borrows(&self) -> &Borrows;

    /// The entity index of a row.
    fn owner(&self, row: u32) -> u32;

    /// The row of the live component of the entity that has this index now.
    fn row_of_index(&self, index: u32) -> Option<u32>;

    /// Says whether the rows are in order: the enabled ones first, all in the main buffer, and no dead ones.
    fn is_flushed(&self) -> bool;

    /// Says whether the component of a row and its entity are switched on.
    fn is_enabled(&self, row: u32) -> bool;

    /// The entities that have a component, in the order of the rows; only those that are enabled, or all.
    fn live_entities(&self, enabled_only: bool) -> Distinct;
}

impl<T> RowOrder for Store<T> {
    fn position(&self) -> u32 {
        self.position
    }

    fn owners(&self) -> Read<'_, [u32]> {
        self.dense.borrow().map(Dense::owners)
    }

    fn live_row(&self, index: u32) -> Option<usize> {
        self.live_row(index)
    }

    fn pairs(&self) -> &RefCell<Pairs> {
        &self.pairs
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn borrows(&self) -> &Borrows {
        &self.borrows
    }

    fn owner(&self, row: u32) -> u32 {
        self.owner(row)
    }

    fn row_of_index(&self, index: u32) -> Option<u32> {
        match self.tags() {
            Some(tags) => tags.has(index).then_some(index),
            None => self.row_of_index(index),
        }
    }

    fn is_flushed(&self) -> bool {
        self.check_flushed().is_ok()
    }

    fn is_enabled(&self, row: u32) -> bool {
        self.is_enabled(row)
    }

    fn live_entities(&self, enabled_only: bool) -> Distinct {
        self.live_entities(enabled_only)
    }
}
