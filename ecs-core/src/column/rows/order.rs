//! The transitions from a live row to a live row: another number, another side, another generation.

use super::array::NoRoom;
use super::dense::Dense;
use super::entry::Entry;
use super::row_store::RowStore;

impl RowStore {
    /// Brings a row of the main buffer to the enabled prefix, and returns its number there.
    pub(crate) fn enable(&self, row: u32) -> u32 {
        let dense = &mut *self.dense.borrow_mut();
        let (row, enabled) = (row as usize, dense.enabled());
        if row < enabled {
            return row as u32;
        }
        self.swap(dense, row, enabled);
        dense.set_enabled(enabled + 1);
        enabled as u32
    }

    /// Brings a row of the main buffer behind the enabled prefix.
    pub(crate) fn disable(&self, row: u32) {
        let dense = &mut *self.dense.borrow_mut();
        let (row, enabled) = (row as usize, dense.enabled());
        if row < enabled {
            self.swap(dense, row, enabled - 1);
            dense.set_enabled(enabled - 1);
        }
    }

    fn swap(&self, dense: &mut Dense, a: usize, b: usize) {
        if a != b {
            dense.swap(a, b);
            self.point_to(dense.owners()[a], a);
            self.point_to(dense.owners()[b], b);
            self.cap_pairs(a.min(b));
        }
    }

    /// Moves the row `order[place]` to `place`, for each place; rows beyond the order stay. It must be a
    /// permutation that leaves enabled rows before disabled ones; there are no holes and no dead rows. If
    /// there is no memory, nothing has changed.
    pub(crate) fn permute(&self, order: &[u32]) -> Result<(), NoRoom> {
        debug_assert_eq!(self.holes(), 0);
        let Some(lowest) = (0..order.len()).find(|&place| order[place] as usize != place) else {
            return Ok(());
        };
        let dense = &mut *self.dense.borrow_mut();
        dense.permute(order)?;
        self.publish(dense);
        for row in lowest..order.len() {
            self.point_to(dense.owners()[row], row);
        }
        self.cap_pairs(lowest);
        Ok(())
    }

    /// Lets a live row belong to the generation of its entity index that has this stamp.
    pub(crate) fn bump_generation(&self, row: u32, index: u32, stamp: u32) {
        if self.sparse.get(index).as_spilled().is_some() {
            self.dense.borrow_mut().set_spill_stamp(row as usize, stamp);
        } else {
            self.sparse.set(index, Entry::new(stamp, row));
            self.dense.mark().clear();
        }
    }

    /// Corrects the look-up after a live row has moved within the main buffer.
    pub(super) fn point_to(&self, index: u32, row: usize) {
        let stamp = self.sparse.get(index).stamp();
        self.sparse.set(index, Entry::new(stamp, row as u32));
    }

    /// Forgets how rows from one on go with rows of other stores.
    pub(super) fn cap_pairs(&self, row: usize) {
        for (_, ours, pair) in self.pairs.borrow().iter() {
            let pair = &mut *pair.borrow_mut();
            if *ours { pair.cut(row) } else { pair.cut_other(row) }
        }
    }
}
