//! The transitions from a live row: to a dead one, to a hole, and from these to a closed one.

use crate::ids::Entity;

use super::array::{Block, NoRoom};
use super::dense::Dense;
use super::entry::Entry;
use super::row_store::RowStore;

impl RowStore {
    /// Makes the live row of an entity index dead.
    pub(crate) fn kill(&self, index: u32) {
        self.sparse.set(index, Entry::VACANT);
    }

    /// Makes a hole of the live row of an entity, and returns its number. `None`, and nothing has changed, if
    /// there is more to do than to note one hole more. It cannot fail.
    #[inline(always)]
    pub(crate) fn leave_at_once(&self, entity: Entity) -> Option<u32> {
        if !self.holes.has_room() {
            return None;
        }
        let row = self.sparse.leave(entity.index(), entity.stamp().bits())?;
        self.holes.note(row);
        self.dense.mark().clear();
        Some(row)
    }

    /// Makes a hole of the live row of an entity index, or closes it if some rows are disabled. Closes all
    /// holes if they are too many. The owner of a hole stays listed there, so that nothing of the row is
    /// touched.
    pub(crate) fn leave(&self, row: u32, index: u32) {
        if !self.dense.borrow().is_enabled_as_a_whole() {
            // A hole before the disabled rows would be lost among them.
            self.sparse.set(index, Entry::VACANT);
            return self.close([row]);
        }
        self.sparse.set(index, Entry::hole(row));
        self.dense.mark().clear();
        // With holes there is no spill.
        let rows = self.main_rows.get();
        self.holes.make_room(rows);
        self.holes.note(row);
        if self.holes.are_too_many(rows) {
            self.close_holes();
        }
    }

    /// Closes dead rows, from the highest to the lowest: a row that fills a hole is then never itself dead.
    pub(crate) fn close(&self, dead: impl IntoIterator<Item = u32>) {
        let dense = &mut *self.dense.borrow_mut();
        dead.into_iter().for_each(|row| self.close_row(dense, row as usize));
    }

    /// Closes all holes.
    pub(crate) fn close_holes(&self) {
        let dense = &mut *self.dense.borrow_mut();
        if let Some(mut rows) = self.holes.listed() {
            rows.sort_unstable();
            for &row in rows.iter().rev() {
                let owner = dense.owners().get(row as usize);
                if owner.is_some_and(|&owner| !self.lives_in(owner, row)) {
                    self.close_row(dense, row as usize);
                }
            }
        } else {
            let lowest = dense.close_in_order(
                |owner, row| self.lives_in(owner, row as u32),
                |owner, row| self.point_to(owner, row),
            );
            self.cap_pairs(lowest);
        }
        self.holes.clear();
        self.publish(dense);
    }

    /// Closes a row without a component, keeping the enabled rows first.
    fn close_row(&self, dense: &mut Dense, row: usize) {
        let last = dense.len() - 1;
        let mut hole = row;
        if hole < dense.enabled() {
            let last_enabled = dense.enabled() - 1;
            self.fill(dense, hole, last_enabled);
            dense.set_enabled(last_enabled);
            hole = last_enabled;
        }
        self.fill(dense, hole, last);
        dense.close();
        self.main_rows.set(dense.main_len());
        self.cap_pairs(row);
    }

    fn fill(&self, dense: &mut Dense, hole: usize, from: usize) {
        if hole != from {
            dense.fill(hole, from);
            self.point_to(dense.owners()[hole], hole);
        }
    }

    /// Brings the spilled rows to the main buffer. If it cannot grow, no row has changed.
    pub(crate) fn merge(&self) -> Result<(), NoRoom> {
        let dense = &mut *self.dense.borrow_mut();
        if !dense.has_spill() {
            return Ok(());
        }
        let first = dense.main_len();
        // Before the look-up shows it: if the main buffer cannot grow, some of its arrays may have moved.
        let stamps = dense.merge();
        self.publish(dense);
        for (row, stamp) in (first..).zip(stamps?) {
            let (index, row) = (dense.owners()[row], row as u32);
            if self.sparse.get(index) == Entry::new(0, row) {
                self.sparse.set(index, Entry::new(stamp, row));
            }
        }
        Ok(())
    }

    /// The number of rows in the spill.
    pub(crate) fn spilled(&self) -> usize {
        let dense = self.dense.borrow();
        dense.len() - dense.main_len()
    }

    /// Closes all rows, none of which is in the spill, and returns their values.
    pub(crate) fn take_all(&self) -> Block {
        let dense = &mut *self.dense.borrow_mut();
        let values = dense.take_all();
        // The filter of a query that outlives the world may still look here.
        self.sparse.clear();
        self.publish(dense);
        values
    }
}
