//! [`Order`]: the order of a store's rows, whatever the type of its values is.

use core::cell::RefCell;

use super::align::Pairs;
use super::dense::Dense;
use super::still::Read;
use super::store::Store;

/// A store, as far as its rows and their owners go.
pub trait Order {
    /// The position of the store among those of the world.
    fn position(&self) -> u32;

    /// The entity index of each row.
    fn owners(&self) -> Read<'_, [u32]>;

    /// The row of the live component of the entity that has this index now, in the main buffer.
    fn live_row(&self, index: u32) -> Option<usize>;

    /// The other stores that this one was compared with.
    #[doc(hidden)]
    fn pairs(&self) -> &RefCell<Pairs>;
}

impl<T> Order for Store<T> {
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
}
