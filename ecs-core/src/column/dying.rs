//! Ending components: what happens at once, and what waits for the sync point.
#![expect(unsafe_code, reason = "values are moved out of rows")]

use crate::base::{Panic, drop_each, keep_panic_of};
use crate::error::{AddError, fail};
use crate::ids::Entity;
use crate::world::EndCall;

use super::column::Column;
use super::lifecycle::{Dead, Fate, Transition};

impl Column {
    /// Makes the component of a row dead, whose end may be `pending`. Its value stays until the next sync
    /// point. A component without `init` has no end.
    pub(crate) fn detach(&self, row: u32, pending: Option<EndCall>, fate: Fate) {
        self.mark_dead(row, pending.filter(|_| self.stage(row).is_born()), fate);
    }

    /// Makes the entity's component dead, if it has one. Its end has run, or does not run.
    pub(crate) fn detach_of(&self, entity: Entity, fate: Fate) {
        if let Some(row) = self.find(entity) {
            self.detach(row, None, fate);
        }
    }

    /// Makes a component dead whose row is listed with its end; see [`Column::mark_dead`].
    pub(super) fn mark_row_dead(&self, row: u32, pending: Option<EndCall>, fate: Fate) -> u32 {
        let dead = self.prepare_mark_dead(row, pending, fate);
        let (entity, row) = (dead.entity, dead.row);
        self.row_store.kill(entity.index());
        self.world.members_mut().remove_type(entity.index(), self.number());
        self.list_dead(dead);
        row
    }

    fn list_dead(&self, dead: Dead) {
        if dead.held {
            self.world.deaths.hold(dead.entity.index());
        }
        self.lifecycle.ends_mut().list(dead);
    }

    /// Makes the component of a row dead, because it is borrowed, and appends a row for the same entity,
    /// whose value is to be written; that of a tag stays. If something cannot grow, nothing has changed.
    ///
    /// # Safety
    ///
    /// The caller must write that value before anything else is done with the column.
    pub(crate) unsafe fn supersede_row(&self, row: u32, pending: Option<EndCall>) -> u32 {
        if !self.has_rows() {
            self.entity_of(row).into_iter().for_each(|entity| self.note_gone(entity));
            return row;
        }
        let index = self.row_store.owner(row);
        let off = self.stage(row).is_off();
        let enabled = !off && self.world.entities.borrow().is_enabled(index);
        self.make_room_for_one(index, enabled);
        let dead = self.prepare_mark_dead(row, pending.filter(|_| self.stage(row).is_born()), Fate::Dropped);
        let (row, is_in_prefix) = self.row_store.succeed(dead.entity, dead.row, enabled);
        if off {
            self.transit(row, Transition::SwitchOff);
        }
        let row = if is_in_prefix { row } else { self.take_side(dead.entity, row, enabled) };
        self.list_dead(dead);
        row
    }

    /// Makes room for so many values that are dropped later.
    pub(super) fn make_room_for_dropped(&self, additional: usize) {
        if self.info.needs_drop() {
            let reserved = self.lifecycle.remains_mut().dropped.reserve(additional);
            if reserved.is_err() {
                // With nothing borrowed: a panic hook may look at the column.
                fail(&AddError::NoRoom { component: Some(self.name()), additional });
            }
        }
    }

    /// Drops the next value that has left the column; `false` if there is none.
    pub(crate) fn drop_next(&self) -> bool {
        if self.lifecycle.remains().dropped.is_empty() {
            return false;
        }
        // SAFETY: the first of the list is a value of the type, and leaves it. It is dropped from a place of
        // its own: what its `Drop` does may let the list grow.
        unsafe { self.info.drop_moved(&mut |place| self.lifecycle.remains_mut().dropped.take_first(place)) };
        true
    }

    /// Drops all events that wait, then all values, one by one; keeps the first panic.
    pub(crate) fn drop_values(&self, first_panic: &mut Option<Panic>) {
        drop_each(core::iter::from_fn(|| self.lifecycle.events.take(|_| true)), first_panic);
        self.end_all();
        while keep_panic_of(|| self.drop_next(), first_panic) != Some(false) {}
    }

    /// Appends a row for the component of an entity that has none, with the value that was kept last. `None`
    /// if none is kept, or the entity is dead.
    pub(crate) fn push_kept(&self, entity: Entity) -> Option<u32> {
        if self.lifecycle.remains().kept.count() == 0 {
            return None;
        }
        // SAFETY: the value is moved there at once.
        let row = unsafe { self.push_row(entity) }?;
        self.lifecycle.remains_mut().kept.take_last(&self.row_store, row);
        Some(row)
    }

    /// Drops all values that are kept, or would be, at the next sync point.
    pub(crate) fn keep_none(&self) {
        self.lifecycle.ends_mut().keep_none();
        let kept = self.lifecycle.remains().kept.count();
        if kept != 0 {
            self.queue();
            self.make_room_for_dropped(kept);
            self.lifecycle.remains_mut().drop_kept(self.info.needs_drop());
        }
    }

    /// Does what can fail when a component dies. It counts as gone from then on.
    fn prepare_mark_dead(&self, row: u32, pending: Option<EndCall>, fate: Fate) -> Dead {
        let entity = self.entity_of_row(row).expect("the row is live");
        let row = self.firm_row(row, entity);
        let held = self.borrows.is_row_borrowed(row, self);
        self.queue();
        self.lifecycle.ends_mut().make_room(pending.is_some());
        if held {
            self.world.deaths.make_room_to_hold();
        }
        self.note_gone(entity);
        Dead { row, entity, pending, fate, held }
    }
}
