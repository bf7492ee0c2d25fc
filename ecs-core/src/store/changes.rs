//! Removing and switching components: what happens at once, and what waits for a sync point.
#![expect(unsafe_code, reason = "values are moved out of rows")]

use core::alloc::Layout;
use core::cell::Cell;
use core::cmp::Reverse;
use std::collections::VecDeque;

use crate::error::{AddError, ViewError, WorldError, fail};
use crate::ids::Entity;

use super::array::{Block, NoRoom};
use super::column::Column;
use super::dense::{Dense, NOTIFIED_OFF, OFF};
use super::entry::Entry;

/// What waits for a sync point.
pub(super) struct Changes {
    /// Rows whose component is dead, in the order of the kills.
    pub(super) dead: Vec<Dead>,
    /// Entities whose row may stand on the wrong side of the enabled prefix. The index counts: the entity may be renewed meanwhile.
    pub(super) switched: Vec<Entity>,
    /// Entities whose component was not told yet that it is enabled or disabled. The index counts, as above.
    pub(super) unnotified: VecDeque<Entity>,
    pub(super) dropped: Dropped,
}

pub(super) struct Dead {
    pub(super) row: u32,
    pub(super) entity: Entity,
    pub(super) owes_end: bool,
    pub(super) has_value: bool,
    /// The row was lent when it died, so that the index of the entity is held.
    pub(super) held: bool,
}

/// A store is being settled until this is dropped.
pub(crate) struct Flushing<'s>(&'s Cell<bool>);

impl Drop for Flushing<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// Values that have left the column and need to be dropped, in the order of the kills.
pub(super) struct Dropped {
    values: Block,
    /// Those before are dropped.
    first: usize,
}

impl Dropped {
    fn new(layouts: &'static [Layout]) -> Self {
        Self { values: Block::new(layouts), first: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.first == self.values.len()
    }

    /// Makes room for `additional` values. If this cannot grow, nothing has changed.
    fn reserve(&mut self, additional: usize) -> Result<(), NoRoom> {
        if self.first != 0 && self.values.len() + additional > self.values.capacity() {
            self.close_up();
        }
        self.values.try_reserve(additional, false)
    }

    /// Moves the values to the beginning.
    fn close_up(&mut self) {
        let rows = self.first..self.values.len();
        for (to, from) in rows.clone().enumerate() {
            self.values.copy(from, to);
        }
        self.values.truncate(rows.len());
        self.first = 0;
    }

    /// Moves the value of a row to the end, where there is room.
    pub(super) fn push(&mut self, dense: &Dense, row: u32) {
        dense.move_to(row as usize, &mut self.values);
    }

    /// Lists values behind those that are there.
    fn follow_up(&mut self, rows: Block) {
        if self.is_empty() {
            (self.values, self.first) = (rows, 0);
            return;
        }
        // At the end of the world: what finds no memory is leaked.
        if self.values.try_reserve(rows.len(), false).is_ok() {
            self.values.append(rows);
        }
    }

    /// Moves the first value to a place.
    ///
    /// # Safety
    ///
    /// There must be one, and the place be valid for writes of a value of the type.
    unsafe fn take_first(&mut self, place: *mut u8) {
        // SAFETY: as required of the caller; what is before `first` counts as empty.
        unsafe { self.values.take(self.first, place) };
        self.first += 1;
        if self.is_empty() {
            self.values.truncate(0);
            self.first = 0;
        }
    }
}

impl Changes {
    pub(super) fn new(layouts: &'static [Layout]) -> Self {
        let dropped = Dropped::new(layouts);
        Self { dead: Vec::new(), switched: Vec::new(), unnotified: VecDeque::new(), dropped }
    }

    /// Says whether a sync point has something to do, apart from telling.
    fn is_empty(&self) -> bool {
        self.dead.is_empty() && self.switched.is_empty() && self.dropped.is_empty()
    }
}

impl Column {
    /// Makes the component of a row dead. Its value stays until the next sync point.
    /// What had no `init` has no end of it either.
    pub(crate) fn detach(&self, row: u32, owes_end: bool) {
        self.mark_dead(row, owes_end && self.is_born(row), true);
    }

    /// As [`Column::detach`], of the entity's component, if it has one.
    pub(crate) fn detach_of(&self, entity: Entity, owes_end: bool) {
        if let Some(row) = self.find(entity) {
            self.detach(row, owes_end);
        }
    }

    /// Makes a component dead whose row is closed at the next sync point; returns that row. If something cannot grow, nothing has
    /// changed.
    pub(super) fn mark_dead(&self, row: u32, owes_end: bool, has_value: bool) -> u32 {
        if let Some(tags) = self.tags() {
            self.hold_if_borrowed(tags, row);
            self.end_tag(row);
            self.world.entities.borrow_mut().remove_type(row, self.number());
            return row;
        }
        let dead = self.prepare_mark_dead(row, owes_end, has_value);
        let (entity, row) = (dead.entity, dead.row);
        self.sparse.set(entity.index(), Entry::VACANT);
        self.world.delist(entity, self.number());
        self.list_dead(dead);
        row
    }

