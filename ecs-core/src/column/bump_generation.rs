//! Recycling: the component of an entity follows it to its next generation.

use crate::ids::{Entity, Stamp};

use super::column::Column;
use super::entry::Entry;

impl Column {
    /// Lets the live component of an entity belong to its successor. `false`, and nothing has changed, if it
    /// is borrowed, or if one of the store waits for its `init`: it could be this one.
    pub(crate) fn bump_generation(&self, entity: Entity, successor: Entity) -> bool {
        debug_assert_eq!(entity.index(), successor.index());
        if let Some(tags) = self.tags() {
            // It belongs to the index, whatever its generation is.
            return tags.has(entity.index()) && !self.borrows.is_row_borrowed(entity.index(), self);
        }
        let Some(row) = self.find(entity) else { return false };
        if self.borrows.is_row_borrowed(row, self) || self.awaits_init() {
            return false;
        }
        let (index, stamp) = (successor.index(), successor.stamp().bits());
        if self.sparse.get(index).as_spilled().is_some() {
            self.dense.borrow_mut().set_spill_stamp(row as usize, stamp);
        } else {
            self.sparse.set(index, Entry { stamp, row });
        }
        // A query may have asked for the name of the row already.
        self.borrows.invalidate();
        true
    }

    /// The entity that has this index now, if it has a live component.
    pub(super) fn entity_now(&self, index: u32) -> Option<Entity> {
        let entry = self.sparse.get(index);
        let stamp = match entry.as_spilled() {
            Some(row) => self.dense.borrow().spill_stamp(row as usize)?,
            None => entry.stamp,
        };
        Some(Entity::from_parts(index, Stamp::from_bits(stamp)?))
    }
}
