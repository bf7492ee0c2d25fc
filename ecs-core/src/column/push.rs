//! Adding a row: first room for all that comes with it, then the row, which cannot fail any more. Its value
//! is written by who knows its type: `values.rs`.
#![expect(unsafe_code, reason = "a row is made without its value")]

use crate::base::{CallSite, OnDrop};
use crate::error::{AddError, fail};
use crate::ids::Entity;
use crate::world::WorldCore;

use super::column::Column;
use super::lifecycle::{Switch, Transition};
use super::rows::NoRoom;

impl Column {
    /// Makes room for `additional` components, now or, while something is borrowed, never: a hint.
    pub(crate) fn reserve(&self, additional: usize) -> Result<(), AddError> {
        if !self.has_rows() || self.borrows.is_in_use() {
            return Ok(());
        }
        let result = self.row_store.reserve(additional);
        result.map_err(|NoRoom| AddError::NoRoom { component: Some(self.name()), additional })
    }

    /// Appends a row for the component of an entity that has none; `None` if the entity is dead, or has a
    /// component that [excludes](Column::excluder) this. Nothing that is borrowed moves.
    ///
    /// # Safety
    ///
    /// The caller must write a value to the row before anything else is done with the column.
    pub(crate) unsafe fn push_row(&self, entity: Entity) -> Option<u32> {
        // SAFETY: the caller writes the value.
        if let Some(row) = unsafe { self.push_row_simply(entity) } {
            return Some(row);
        }
        if self.number.get().is_none() && !self.world.entities.borrow().is_alive(entity) {
            // A refused add is no first add: it gives no number.
            return None;
        }
        if self.excluder(entity).is_some() {
            return None;
        }
        let enabled = self.world.enlist(entity, self.number())?;
        // SAFETY: as above.
        Some(unsafe { self.push_enlisted_row(entity, enabled) })
    }

