//! Ending components: what happens at once, and what waits for the sync point.
#![expect(unsafe_code, reason = "values are moved out of rows")]

use crate::base::{Panic, drop_each, keep_panic_of};
use crate::borrow::Held;
use crate::error::{AddError, fail};
use crate::ids::Entity;
use crate::world::EndCall;

use super::changes::{Dead, Fate, OwedEnd};
use super::column::Column;

impl Column {
    /// Makes the component of a row dead, whose end may still be owed. Its value stays until the next sync
    /// point. What had no `init` has no end of it either.
    pub(crate) fn detach(&self, row: u32, owed: Option<EndCall>) {
        self.mark_dead(row, owed.filter(|_| self.is_born(row)), Fate::Dropped);
    }

    /// As [`Column::detach`], of the entity's component, if it has one.
    pub(crate) fn detach_of(&self, entity: Entity, owed: Option<EndCall>) {
        if let Some(row) = self.find(entity) {
            self.detach(row, owed);
        }
    }

    /// As [`Column::detach`], of one whose end goes as it should: its value is kept if the type is pooled.
    pub(crate) fn retire(&self, row: u32, owed: Option<EndCall>) {
        self.mark_dead(row, owed.filter(|_| self.is_born(row)), Fate::Kept);
    }

    /// As [`Column::retire`], of the entity's component, if it has one.
    pub(crate) fn retire_of(&self, entity: Entity, owed: Option<EndCall>) {
        if let Some(row) = self.find(entity) {
            self.retire(row, owed);
        }
    }

    /// Makes a component dead whose row is listed with its end; see [`Column::mark_dead`].
    pub(super) fn mark_row_dead(&self, row: u32, owed: Option<EndCall>, fate: Fate) -> u32 {
        let dead = self.prepare_mark_dead(row, owed, fate);
        let (entity, row) = (dead.entity, dead.row);
        self.row_store.kill(entity.index());
        self.world.entities.borrow_mut().remove_type(entity.index(), self.number());
        self.list_dead(dead);
        row
    }

    fn list_dead(&self, dead: Dead) {
        if dead.held {
            self.world.deaths.hold(dead.entity.index());
        }
        let changes = &mut *self.changes.borrow_mut();
        changes.owed.change(changes.dead.len(), dead.entity, false, dead.owed.is_some());
        changes.dead.push(dead);
    }

    /// Makes the component of a row dead, because it is borrowed, and appends a row for the same entity,
    /// whose value is to be written; that of a tag stays. If something cannot grow, nothing has changed.
    ///
    /// # Safety
    ///
    /// The caller must write that value before anything else is done with the column.
    pub(crate) unsafe fn supersede_row(&self, row: u32, owed: Option<EndCall>) -> u32 {
        if !self.has_rows() {
            self.entity_of(row).into_iter().for_each(|entity| self.note_gone(entity));
            return row;
        }
        let index = self.row_store.owner(row);
        let off = self.is_off(row);
        let enabled = !off && self.world.entities.borrow().is_enabled(index);
        self.make_room_for_one(index, enabled);
        let dead = self.prepare_mark_dead(row, owed.filter(|_| self.is_born(row)), Fate::Dropped);
        let row = self.append_successor(dead.entity, dead.row, enabled, off);
        self.list_dead(dead);
        row
    }

    /// Says whether a dead component keeps its row because hooks of its end must still run, or observers be
    /// told.
    pub(crate) fn owes_end(&self) -> bool {
        self.changes.borrow().owed.count() != 0
    }

    /// Says whether the end of another component that the entity had is still owed, or to be told.
    pub(crate) fn owes_end_of(&self, entity: Entity) -> bool {
        let changes = self.changes.borrow();
        changes.owed.is_by(entity) || changes.ends_to_tell.contains_key(&entity)
    }

    /// Says whether observers are to be told later that tags have ended.
    pub(crate) fn has_ends_to_tell(&self) -> bool {
        !self.changes.borrow().ends_to_tell.is_empty()
    }

    /// Notes that observers are to be told later that an entity's tag has ended, or that they are told now.
    pub(crate) fn note_end_to_tell(&self, entity: Entity, is_to_tell: bool) {
        let ends = &mut self.changes.borrow_mut().ends_to_tell;
        if is_to_tell {
            *ends.entry(entity).or_default() += 1;
        } else if let Some(count) = ends.get_mut(&entity) {
            *count -= 1;
            if *count == 0 {
                ends.remove(&entity);
            }
        }
    }

