//! Recycling: the component of an entity follows it to its next generation.

use crate::ids::{Entity, Stamp};

use super::column::Column;
use super::entry::Entry;

impl Column {
    /// As [`Column::bump_generation`], of a type that has rows.
    pub(super) fn bump_generation_of_row(&self, entity: Entity, successor: Entity) -> bool {
        let Some(row) = self.find_row(entity) else { return false };
        if self.borrows.is_row_borrowed(row, self) || self.awaits_init() {
            return false;
        }
        let (index, stamp) = (successor.index(), successor.stamp().bits());
        if self.sparse.get(index).as_spilled().is_some() {
            self.dense.borrow_mut().set_spill_stamp(row as usize, stamp);
        } else {
            self.sparse.set(index, Entry::new(stamp, row));
            self.dense.mark().clear();
        }
        // A query may have asked for the name of the row already.
        self.borrows.invalidate();
        true
    }

    /// As [`Column::entity_now`], of a type that has rows.
    pub(super) fn entity_now_of_row(&self, index: u32) -> Option<Entity> {
        let entry = self.sparse.get(index);
        let stamp = match entry.as_spilled() {
            Some(row) => self.dense.borrow().spill_stamp(row as usize)?,
            None => entry.stamp(),
        };
        Some(Entity::from_parts(index, Stamp::from_bits(stamp)?))
    }
}
