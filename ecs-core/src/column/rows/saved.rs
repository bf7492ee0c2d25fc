//! Saving all rows, and bringing them back.

use core::cell::Cell;
use core::mem::swap;

use crate::base::{Mark, clone_fields};
use crate::threads::Read;

use super::array::{Block, NoRoom};
use super::dense::Dense;
use super::entry::Entry;
use super::holes::SavedHoles;
use super::row_store::RowStore;
use super::table::Table;

/// Whose the rows are, and how they are found.
#[derive(Default)]
pub(crate) struct SavedRows {
    pub(crate) copy: u64,
    pub(crate) owners: Vec<u32>,
    pub(crate) flags: Vec<u8>,
    pub(crate) enabled: usize,
    new_flags: u8,
    table: Table,
    taken: usize,
    holes: SavedHoles,
    /// The hash of the rows, once somebody has asked.
    pub(crate) hash: Cell<Option<u64>>,
}

clone_fields!(SavedRows { copy, owners, flags, enabled, new_flags, table, taken, holes, hash });

impl SavedRows {
    /// No rows, where a new one has these flags.
    pub(crate) fn none(new_flags: u8) -> Self {
        Self { new_flags, ..Self::default() }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.owners.capacity() * 4 + self.flags.capacity() + self.table.near.capacity() * size_of::<Entry>()
    }
}

impl RowStore {
    /// Says which copy the rows equal, but for their values.
    pub(crate) fn mark(&self) -> &Mark {
        self.dense.mark()
    }

    /// The number of rows with which the main buffer counts as full.
    pub(crate) fn limit(&self) -> usize {
        self.dense.borrow().limit()
    }

    /// The flags of a new row.
    pub(crate) fn new_flags(&self) -> u8 {
        self.dense.borrow().new_flags
    }

    /// The values of the rows in the main buffer.
    pub(crate) fn values(&self) -> Read<'_, Block> {
        self.dense.borrow().map(|dense| &dense.values)
    }

    /// Copies all but the values.
    pub(crate) fn save(&self, to: &mut SavedRows) {
        let dense = self.dense.borrow();
        to.owners.clone_from(&dense.owners);
        to.flags.clone_from(&dense.flags);
        (to.enabled, to.new_flags) = (dense.enabled, dense.new_flags);
        to.taken = self.sparse.save(&mut to.table);
        self.holes.save(&mut to.holes);
    }

    /// Makes room for so many rows in all, in a main buffer that counts as full as before.
    pub(crate) fn make_room_to_restore(&self, rows: usize) -> Result<(), NoRoom> {
        let dense = &mut *self.dense.borrow_mut();
        let limit = dense.limit();
        let reserved = dense.reserve(rows.saturating_sub(dense.len()));
        dense.set_limit(limit);
        self.publish(dense);
        reserved
    }

    /// Lets the rows be others, for which there is room. The values of those that there are count as moved;
    /// those of the others are to be written.
    pub(crate) fn restore(&self, rows: &mut SavedRows) {
        self.dense.borrow_mut().restore(rows);
        self.sparse.restore(&mut rows.table, rows.taken);
        self.holes.restore(&mut rows.holes);
    }

    /// Writes values over those of the rows from one on.
    pub(crate) fn overwrite(&self, row: usize, values: &Block) {
        self.dense.borrow_mut().values.overwrite(row, values);
    }

    /// Ends the bringing back, with a main buffer that counts as full with `limit` rows.
    pub(crate) fn end_restoring(&self, limit: usize) {
        let dense = &mut *self.dense.borrow_mut();
        dense.set_limit(limit);
        self.publish(dense);
        self.cap_pairs(0);
    }
}

impl Dense {
    fn restore(&mut self, rows: &mut SavedRows) {
        debug_assert!(!self.has_spill());
        swap(&mut self.owners, &mut rows.owners);
        swap(&mut self.flags, &mut rows.flags);
        (self.enabled, self.new_flags) = (rows.enabled, rows.new_flags);
        self.is_noted = self.has_flags() || self.ticks.is_some();
        self.values.truncate(self.owners.len());
        self.values.push_all(self.owners.len() - self.values.len());
    }
}
