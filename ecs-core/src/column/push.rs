//! Adding a row: first room for all that comes with it, then the row, which cannot fail any more. Its value
//! is written by who knows its type: `values.rs`.
#![expect(unsafe_code, reason = "a row is made without its value")]

use crate::base::CallSite;
use crate::error::{AddError, fail};
use crate::ids::{Batch, Entity};

use super::array::NoRoom;
use super::changes::Switch;
use super::column::Column;
use super::dense::{Dense, NOTIFIED_OFF, OFF};
use super::entry::Entry;

impl Column {
    /// Makes room for `additional` components, now or, while something is borrowed, never: a hint.
    pub(crate) fn reserve(&self, additional: usize) -> Result<(), AddError> {
        if !self.has_rows() || self.borrows.is_in_use() {
            return Ok(());
        }
        let mut dense = self.dense.borrow_mut();
        dense.seal(false);
        let result = dense.reserve(additional);
        self.publish(&dense);
        result.map_err(|NoRoom| AddError::NoRoom { component: self.name(), additional })?;
        self.sparse.reserve(additional);
        Ok(())
    }

    /// Appends a row for the component of an entity that has none; `None` if the entity is dead. Nothing that
    /// is borrowed moves.
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
        let enabled = self.world.enlist(entity, self.number())?;
        Some(self.row_of_enlisted(entity, enabled))
    }

    /// As [`Column::push_row`], where it is as simple as nearly always: the entity is enabled, and there is
    /// room for all that comes with the row. `None`, and nothing has changed, if not, or if the entity has
    /// such a component.
    ///
    /// # Safety
    ///
    /// As there.
    #[inline(never)]
    pub(crate) unsafe fn push_row_simply(&self, entity: Entity) -> Option<u32> {
        if self.holes() != 0 {
            return self.refill_simply(entity);
        }
        let mut dense = self.dense.borrow_mut();
        if dense.grows_simply() {
            return self.push_to(&mut dense, entity, Dense::append_simply);
        }
        drop(dense);
        self.push_with_flags(entity)
    }

    /// As [`Column::push_row_simply`], where a row has flags.
    #[inline(never)]
    fn push_with_flags(&self, entity: Entity) -> Option<u32> {
        let mut dense = self.dense.borrow_mut();
        if !dense.grows_simply_with_flags() {
            return None;
        }
        self.push_to(&mut dense, entity, Dense::append_simply_with_flags)
    }

    /// Appends a row in the way in which it grows, if nothing else is to be made for it.
    #[inline(always)]
    fn push_to(&self, dense: &mut Dense, entity: Entity, append: impl Fn(&mut Dense, u32)) -> Option<u32> {
        let vacant = self.sparse.vacant(entity.index())?;
        if !self.world.entities.borrow_mut().enlist_simply(entity, self.number.get()?) {
            return None;
        }
        let (row, stamp) = (dense.len() as u32, entity.stamp().bits());
        vacant.fill(Entry::new(stamp, row));
        append(dense, entity.index());
        self.main_rows.set(dense.main_len());
        Some(row)
    }

    /// As [`Column::push_row_simply`], where there are holes, and one was left by the last component of the
    /// same entity index.
    #[inline(never)]
    fn refill_simply(&self, entity: Entity) -> Option<u32> {
        let row = self.hole_of(entity)?;
        if !self.world.entities.borrow_mut().enlist_simply(entity, self.number.get()?) {
            return None;
        }
        self.fill_hole(row, entity);
        Some(row)
    }

    /// Appends a row for the component of a live entity, in whose set of types it is listed. If there is no
    /// room for it, it is listed no more.
    ///
    /// # Safety
    ///
    /// The caller must write a value to the row before anything else is done with the column.
    pub(crate) unsafe fn push_enlisted_row(&self, entity: Entity, enabled: bool) -> u32 {
        self.row_of_enlisted(entity, enabled)
    }

    /// Fills the hole that the last component of the same entity index has left, or appends a row. The value
    /// is to be written.
    #[inline]
    pub(super) fn add_row(&self, entity: Entity, enabled: bool) -> u32 {
        if self.holes() != 0
            && let Some(row) = self.hole_for(entity, enabled)
        {
            self.fill_hole(row, entity);
            return row;
        }
        let index = entity.index();
        let mut dense = self.dense.borrow_mut();
        let row = dense.len();
        if !(enabled && row == dense.enabled() && dense.has_room() && self.sparse.has_room(index)) {
            drop(dense);
            self.make_room(entity, enabled);
            dense = self.dense.borrow_mut();
        }
        // From here on nothing grows, so nothing fails.
        let entry = self.append(&mut dense, entity);
        self.sparse.insert(index, entry);
        self.take_side(&mut dense, entity, row, enabled)
    }

    /// As [`Column::push_enlisted_row`], of many enabled entities at once: returns the first of rows that
    /// follow each other in the main buffer. `None`, and nothing has changed, if rows are to be appended one
    /// by one.
    ///
    /// # Safety
    ///
    /// The caller must write a value to each of the rows before anything else is done with the column.
    pub(crate) unsafe fn push_enlisted_rows(&self, batch: Batch<'_>) -> Option<u32> {
        let mut dense = self.dense.borrow_mut();
        let row = dense.len();
        let is_simple = self.holes() == 0 && row == dense.enabled();
        let rows = batch.entities.len();
        if !is_simple || !dense.has_room_for(rows) || !self.sparse.insert_all(batch, row as u32) {
            return None;
        }
        dense.append_all(batch);
        dense.set_enabled(row + rows);
        self.main_rows.set(dense.main_len());
        Some(row as u32)
    }

    /// Appends a row, for which there is room, and returns the entry that leads to it.
    #[inline]
    fn append(&self, dense: &mut Dense, entity: Entity) -> Entry {
        let (row, stamp) = (dense.len() as u32, entity.stamp().bits());
        dense.append(entity.index(), stamp);
        self.main_rows.set(dense.main_len());
        Entry::new(if dense.has_spill() { 0 } else { stamp }, row)
    }

    /// Puts a new row, the last one, on its side of the enabled prefix.
    #[inline]
    fn take_side(&self, dense: &mut Dense, entity: Entity, row: usize, enabled: bool) -> u32 {
        if enabled && row == dense.enabled() {
            dense.set_enabled(row + 1);
            return row as u32;
        }
        self.take_side_slowly(dense, entity, row, enabled)
    }

    /// Makes room for the next row and all that comes with it, in the main buffer, which grows, or in the
    /// spill.
    #[cold]
    #[inline(never)]
    fn make_room(&self, entity: Entity, enabled: bool) {
        let undo = Delist { column: self, entity };
        self.make_room_for_one(entity.index(), enabled);
        core::mem::forget(undo);
    }

    /// Lets new rows come to the spill while a view lives, which has borrowed all that are there. Whoever
    /// adds the next one after that finds out that there is none. Nothing is added while the column is
    /// frozen.
    pub(crate) fn seal(&self) {
        if self.main_rows.get() != 0 && !self.dense.is_frozen() {
            self.dense.borrow_aside().seal(true);
        }
    }

    /// As [`Column::make_room`], for a component that stays listed with its entity if it fails.
    pub(super) fn make_room_for_one(&self, index: u32, enabled: bool) {
        if self.try_make_room(index, enabled).is_err() {
            // With nothing borrowed: a panic hook may look at the column.
            fail(&AddError::NoRoom { component: self.name(), additional: 1 });
        }
    }

    fn try_make_room(&self, index: u32, enabled: bool) -> Result<(), NoRoom> {
        let dense = &mut *self.dense.borrow_mut();
        // Where there are no rows a view has borrowed none.
        dense.seal(self.borrows.has_views() && dense.main_len() != 0);
        let row = dense.len();
        // With no row in the main buffer, nothing that is borrowed lies there.
        let may_move = row == 0 || !self.borrows.is_in_use();
        if enabled && self.must_wait_for_its_side(dense, row) {
            self.changes.borrow_mut().switched.reserve(1);
            self.queue();
        }
        if dense.will_spill(may_move) {
            // Before there is one: it is merged at a sync point.
            self.queue();
        }
        let result = dense.make_room(may_move);
        self.publish(dense);
        result?;
        if !enabled {
            dense.make_flags();
        }
        if !self.sparse.has_room(index) {
            self.sparse.make_room(index);
        }
        Ok(())
    }

    /// Says whether a new enabled row must wait to get to its side of the enabled prefix: rows do not move
    /// now, or the first disabled row may be a dead one that is listed by its number.
    fn must_wait_for_its_side(&self, dense: &Dense, row: usize) -> bool {
        row != dense.enabled() && (self.borrows.is_in_use() || self.is_pending())
    }

    /// As [`Column::take_side`], where that is not simply the end of the prefix.
    #[cold]
    fn take_side_slowly(&self, dense: &mut Dense, entity: Entity, row: usize, enabled: bool) -> u32 {
        if !enabled {
            dense.set_flag(row, NOTIFIED_OFF, true);
        } else if self.must_wait_for_its_side(dense, row) {
            // The call that adds it is noted where it waits for its `init` or `on_enable`.
            let switch = Switch { entity, site: CallSite::default() };
            self.changes.borrow_mut().switched.push(switch);
        } else {
            let place = dense.enabled();
            self.swap_rows(dense, row, place);
            dense.set_enabled(place + 1);
            return place as u32;
        }
        row as u32
    }

    /// Appends another row for an entity that has a component in the row `old`, for which there is room. Its
    /// value is to be written.
    pub(super) fn append_successor(&self, entity: Entity, old: u32, enabled: bool, off: bool) -> u32 {
        let mut dense = self.dense.borrow_mut();
        let row = dense.len();
        let entry = self.append(&mut dense, entity);
        dense.set_flag(row, OFF, off);
        if let Some(ticks) = dense.ticks_mut() {
            ticks.succeed(row, old as usize);
        }
        self.sparse.set(entity.index(), entry);
        self.take_side(&mut dense, entity, row, enabled)
    }

    /// Prepares a row that is not borrowed for another value in the place of the one that it has. The old one
    /// is dropped at the next sync point by [`Column::vacate`], or given back. Returns the row as it is then.
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
        self.dense.borrow_mut().begin_anew(row as usize);
        row
    }

    /// Moves the value of a row that is not borrowed to those that are dropped at the next sync point.
    /// Returns the row as it is then, to which another value is to be written.
    ///
    /// # Safety
    ///
    /// The caller must write that value before anything else is done with the column.
    pub(crate) unsafe fn vacate(&self, row: u32, entity: Entity) -> u32 {
        let row = self.begin_another(row, entity, true);
        if self.info.needs_drop() {
            self.changes.borrow_mut().dropped.push(&self.dense.borrow(), row);
        }
        row
    }
}

/// Takes a component from its entity's set of types again, if there is no room for it.
pub(super) struct Delist<'s> {
    pub(super) column: &'s Column,
    pub(super) entity: Entity,
}

impl Drop for Delist<'_> {
    fn drop(&mut self) {
        self.column.world.delist(self.entity, self.column.number());
    }
}
