//! The sync point of a column: the spill is merged, the rows of the dead are closed, switched rows change
//! sides.

use crate::borrow::{Borrower, Conflict, Held};
use crate::error::{AddError, ViewError, WorldError, fail};
use core::cell::Cell;
use core::cmp::Reverse;

use super::changes::{Changes, Dead, Fate, Flushing};
use super::column::Column;
use super::rows::NoRoom;
use crate::world::EndCall;

impl Column {
    /// Does what can fail when a component dies. It counts as gone from then on.
    pub(super) fn prepare_mark_dead(&self, row: u32, owed: Option<EndCall>, fate: Fate) -> Dead {
        let entity = self.entity_of_row(row).expect("the row is live");
        let row = self.firm_row(row, entity);
        let held = self.borrows.is_row_borrowed(row, self);
        self.queue();
        self.changes.borrow_mut().dead.reserve(1);
        if owed.is_some() {
            self.changes.borrow_mut().owed.make_room();
        }
        if held {
            self.world.deaths.make_room_to_hold();
        }
        self.note_gone(entity);
        Dead { row, entity, owed, fate, held }
    }

    /// Says whether changes are pending.
    #[inline]
    pub(crate) fn is_pending(&self) -> bool {
        self.queued.get()
    }

    /// What says whether changes are pending, for a loop that asks at each step.
    pub(crate) fn has_changes(&self) -> &Cell<bool> {
        &self.queued
    }

    /// Says whether there is anything to bring in order before rows are visited.
    #[inline]
    pub(crate) fn has_to_settle(&self) -> bool {
        self.holes() != 0 || self.is_pending()
    }

    pub(super) fn queue(&self) {
        self.close_holes();
        self.borrows.invalidate();
        if !self.queued.get() {
            self.world.sync.queue(self.position);
            self.queued.set(true);
        }
    }

    /// Marks the column as being flushed until the mark is dropped; `None` if it is already.
    pub(crate) fn begin_flushing(&self) -> Option<Flushing<'_>> {
        if self.flushing.replace(true) { None } else { Some(Flushing(&self.flushing)) }
    }

    /// Says whether a sync point can do something for the column.
    pub(crate) fn can_flush(&self) -> bool {
        !self.borrows.is_in_use() && !self.flushing.get() && !self.is_any_told_now()
    }

    /// Forgets that changes are pending, if there are none any more.
    pub(crate) fn unqueue_if_done(&self) {
        let changes = self.changes.borrow();
        let is_done = changes.is_empty() && (self.has_notified_all(&changes) || self.awaits_init());
        if is_done && !self.row_store.spilled() != 0 && self.queued.replace(false) {
            self.world.sync.unqueue(self.position);
        }
    }

    /// Merges the spill, closes the rows of the dead, moves switched rows to their side, and lets indices of
    /// tags be used again: the part of a sync point without hooks and drops. Nothing may be borrowed.
    pub(crate) fn flush_changes(&self) {
        debug_assert!(!self.borrows.is_in_use());
        // What is moved out of its row must not be there a second time because a list could not grow.
        let dead = self.changes.borrow().dead.len();
        self.make_room_for_dropped(dead);
        if let Err(NoRoom) = self.row_store.merge() {
            // With nothing borrowed: a panic hook may look at the column.
            fail(&AddError::NoRoom { component: self.name(), additional: self.row_store.spilled() });
        }
        let changes = &mut *self.changes.borrow_mut();
        if !changes.dead.is_empty() {
            self.close_dead(changes);
        }
        changes.unnotified.reserve(changes.switched.len());
        let mut switched = core::mem::take(&mut changes.switched);
        for switch in switched.drain(..) {
            self.place_switched(changes, switch);
        }
        changes.switched = switched;
        changes.held_tags.drain(..).for_each(|entity| self.world.let_go(entity.index()));
        self.row_store.fit_look_up();
    }

    fn close_dead(&self, changes: &mut Changes) {
        if self.info.has_remains() {
            for dead in changes.dead.iter().filter(|dead| dead.fate != Fate::Taken) {
                // A dead row that has a value is taken from once: it is closed below.
                let is_kept = dead.fate == Fate::Kept && changes.kept.keep(&self.row_store, dead.row);
                if !is_kept && self.info.needs_drop() {
                    changes.dropped.push(&self.row_store, dead.row);
                }
            }
        }
        let mut all = changes.take_dead();
        sort_downwards(&mut all);
        self.row_store.close(all.iter().map(|dead| dead.row));
        all.drain(..).filter(|dead| dead.held).for_each(|dead| self.world.let_go(dead.entity.index()));
        // Its memory is used again.
        changes.dead = all;
    }

    /// Refuses if the values could not be brought in order: something is borrowed, or the thread unwinds.
    #[inline]
    pub(crate) fn check_flushed(&self) -> Result<(), ViewError> {
        if self.is_pending() { self.check_changes() } else { Ok(()) }
    }

    #[cold]
    fn check_changes(&self) -> Result<(), ViewError> {
        if !self.has_structural_changes() {
            return Ok(());
        }
        let component = self.name();
        if self.is_any_told_now() {
            let by = Borrower::Observers;
            return Err(ViewError::Unsettled { component, by, at: None });
        }
        if let Some(Conflict { borrower: by, at }) = self.borrows.any_conflict() {
            return Err(ViewError::Unsettled { component, by, at });
        }
        Err(match self.changes.borrow().owed.waits_for() {
            Some(&Held { component: takes, conflict: Conflict { borrower: by, at }, .. }) => {
                ViewError::EndWaits { component, takes, by, at }
            }
            None => ViewError::World { component, error: WorldError::Unwinding },
        })
    }

    fn has_structural_changes(&self) -> bool {
        let changes = self.changes.borrow();
        !changes.dead.is_empty() || !changes.switched.is_empty() || self.row_store.spilled() != 0
    }
}

/// From the highest row to the lowest: what fills a hole is then never itself dead. A function without `T`,
/// so that sorting is compiled once, and not for each component type.
fn sort_downwards(dead: &mut [Dead]) {
    dead.sort_unstable_by_key(|dead| Reverse(dead.row));
}