    /// Names the component of an entity because of which the entity takes none of this column, if a feature
    /// says so.
    pub(crate) fn excluder(&self, entity: Entity) -> Option<&'static str> {
        if !self.number.is_guarded() {
            return None;
        }
        self.parts.all().iter().find_map(|part| part.excluder(self, entity))
    }

    /// Appends a row as [`Column::push_row`] does, if the entity is enabled and nothing has to grow: nearly
    /// always. Returns `None`, and nothing has changed, if there is more to do, or if the entity has such a
    /// component.
    ///
    /// # Safety
    ///
    /// The caller must write a value to the row before anything else is done with the column.
    #[inline(never)]
    pub(crate) unsafe fn push_row_simply(&self, entity: Entity) -> Option<u32> {
        if self.row_store.holes() != 0 {
            return self.refill_simply(entity);
        }
        match self.row_store.next_row::<false>(entity.index()) {
            Some(next) if self.enlist_simply(entity) => Some(next.append(entity)),
            Some(_) => None,
            None => self.push_noted_row_simply(entity),
        }
    }

    /// As [`Column::push_row_simply`], where rows have flags.
    #[inline(never)]
    fn push_noted_row_simply(&self, entity: Entity) -> Option<u32> {
        let next = self.row_store.next_row::<true>(entity.index())?;
        if self.enlist_simply(entity) { Some(next.append(entity)) } else { None }
    }

    /// As [`Column::push_row_simply`], where there are holes, and one was left by the last component of the
    /// same entity index.
    #[inline(never)]
    fn refill_simply(&self, entity: Entity) -> Option<u32> {
        let row = self.row_store.hole_of(entity.index())?;
        if !self.enlist_simply(entity) {
            return None;
        }
        self.fill_hole(row, entity);
        Some(row)
    }

    #[inline(always)]
    fn enlist_simply(&self, entity: Entity) -> bool {
        let Some(number) = self.number.simple() else { return false };
        let WorldCore { entities, visits, .. } = &*self.world;
        let entities = if visits.is_asking() { None } else { entities.try_borrow_mut() };
        match entities {
            Some(mut entities) => entities.enlist_simply(entity, number),
            None => false,
        }
    }

    /// Fills the hole that the last component of the same entity index has left, or appends a row. The value
    /// is to be written.
    #[inline]
    pub(super) fn add_row(&self, entity: Entity, enabled: bool) -> u32 {
        if self.row_store.holes() != 0
            && let Some(row) = self.hole_for(entity, enabled)
        {
            self.fill_hole(row, entity);
            return row;
        }
        if !enabled || !self.row_store.has_room_in_order(entity.index()) {
            self.make_room(entity, enabled);
        }
        // From here on nothing grows, so nothing fails.
        let (row, is_in_prefix) = self.row_store.append(entity, enabled);
        if is_in_prefix { row } else { self.take_side(entity, row, enabled) }
    }

    /// Makes room for the next row and all that comes with it, in the main buffer, which grows, or in the
    /// spill.
    #[cold]
    #[inline(never)]
    fn make_room(&self, entity: Entity, enabled: bool) {
        let undo = delist_on_drop(self, entity);
        self.make_room_for_one(entity.index(), enabled);
        core::mem::forget(undo);
    }

    /// Lets new rows come to the spill while a view lives, which has borrowed all that are there. Whoever
    /// adds the next one after that finds out that there is none. Nothing is added while the column is
    /// frozen.
    pub(crate) fn seal(&self) {
        if self.row_store.main_rows() != 0 && !self.row_store.is_frozen() {
            self.row_store.seal(true);
        }
    }

    /// As [`Column::make_room`], for a component that stays listed with its entity if it fails.
    pub(super) fn make_room_for_one(&self, index: u32, enabled: bool) {
        let rows = &self.row_store;
        // Where there are no rows a view has borrowed none.
        rows.seal(self.borrows.has_views() && rows.main_rows() != 0);
        let (len, prefix) = rows.len_and_prefix();
        // With no row in the main buffer, nothing that is borrowed lies there.
        let may_move = len == 0 || !self.borrows.is_in_use();
        if enabled && len != prefix && !self.may_leave() {
            self.lifecycle.switches_mut().unplaced.reserve(1);
            self.queue();
        }
        if rows.will_spill(may_move) {
            // Before there is one: it is merged at a sync point.
            self.queue();
        }
        if rows.make_room(index, may_move, !enabled).is_err() {
            // With nothing borrowed: a panic hook may look at the column.
            fail(&AddError::NoRoom { component: Some(self.name()), additional: 1 });
        }
    }

    /// Puts a new row, the last one, on its side of the enabled prefix. Returns the row as it is then.
    #[cold]
    pub(super) fn take_side(&self, entity: Entity, row: u32, enabled: bool) -> u32 {
        if !enabled {
            self.transit(row, Transition::NotifyOff);
        } else if !self.may_leave() {
            // Rows do not move now, or the first disabled row may be a dead one that is listed by its number.
            // The call that adds it is noted where it waits for its `init` or `on_enable`.
            let switch = Switch { entity, site: CallSite::default() };
            self.lifecycle.switches_mut().unplaced.push(switch);
        } else {
            return self.row_store.enable(row);
        }
        row
    }

    /// Prepares a row that is not borrowed for another value, which is to be written. The old one goes to the
    /// list of those that drop at the next sync point if it `drops`; otherwise the caller takes it. Returns
    /// the row, which may have moved.
    pub(crate) fn begin_another(&self, row: u32, entity: Entity, drops: bool) -> u32 {
        debug_assert!(!self.borrows.is_row_borrowed(row, self));
        let row = self.firm_row(row, entity);
        if self.has_rows() {
            self.queue();
        }
        if drops {
            self.make_room_for_dropped(1);
        }
        self.note_gone(entity);
        self.row_store.begin_anew(row);
        if drops && self.info.needs_drop() {
            self.lifecycle.remains_mut().dropped.push(&self.row_store, row);
        }
        row
    }

    /// Finds the hole that the last component of the same entity index has left, for a new one. What fills
    /// none and is disabled, or finds more holes than components, comes after all are closed.
    fn hole_for(&self, entity: Entity, enabled: bool) -> Option<u32> {
        let hole = self.row_store.hole_of(entity.index()).filter(|_| enabled);
        // A disabled row would stand behind the holes; and rows do not grow over many of them. That it does
        // not depend on how much room there is: where rows lie is the same on each machine.
        if !enabled || hole.is_none() && 2 * self.row_store.holes() > self.row_store.len() {
            self.close_all();
        }
        hole
    }

    /// Makes a row of a hole again, for a new component, whose value is to be written.
    #[inline]
    fn fill_hole(&self, row: u32, entity: Entity) {
        self.row_store.refill(row, entity);
        if self.row_store.holes() == 0 {
            self.note_holes();
        }
    }
}

/// Takes a component from its entity's set of types again, if there is no room for it.
pub(super) fn delist_on_drop(column: &Column, entity: Entity) -> OnDrop<impl FnMut()> {
    OnDrop(move || column.world.members_mut().remove_type(entity.index(), column.number()))
}