    /// Does what can fail when a component dies. It counts as gone from then on.
    fn prepare_mark_dead(&self, row: u32, owes_end: bool, has_value: bool) -> Dead {
        let entity = self.entity_of(row).expect("the row is live");
        let row = self.firm_row(row, entity);
        let held = self.borrows.is_row_borrowed(row, self);
        self.queue();
        self.changes.borrow_mut().dead.reserve(1);
        if held {
            self.world.make_room_to_hold();
        }
        self.pending_inits.note_gone(entity);
        Dead { row, entity, owes_end, has_value, held }
    }

    fn list_dead(&self, dead: Dead) {
        if dead.held {
            self.world.hold(dead.entity.index());
        }
        self.changes.borrow_mut().dead.push(dead);
    }

    /// Makes the component of a row dead, because it is lent, and appends a row for the same entity, whose value is to be written; that of a
    /// tag stays. If something cannot grow, nothing has changed.
    ///
    /// # Safety
    ///
    /// The caller must write that value before anything else is done with the column.
    pub(super) unsafe fn supersede_row(&self, row: u32, owes_end: bool) -> u32 {
        if self.tags().is_some() {
            return row;
        }
        let index = self.owner(row);
        let off = self.dense.borrow().flag(row as usize, OFF);
        let enabled = !off && self.world.entities.borrow().is_enabled(index);
        self.make_room_for_one(index, enabled);
        let dead = self.prepare_mark_dead(row, owes_end && self.is_born(row), true);
        let row = self.append_successor(dead.entity, dead.row, enabled, off);
        self.list_dead(dead);
        row
    }

    // ---- switching ----

    /// Says whether the component and its entity are switched on.
    pub(crate) fn is_enabled(&self, row: u32) -> bool {
        if let Some(tags) = self.tags() {
            return !tags.is_off(row) && self.world.entities.borrow().is_enabled(row);
        }
        let dense = self.dense.borrow();
        let owner = dense.owners()[row as usize];
        !dense.flag(row as usize, OFF) && self.world.entities.borrow().is_enabled(owner)
    }

    /// Switches the component itself, which is noted as switched.
    pub(crate) fn set_own_switch(&self, entity: Entity, enabled: bool) {
        let Some(row) = self.find(entity) else { return };
        match self.tags() {
            Some(tags) => tags.set_off(row, !enabled),
            None => self.dense.borrow_mut().set_flag(row as usize, OFF, !enabled),
        }
    }

    /// Says whether the component itself is switched off.
    pub(crate) fn is_off(&self, row: u32) -> bool {
        if let Some(tags) = self.tags() {
            return tags.is_off(row);
        }
        self.dense.borrow().flag(row as usize, OFF)
    }

    /// Makes ready for a switch of the entity's component: its row changes sides in [`Column::change_side`], or at the next sync point if
    /// rows may not move now.
    pub(crate) fn prepare_switch(&self, entity: Entity) {
        if self.find(entity).is_none() {
            return;
        }
        if self.tags().is_some() {
            self.note_tag_change();
        } else if self.may_leave() && !self.awaits_init() {
            self.close_holes();
            self.dense.borrow_mut().make_flags();
        } else {
            self.note_switched(entity);
        }
    }

    /// Notes that the row may have to change sides at the next sync point.
    pub(crate) fn note_switched(&self, entity: Entity) {
        if self.find(entity).is_none() {
            return;
        }
        if self.tags().is_some() {
            return self.note_tag_change();
        }
        self.queue();
        self.changes.borrow_mut().switched.push(entity);
    }

    /// Notes that the component is to be told at the next sync point that it is enabled or disabled. Its row stands on its side.
    pub(crate) fn note_unnotified(&self, entity: Entity) {
        self.queue();
        self.changes.borrow_mut().unnotified.push_back(entity);
    }

    /// Moves the row of a component that was switched to its side, unless that waits for the next sync point.
    pub(crate) fn change_side(&self, entity: Entity) {
        if self.tags().is_none()
            && !self.is_pending()
            && let Some(row) = self.live_row(entity.index())
        {
            let on = self.is_enabled(row as u32);
            self.move_to_side(&mut self.dense.borrow_mut(), row, on);
        }
    }

    // ---- sync points ----

    /// Says whether changes are pending.
    #[inline]
    pub(crate) fn is_pending(&self) -> bool {
        self.queued.get()
    }