    /// The next dead component whose end must still run.
    pub(crate) fn next_owed_end(&self) -> Option<OwedEnd> {
        self.changes.borrow_mut().next_owed_end()
    }

    /// Notes what the next end waits for: something that its hooks take is borrowed.
    pub(crate) fn note_end_waits(&self, held: Held) {
        self.changes.borrow_mut().owed.wait_for(Some(held));
    }

    /// Says whether the end of the dead component of a row must still run, as it was or was not said before.
    pub(crate) fn set_owed_end(&self, row: u32, owed: Option<EndCall>) {
        let changes = &mut *self.changes.borrow_mut();
        if let Some(place) = changes.place_of_dead(row) {
            let dead = &mut changes.dead[place];
            changes.owed.change(place, dead.entity, dead.owed.is_some(), owed.is_some());
            dead.owed = owed;
        }
    }

    /// Notes that the end of an entity's component must still run which is dead already.
    pub(crate) fn owe_end_of_dead(&self, entity: Entity, call: EndCall) {
        if self.find(entity).is_some() {
            return;
        }
        let changes = &mut *self.changes.borrow_mut();
        let is_last = |dead: &Dead| dead.entity == entity && dead.owed.is_none();
        if let Some(place) = changes.dead.iter().rposition(is_last) {
            changes.owed.change(place, entity, false, true);
            changes.dead[place].owed = Some(call);
        }
    }

    /// Makes room for so many values that are dropped later.
    pub(super) fn make_room_for_dropped(&self, additional: usize) {
        if self.info.needs_drop() {
            let reserved = self.changes.borrow_mut().dropped.reserve(additional);
            if reserved.is_err() {
                // With nothing borrowed: a panic hook may look at the column.
                fail(&AddError::NoRoom { component: self.name(), additional });
            }
        }
    }

    /// Drops the next value that has left the column; `false` if there is none.
    pub(crate) fn drop_next(&self) -> bool {
        if self.changes.borrow().dropped.is_empty() {
            return false;
        }
        // SAFETY: the first of the list is a value of the type, and leaves it. It is dropped from a place of
        // its own: what its `Drop` does may let the list grow.
        unsafe { self.info.drop_moved(&mut |place| self.changes.borrow_mut().dropped.take_first(place)) };
        true
    }

    /// Drops all events that wait, then all values, one by one; keeps the first panic.
    pub(crate) fn drop_values(&self, first_panic: &mut Option<Panic>) {
        drop_each(core::iter::from_fn(|| self.take_event(|_| true)), first_panic);
        self.end_all();
        while keep_panic_of(|| self.drop_next(), first_panic) != Some(false) {}
    }

    /// How many values are kept for later components.
    pub(crate) fn kept(&self) -> usize {
        self.changes.borrow().kept.count()
    }

    /// Appends a row for the component of an entity that has none, with the value that was kept last. `None`
    /// if none is kept, or the entity is dead.
    pub(crate) fn push_kept(&self, entity: Entity) -> Option<u32> {
        if self.kept() == 0 {
            return None;
        }
        // SAFETY: the value is moved there at once.
        let row = unsafe { self.push_row(entity) }?;
        self.changes.borrow_mut().kept.take_last(&self.row_store, row);
        Some(row)
    }

    /// Lets all values that are kept, or would be at the next sync point, drop there.
    pub(crate) fn keep_none(&self) {
        self.changes.borrow_mut().dead.iter_mut().for_each(Dead::keep_not);
        if self.kept() != 0 {
            self.queue();
            self.make_room_for_dropped(self.kept());
            let changes = &mut *self.changes.borrow_mut();
            changes.drop_kept(self.info.needs_drop());
        }
    }

    /// Lets the value of a dead component drop, whose hook has panicked.
    pub(crate) fn keep_not(&self, row: u32) {
        let changes = &mut *self.changes.borrow_mut();
        if let Some(place) = changes.place_of_dead(row) {
            changes.dead[place].keep_not();
        }
    }

    /// Takes all rows out of a flushed column, and lists their values to be dropped.
    pub(super) fn end_rows(&self) {
        let rows = self.row_store.take_all();
        if self.info.needs_drop() {
            // No row is a hole, so each row holds a value.
            self.changes.borrow_mut().dropped.follow_up(rows);
        }
        self.changes.borrow_mut().drop_kept(self.info.needs_drop());
    }
}
