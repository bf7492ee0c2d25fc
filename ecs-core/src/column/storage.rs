//! The operations that differ between rows and tags. All others are written once, for both, on top of these.
//!
//! The rows of a column of tags stay empty: a fast way reads them without asking, and finds no component.
//! Only its `base` and `main_rows` say that each number has a row, at an address where no memory is.
#![expect(unsafe_code, reason = "a row is made without its value")]

use std::rc::Rc;

use crate::ids::{Entity, IndexSet};
use crate::world::EndCall;

use super::column::Column;
use super::lifecycle::Fate;
use super::push::delist_on_drop;

impl Column {
    /// Says whether each component has a row of its own: it is no tag.
    #[inline]
    pub(crate) fn has_rows(&self) -> bool {
        self.tags.is_none()
    }

    /// The entities that have the tag, if the components are tags.
    #[inline(always)]
    pub(crate) fn tagged(&self) -> Option<Rc<IndexSet>> {
        self.tags.as_ref().map(|tags| tags.tagged())
    }

    /// Tags a live entity that is not tagged. Nothing happens if it is dead, or excluded.
    pub(crate) fn tag(&self, entity: Entity) {
        if !self.has_rows()
            && self.excluder(entity).is_none()
            && let Some(enabled) = self.world.enlist(entity, self.number())
        {
            // SAFETY: a tag has no value.
            unsafe { self.push_enlisted_row(entity, enabled) };
        }
    }

    /// Finds the row of an entity's live component.
    #[inline(always)]
    pub(crate) fn find(&self, entity: Entity) -> Option<u32> {
        match &self.tags {
            None => self.row_store.find(entity),
            Some(tags) => {
                let is_tagged =
                    tags.contains(entity.index()) && self.world.entities.borrow().is_alive(entity);
                is_tagged.then_some(entity.index())
            }
        }
    }

    /// The row of the live component of the entity that has this index now.
    #[inline]
    pub(crate) fn row_of_index(&self, index: u32) -> Option<u32> {
        match &self.tags {
            None => self.row_store.row_of(index),
            Some(tags) => tags.contains(index).then_some(index),
        }
    }

    /// The index of the entity of a row.
    #[inline]
    pub(crate) fn owner(&self, row: u32) -> u32 {
        match &self.tags {
            None => self.row_store.owner(row),
            Some(_) => row,
        }
    }

    /// The entity of a row, live or dead.
    #[inline]
    pub(crate) fn entity_of(&self, row: u32) -> Option<Entity> {
        match &self.tags {
            None => self.entity_of_row(row),
            Some(tags) if tags.contains(row) => Some(self.world.entities.borrow().at(row)),
            Some(_) => {
                let held = &self.lifecycle.ends().held_tags;
                held.iter().rev().find(|held| held.index() == row).copied()
            }
        }
    }

    /// Calls a function with each row that has a live component, in their order, and the index of its entity.
    pub(super) fn for_each_live(&self, mut visit: impl FnMut(u32, u32)) {
        match &self.tags {
            None => self.row_store.for_each_live(visit),
            Some(tags) => tags.tagged().iter().for_each(|index| visit(index, index)),
        }
    }

    /// The number of rows, holes and dead ones that were not closed yet included, and of those in the enabled
    /// prefix, as last flushed. Tags have no such prefix.
    #[inline]
    pub(crate) fn rows_and_prefix(&self) -> (usize, usize) {
        match &self.tags {
            None => self.row_store.len_and_prefix(),
            Some(tags) => (tags.len(), 0),
        }
    }

    /// Appends a row for the component of a live entity, in whose set of types it is listed. If there is no
    /// room for it, it is listed no more.
    ///
    /// # Safety
    ///
    /// The caller must write a value to the row before anything else is done with the column. Tags have none.
    #[inline(always)]
    pub(crate) unsafe fn push_enlisted_row(&self, entity: Entity, enabled: bool) -> u32 {
        let Some(tags) = &self.tags else { return self.add_row(entity, enabled) };
        let undo = delist_on_drop(self, entity);
        tags.insert(entity.index(), self.lifecycle.new_stage());
        core::mem::forget(undo);
        entity.index()
    }

    /// Makes a component dead whose row is closed at the next sync point; returns that row. If something
    /// cannot grow, nothing has changed.
    pub(crate) fn mark_dead(&self, row: u32, pending: Option<EndCall>, fate: Fate) -> u32 {
        if self.has_rows() {
            return self.mark_row_dead(row, pending, fate);
        }
        let entity = self.entity_of(row).expect("the entity is tagged");
        // A tag that is not borrowed now may have been counted by a query, which knows it by its index.
        if self.borrows.has_visitors() || self.borrows.is_row_borrowed(row, self) {
            self.queue();
            self.world.deaths.make_room_to_hold();
            self.lifecycle.ends_mut().held_tags.push(entity);
            self.world.deaths.hold(row);
        }
        self.leave(row, entity);
        self.world.members_mut().remove_type(entity.index(), self.number());
        row
    }

    /// Ends a component that may leave at once. The entity's set of types is left to the caller.
    #[inline]
    pub(crate) fn leave(&self, row: u32, entity: Entity) {
        // First: nothing else can fail.
        self.note_gone(entity);
        match &self.tags {
            None => {
                self.row_store.leave(row, entity.index());
                self.note_holes();
            }
            Some(tags) => {
                self.borrows.invalidate();
                tags.remove(row);
            }
        }
    }

    /// Ends all components at the end of the world, without hooks, and lists their values to be dropped, in
    /// order. Nothing may be borrowed.
    pub(crate) fn end_all(&self) {
        self.close_holes();
        self.flush_changes();
        self.parts.all().iter().for_each(|part| part.end_all());
        match &self.tags {
            None => self.end_rows(),
            Some(tags) => tags.clear(),
        }
    }

    /// Takes all rows out of a flushed column, and lists their values to be dropped.
    fn end_rows(&self) {
        let rows = self.row_store.take_all();
        if self.info.needs_drop() {
            // No row is a hole, so each row holds a value.
            self.lifecycle.remains_mut().dropped.follow_up(rows);
        }
        self.lifecycle.remains_mut().drop_kept(self.info.needs_drop());
    }
}