    pub(super) fn queue(&self) {
        self.close_holes();
        self.borrows.invalidate();
        if !self.queued.get() {
            self.world.queue(self.position);
            self.queued.set(true);
        }
    }

    /// Marks the store as being settled until the mark is dropped; `None` if it is already.
    pub(crate) fn begin_flushing(&self) -> Option<Flushing<'_>> {
        if self.flushing.replace(true) { None } else { Some(Flushing(&self.flushing)) }
    }

    /// Says whether a sync point can do something for the store.
    pub(crate) fn can_flush(&self) -> bool {
        !self.borrows.any() && !self.flushing.get()
    }

    /// Forgets that changes are pending, if there are none any more.
    pub(crate) fn unqueue_if_done(&self) {
        let changes = self.changes.borrow();
        let is_done = changes.is_empty() && (self.has_notified_all(&changes) || self.awaits_init());
        if is_done && !self.dense.borrow().has_spill() && self.queued.replace(false) {
            self.world.unqueue(self.position);
        }
    }

    /// Says whether a dead component keeps its row because hooks of its end must still run.
    pub(crate) fn owes_end(&self) -> bool {
        self.changes.borrow().dead.iter().any(|dead| dead.owes_end)
    }

    /// The row of the next dead component whose end must still run.
    pub(crate) fn next_owed_end(&self) -> Option<u32> {
        self.changes.borrow().dead.iter().find(|dead| dead.owes_end).map(|dead| dead.row)
    }

    /// Says whether the end of the dead component of a row must still run, as it was or was not said before.
    pub(crate) fn set_owed_end(&self, row: u32, owes_end: bool) {
        // A row is listed once until it is closed.
        let mut changes = self.changes.borrow_mut();
        if let Some(dead) = changes.dead.iter_mut().rev().find(|dead| dead.row == row) {
            dead.owes_end = owes_end;
        }
    }

    /// Merges the spill, closes the rows of the dead, and moves switched rows to their side. Nothing may be lent.
    pub(crate) fn flush_rows(&self) {
        debug_assert!(!self.borrows.any());
        self.let_tags_go();
        // What is moved out of its row must not be there a second time because a list could not grow.
        let dead = self.changes.borrow().dead.len();
        self.make_room_for_dropped(dead);
        let dense = &mut *self.dense.borrow_mut();
        let changes = &mut *self.changes.borrow_mut();
        if dense.has_spill() {
            self.merge(dense);
        }
        if !changes.dead.is_empty() {
            self.close_dead(dense, changes);
        }
        changes.unnotified.reserve(changes.switched.len());
        let mut switched = core::mem::take(&mut changes.switched);
        for entity in switched.drain(..) {
            self.place_switched(dense, changes, entity);
        }
        changes.switched = switched;
        self.sparse.fit_if_due();
    }

    /// Makes room for so many values that are dropped later.
    pub(super) fn make_room_for_dropped(&self, additional: usize) {
        if self.info.needs_drop() {
            let reserved = self.changes.borrow_mut().dropped.reserve(additional);
            if reserved.is_err() {
                // With nothing borrowed: a panic hook may look at the store.
                fail(&AddError::NoRoom { component: self.info.name, additional });
            }
        }
    }

    fn merge(&self, dense: &mut Dense) {
        let first = dense.main_len();
        // Before the look-up tells of it: if the main buffer cannot grow, nothing has changed.
        let Ok(stamps) = dense.merge() else {
            fail(&AddError::NoRoom { component: self.info.name, additional: dense.len() - first });
        };
        for (row, stamp) in (first..).zip(stamps) {
            let (index, row) = (dense.owners()[row], row as u32);
            if self.sparse.get(index) == (Entry { stamp: 0, row }) {
                self.sparse.set(index, Entry { stamp, row });
            }
        }
        self.publish(dense);
    }

    fn close_dead(&self, dense: &mut Dense, changes: &mut Changes) {
        if self.info.needs_drop() {
            for dead in changes.dead.iter().filter(|dead| dead.has_value) {
                // A dead row that has a value is taken from once: it is closed below.
                changes.dropped.push(dense, dead.row);
            }
        }
        sort_downwards(&mut changes.dead);
        for dead in changes.dead.drain(..) {
            self.close_row(dense, dead.row as usize);
            if dead.held {
                self.world.let_go(dead.entity.index());
            }
        }
    }

    /// Closes a hole, keeping the enabled rows first.
    pub(super) fn close_row(&self, dense: &mut Dense, row: usize) {
        let last = dense.len() - 1;
        let mut hole = row;
        if hole < dense.enabled() {
            let last_enabled = dense.enabled() - 1;
            self.fill(dense, hole, last_enabled);
            dense.set_enabled(last_enabled);
            hole = last_enabled;
        }
        self.fill(dense, hole, last);
        dense.close();
        self.main_rows.set(dense.main_len());
        self.cap_pairs(row);
    }

