//! Adding a row: first room for all that comes with it, then the row, which cannot fail any more.
//!
//! Inlined, so that a small value comes from its registers to its row. Not where nothing is optimised: there each function that is
//! inlined keeps a copy of the value on the stack.
#![expect(unsafe_code, reason = "a value is replaced in its row")]

use crate::error::{AddError, fail};
use crate::ids::Entity;

use super::dense::{Dense, NOTIFIED_OFF, NoRoom, OFF};
use super::entry::Entry;
use super::store::Store;
use super::tags::Tags;

impl<T> Store<T> {
    /// Makes room for `additional` components, now or, while something is lent, never: a hint.
    pub(crate) fn reserve(&self, additional: usize) -> Result<(), AddError> {
        if self.borrows.any() || self.tags().is_some() {
            return Ok(());
        }
        let mut dense = self.dense.borrow_mut();
        let result = dense.reserve(additional);
        self.publish(&mut dense);
        result.map_err(|NoRoom| AddError::NoRoom { component: self.name, additional })
    }

    /// Appends the component of an entity that has none; gives the value back if the entity is dead. Nothing that is lent moves.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn push(&self, entity: Entity, value: T) -> Result<u32, T> {
        if self.number.get().is_none() && !self.world.entities.borrow().is_alive(entity) {
            // A refused add is no first add: it gives no number.
            return Err(value);
        }
        match self.world.enlist(entity, self.number()) {
            Some(enabled) => Ok(self.push_enlisted(entity, value, enabled)),
            None => Err(value),
        }
    }

    /// Appends the component of a live entity, in whose set of types it is listed. If there is no room for it, it is listed no more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn push_enlisted(&self, entity: Entity, value: T, enabled: bool) -> u32 {
        if let Some(tags) = self.tags() {
            self.push_tag(tags, entity);
            // It has no bytes: the bit stands for it until `Store::value_of_tag`.
            core::mem::forget(value);
            return entity.index();
        }
        if self.holes() != 0
            && let Some(row) = self.hole_for(entity, enabled)
        {
            self.fill_hole(row, entity, value);
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
        let entry = self.append(&mut dense, entity, value);
        self.sparse.insert(index, entry);
        self.take_side(&mut dense, entity, row, enabled)
    }

    fn push_tag(&self, tags: &Tags, entity: Entity) {
        let undo = Delist { store: self, entity };
        tags.make_room(entity.index());
        core::mem::forget(undo);
        tags.insert(entity.index());
    }

    /// Appends a row, for which there is room, and returns the entry that leads to it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn append(&self, dense: &mut Dense<T>, entity: Entity, value: T) -> Entry {
        let (row, stamp) = (dense.len() as u32, entity.stamp().bits());
        dense.append(value, entity.index(), stamp);
        self.main_rows.set(dense.main_len());
        Entry { stamp: if dense.has_spill() { 0 } else { stamp }, row }
    }

    /// Puts a new row, the last one, on its side of the enabled prefix.
    #[inline]
    fn take_side(&self, dense: &mut Dense<T>, entity: Entity, row: usize, enabled: bool) -> u32 {
        if enabled && row == dense.enabled() {
            dense.set_enabled(row + 1);
            return row as u32;
        }
        self.take_side_slowly(dense, entity, row, enabled)
    }

    /// Makes room for the next row and all that comes with it, in the main buffer, which grows, or in the spill.
    #[cold]
    #[inline(never)]
    fn make_room(&self, entity: Entity, enabled: bool) {
        let undo = Delist { store: self, entity };
        self.make_room_for_one(entity.index(), enabled);
        core::mem::forget(undo);
    }

    /// As [`Store::make_room`], for a component that stays listed with its entity if it fails.
    pub(super) fn make_room_for_one(&self, index: u32, enabled: bool) {
        if self.try_make_room(index, enabled).is_err() {
            // With nothing borrowed: a panic hook may look at the store.
            fail(&AddError::NoRoom { component: self.name, additional: 1 });
        }
    }

    fn try_make_room(&self, index: u32, enabled: bool) -> Result<(), NoRoom> {
        let dense = &mut *self.dense.borrow_mut();
        let row = dense.len();
        // With no row in the main buffer, nothing that is lent lies there.
        let may_move = row == 0 || !self.borrows.any();
        if enabled && self.must_wait_for_its_side(dense, row) {
            self.changes.borrow_mut().switched.reserve(1);
            self.queue();
        }
        if dense.will_spill(may_move) {
            // Before there is one: it is merged at a sync point.
            self.queue();
        }
        dense.make_room(may_move)?;
        self.publish(dense);
        if !enabled {
            dense.make_flags();
        }
        if !self.sparse.has_room(index) {
            self.sparse.make_room(index);
        }
        Ok(())
    }

    /// Says whether a new enabled row must wait to get to its side of the enabled prefix: rows do not move now, or the first disabled
    /// row may be a dead one that is listed by its number.
    fn must_wait_for_its_side(&self, dense: &Dense<T>, row: usize) -> bool {
        row != dense.enabled() && (self.borrows.any() || self.is_pending())
    }

    /// As [`Store::take_side`], where that is not simply the end of the prefix.
    #[cold]
    fn take_side_slowly(&self, dense: &mut Dense<T>, entity: Entity, row: usize, enabled: bool) -> u32 {
        if !enabled {
            dense.set_flag(row, NOTIFIED_OFF, true);
        } else if self.must_wait_for_its_side(dense, row) {
            self.changes.borrow_mut().switched.push(entity);
        } else {
            let place = dense.enabled();
            self.swap_rows(dense, row, place);
            dense.set_enabled(place + 1);
            return place as u32;
        }
        row as u32
    }

    /// Appends another value for an entity that has a component in the row `old`, for which there is room.
    pub(super) fn append_successor(
        &self,
        entity: Entity,
        old: u32,
        value: T,
        enabled: bool,
        off: bool,
    ) -> u32 {
        let mut dense = self.dense.borrow_mut();
        let row = dense.len();
        let entry = self.append(&mut dense, entity, value);
        dense.set_flag(row, OFF, off);
        if let Some(ticks) = dense.ticks_mut() {
            ticks.succeed(row, old as usize);
        }
        self.sparse.set(entity.index(), entry);
        self.take_side(&mut dense, entity, row, enabled)
    }

    /// Puts another value in a row that is not lent, and lets the old one drop at the next sync point. Returns the row as it is then.
    pub(crate) fn replace(&self, row: u32, entity: Entity, value: T) -> u32 {
        debug_assert!(!self.borrows.is_row_borrowed(row, self));
        if self.tags().is_some() {
            // Two values without bytes and without `Drop` are one.
            core::mem::forget(value);
            return row;
        }
        let row = self.firm_row(row, entity);
        self.queue();
        self.changes.borrow_mut().dropped.reserve(1);
        self.pending_inits.note_gone(entity);
        let mut place = self.value(row);
        // SAFETY: the row holds a live value, which nothing has borrowed.
        let old = core::mem::replace(unsafe { place.as_mut() }, value);
        self.dense.borrow_mut().begin_anew(row as usize);
        self.changes.borrow_mut().dropped.push_back(old);
        row
    }
}

/// Takes a component from its entity's set of types again, if there is no room for it.
struct Delist<'s, T: 'static> {
    store: &'s Store<T>,
    entity: Entity,
}

impl<T> Drop for Delist<'_, T> {
    fn drop(&mut self) {
        self.store.world.delist(self.entity, self.store.number());
    }
}
