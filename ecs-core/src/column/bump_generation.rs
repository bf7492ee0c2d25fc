//! Recycling: the component of an entity follows it to its next generation.

use crate::ids::Entity;

use super::column::Column;

impl Column {
    /// Gives the live component of an entity to its successor. `false`, and nothing has changed, if the
    /// component is borrowed, if any of the column waits for its `init`, or if hooks or observers were not
    /// notified yet that it was disabled or parked: they would be notified under the new name.
    pub(crate) fn bump_generation(&self, entity: Entity, successor: Entity) -> bool {
        let (index, stamp) = (successor.index(), successor.stamp().bits());
        debug_assert_eq!(entity.index(), index);
        let Some(row) = self.row_of_index(index) else { return false };
        if self.lacks_news_of_end(row, entity) || self.borrows.is_row_borrowed(row, self) {
            return false;
        }
        if !self.has_rows() {
            // A tag belongs to the index, in each generation.
            return true;
        }
        if self.lifecycle.pending_inits.is_any() {
            return false;
        }
        self.row_store.bump_generation(row, index, stamp);
        if !self.lifecycle.pending_inits.is_unwatched() {
            self.parts.all().iter().for_each(|part| part.note_recycled(self, entity, successor));
        }
        // A query may have asked for the name of the row already.
        self.borrows.invalidate();
        true
    }

    /// The entity that has this index now, if it has a live component.
    pub(super) fn entity_now(&self, index: u32) -> Option<Entity> {
        self.entity_of(self.row_of_index(index)?)
    }
}
