//! The transitions to a live row: from a closed one and from a hole.

use core::cell::Cell;

use crate::ids::{Batch, Entity};
use crate::threads::Write;

use super::array::NoRoom;
use super::dense::Dense;
use super::entry::Entry;
use super::row_store::RowStore;
use super::sparse::Vacant;

/// The place of the next row, in order, and of the entry that leads to it.
pub(crate) struct NextRow<'r, const NOTED: bool> {
    dense: Write<'r, Dense>,
    vacant: Vacant<'r>,
    main_rows: &'r Cell<usize>,
}

impl<const NOTED: bool> NextRow<'_, NOTED> {
    /// Appends the row, for an entity of the index. It cannot fail.
    #[inline(always)]
    pub(crate) fn append(mut self, entity: Entity) -> u32 {
        let row = self.dense.len() as u32;
        self.vacant.fill(Entry::new(entity.stamp().bits(), row));
        if NOTED {
            self.dense.append_enabled(entity.index());
        } else {
            self.dense.append_simply(entity.index());
        }
        self.main_rows.set(self.dense.main_len());
        row
    }
}

impl RowStore {
    /// The next row for an entity index that has none, if nothing grows for it, there is no hole, and all
    /// rows are enabled: saves the questions of [`RowStore::append`]. Rows with flags are `NOTED`.
    #[inline(always)]
    pub(crate) fn next_row<const NOTED: bool>(&self, index: u32) -> Option<NextRow<'_, NOTED>> {
        debug_assert_eq!(self.holes(), 0);
        let dense = self.dense.borrow_mut();
        let is_in_order = if NOTED { dense.grows_simply_with_flags() } else { dense.grows_simply() };
        if !is_in_order {
            return None;
        }
        let vacant = self.sparse.vacant(index)?;
        Some(NextRow { dense, vacant, main_rows: &self.main_rows })
    }

    /// Says whether the next row needs no room, and an enabled one is at its place behind the others.
    #[inline]
    pub(crate) fn has_room_in_order(&self, index: u32) -> bool {
        let dense = self.dense.borrow();
        dense.len() == dense.enabled() && dense.has_room() && self.sparse.has_room(index)
    }

    /// Appends a row for an entity that has none, where there is room for it. Says which, and whether it is
    /// in the enabled prefix: an enabled row that is not is to be [enabled](RowStore::enable).
    #[inline]
    pub(crate) fn append(&self, entity: Entity, enabled: bool) -> (u32, bool) {
        let mut dense = self.dense.borrow_mut();
        let entry = self.append_last(&mut dense, entity);
        self.sparse.insert(entity.index(), entry);
        (entry.row(), enabled && dense.extend_prefix())
    }

    /// As [`RowStore::append`], for an entity whose row `old` dies by that.
    pub(crate) fn succeed(&self, entity: Entity, old: u32, enabled: bool) -> (u32, bool) {
        let mut dense = self.dense.borrow_mut();
        let entry = self.append_last(&mut dense, entity);
        if let Some(ticks) = dense.ticks_mut() {
            ticks.succeed(entry.row() as usize, old as usize);
        }
        self.sparse.set(entity.index(), entry);
        (entry.row(), enabled && dense.extend_prefix())
    }

    /// Appends a row, and returns the entry that leads to it.
    #[inline]
    fn append_last(&self, dense: &mut Dense, entity: Entity) -> Entry {
        let (row, stamp) = (dense.len() as u32, entity.stamp().bits());
        dense.append(entity.index(), stamp);
        self.main_rows.set(dense.main_len());
        Entry::new(if dense.has_spill() { 0 } else { stamp }, row)
    }

    /// Appends enabled rows for entities that have none; returns the first. `None`, and nothing has changed,
    /// if they would not follow each other in the main buffer, or if there is no room for all of them.
    pub(crate) fn append_all(&self, batch: Batch<'_>) -> Option<u32> {
        let (mut dense, rows) = (self.dense.borrow_mut(), batch.entities.len());
        let row = dense.len();
        let is_in_order = self.holes() == 0 && row == dense.enabled() && dense.has_room_for(rows);
        if !is_in_order || !self.sparse.insert_all(batch, row as u32) {
            return None;
        }
        dense.append_all(batch);
        dense.set_enabled(row + rows);
        self.main_rows.set(dense.main_len());
        Some(row as u32)
    }

    /// The hole that the look-up remembers for an index, if it is one still: a row that was closed since has
    /// another owner now, or is none any more.
    #[inline]
    pub(crate) fn hole_of(&self, index: u32) -> Option<u32> {
        let hole = self.sparse.get(index).as_hole();
        hole.filter(|&row| self.owner_if_any(row) == Some(index))
    }

    /// Makes a row of the hole of an entity index.
    #[inline]
    pub(crate) fn refill(&self, hole: u32, entity: Entity) {
        self.dense.borrow_mut().refill(hole as usize);
        self.sparse.insert(entity.index(), Entry::new(entity.stamp().bits(), hole));
        if self.holes.note_filled() {
            self.holes.clear();
        }
    }

    // ---- room ----

    /// Makes room for `additional` rows: a hint. Nothing may be borrowed.
    pub(crate) fn reserve(&self, additional: usize) -> Result<(), NoRoom> {
        let mut dense = self.dense.borrow_mut();
        dense.seal(false);
        let reserved = dense.reserve(additional);
        self.publish(&dense);
        reserved?;
        self.sparse.reserve(additional);
        Ok(())
    }

    /// Makes room for the next row, of an entity index, in the main buffer, which grows, or in the spill; and
    /// for its flags if it is to have some. If this cannot grow, no row has changed.
    pub(crate) fn make_room(&self, index: u32, may_move: bool, with_flags: bool) -> Result<(), NoRoom> {
        let dense = &mut *self.dense.borrow_mut();
        let made = dense.make_room(may_move);
        self.publish(dense);
        made?;
        if with_flags {
            dense.make_flags();
        }
        if !self.sparse.has_room(index) {
            self.sparse.make_room(index);
        }
        Ok(())
    }

    /// Says whether the next row comes to the spill, if the main buffer may move or may not.
    pub(crate) fn will_spill(&self, may_move: bool) -> bool {
        self.dense.borrow().will_spill(may_move)
    }

    /// Lets new rows come to the spill from now on, or not any more.
    #[inline]
    pub(crate) fn seal(&self, is_sealed: bool) {
        self.dense.borrow_aside().seal(is_sealed);
    }
}