    fn fill(&self, dense: &mut Dense, hole: usize, from: usize) {
        if hole != from {
            dense.fill(hole, from);
            self.point_to(dense.owners()[hole], hole);
        }
    }

    pub(super) fn swap_rows(&self, dense: &mut Dense, a: usize, b: usize) {
        if a != b {
            dense.swap(a, b);
            self.point_to(dense.owners()[a], a);
            self.point_to(dense.owners()[b], b);
            self.cap_pairs(a.min(b));
        }
    }

    /// Corrects the look-up after a live component has moved to a row of the main buffer.
    pub(super) fn point_to(&self, index: u32, row: usize) {
        let stamp = self.sparse.get(index).stamp;
        self.sparse.set(index, Entry { stamp, row: row as u32 });
    }

    fn place_switched(&self, dense: &mut Dense, changes: &mut Changes, entity: Entity) {
        // All rows are in the main buffer now.
        let Some(row) = self.live_row(entity.index()) else { return };
        let on = !dense.flag(row, OFF) && self.world.entities.borrow().is_enabled(entity.index());
        if dense.flag(row, NOTIFIED_OFF) == on {
            changes.unnotified.push_back(entity);
        }
        self.move_to_side(dense, row, on);
    }

    fn move_to_side(&self, dense: &mut Dense, row: usize, on: bool) {
        let enabled = dense.enabled();
        if on && row >= enabled {
            self.swap_rows(dense, row, enabled);
            dense.set_enabled(enabled + 1);
        } else if !on && row < enabled {
            self.swap_rows(dense, row, enabled - 1);
            dense.set_enabled(enabled - 1);
        }
    }

    /// The next component that was not told yet that it is enabled or disabled, as row and entity. One that waits for its
    /// `init` is told after that.
    pub(crate) fn next_unnotified(&self) -> Option<(u32, Entity)> {
        loop {
            let entity = self.changes.borrow_mut().unnotified.pop_front()?;
            let now = self.entity_now(entity.index());
            if let Some((row, now)) = now.and_then(|now| Some((self.find(now)?, now)))
                && self.is_born(row)
            {
                return Some((row, now));
            }
        }
    }

    /// Lets the next sync point tell of events those that had to wait for `init`.
    pub(super) fn queue_unnotified(&self) {
        let has_notified_all = self.has_notified_all(&self.changes.borrow());
        if !has_notified_all {
            self.queue();
        }
    }

    /// Says whether no component is still to be told of a switch or of an event.
    fn has_notified_all(&self, changes: &Changes) -> bool {
        changes.unnotified.is_empty() && !self.has_events()
    }

    /// Drops the next value that has left the column; `false` if there is none.
    pub(crate) fn drop_next(&self) -> bool {
        if self.changes.borrow().dropped.is_empty() {
            return false;
        }
        // SAFETY: the first of the list is a value of the type, and leaves it. It is dropped from a place of its own: what its `Drop` does
        // may let the list grow.
        unsafe { self.info.drop_moved(&mut |place| self.changes.borrow_mut().dropped.take_first(place)) };
        true
    }

    /// Ends all components at the end of the world, without hooks, and lists their values to be dropped, in order. Nothing may be lent.
    pub(crate) fn end_all(&self) {
        self.close_holes();
        self.flush_rows();
        let rows = self.dense.borrow_mut().take_all();
        // The filter of a query that outlives the world may still look here.
        self.sparse.clear();
        if let Some(tags) = self.tags() {
            tags.clear();
        }
        self.publish(&self.dense.borrow());
        if self.info.needs_drop() {
            // `flush_rows` has closed all holes, so each row holds a value.
            self.changes.borrow_mut().dropped.follow_up(rows);
        }
    }

    /// Refuses if the values could not be brought in order: something is lent, or the thread unwinds.
    pub(crate) fn check_flushed(&self) -> Result<(), ViewError> {
        if !self.is_pending() || !self.has_structural_changes() {
            return Ok(());
        }
        let component = self.info.name;
        Err(match self.borrows.any_conflict() {
            Some(conflict) => ViewError::Unsettled { component, by: conflict.borrower, at: conflict.at },
            None => ViewError::World { component, error: WorldError::Unwinding },
        })
    }

    fn has_structural_changes(&self) -> bool {
        let changes = self.changes.borrow();
        !changes.dead.is_empty() || !changes.switched.is_empty() || self.dense.borrow().has_spill()
    }
}

/// From the highest row to the lowest: what fills a hole is then never itself dead. A function without `T`, so that sorting is
/// compiled once, and not for each component type.
fn sort_downwards(dead: &mut [Dead]) {
    dead.sort_unstable_by_key(|dead| Reverse(dead.row));
}
