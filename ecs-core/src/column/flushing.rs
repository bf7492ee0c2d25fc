//! The sync point of a column: the spill is merged, the rows of the dead are closed, switched rows change
//! sides.

use crate::borrow::{Borrower, Conflict, Held};
use crate::error::{AddError, ViewError, WorldError, fail};
use core::cmp::Reverse;

use super::column::Column;
use super::lifecycle::{Dead, Ends, Fate, Remains, WaitingEvent};
use super::rows::NoRoom;

impl Column {
    pub(super) fn queue(&self) {
        self.close_holes();
        self.borrows.invalidate();
        if !self.lifecycle.is_queued() {
            self.world.sync.queue(self.position);
            self.lifecycle.queued().set(true);
        }
    }

    /// Leaves an event to the next sync point.
    #[cold]
    #[inline(never)]
    pub(crate) fn queue_event(&self, event: WaitingEvent) {
        self.queue();
        self.lifecycle.events.push(event);
    }

    /// Forgets that changes are pending, if there are none any more.
    pub(crate) fn unqueue_if_done(&self) {
        let lifecycle = &self.lifecycle;
        let is_done = lifecycle.has_no_changes()
            && (lifecycle.has_notified_all() || lifecycle.pending_inits.is_any())
            && self.row_store.spilled() == 0;
        if is_done && lifecycle.queued().replace(false) {
            self.world.sync.unqueue(self.position);
        }
    }

    /// Merges the spill, closes the rows of the dead, moves switched rows to their side, and lets indices of
    /// tags be used again: the part of a sync point without hooks and drops. Nothing may be borrowed.
    pub(crate) fn flush_changes(&self) {
        debug_assert!(!self.borrows.is_in_use());
        // What is moved out of its row must not be there a second time because a list could not grow.
        let dead = self.lifecycle.ends().dead();
        self.make_room_for_dropped(dead);
        if let Err(NoRoom) = self.row_store.merge() {
            // With nothing borrowed: a panic hook may look at the column.
            fail(&AddError::NoRoom { component: Some(self.name()), additional: self.row_store.spilled() });
        }
        let ends = &mut *self.lifecycle.ends_mut();
        if ends.dead() != 0 {
            self.close_dead(ends);
        }
        self.place_switched();
        ends.held_tags.drain(..).for_each(|entity| self.world.let_go(entity.index()));
        self.row_store.fit_look_up();
    }

    fn close_dead(&self, ends: &mut Ends) {
        let mut all = ends.take_dead();
        if self.info.needs_post_removal() {
            let Remains { dropped, kept } = &mut *self.lifecycle.remains_mut();
            for dead in all.iter().filter(|dead| dead.fate != Fate::Taken) {
                // A dead row that has a value is taken from once: it is closed below.
                let is_kept = dead.fate == Fate::Kept && kept.keep(&self.row_store, dead.row);
                if !is_kept && self.info.needs_drop() {
                    dropped.push(&self.row_store, dead.row);
                }
            }
        }
        sort_downwards(&mut all);
        self.row_store.close(all.iter().map(|dead| dead.row));
        all.drain(..).filter(|dead| dead.held).for_each(|dead| self.world.let_go(dead.entity.index()));
        ends.give_back(all);
    }

    /// Refuses if the values could not be brought in order: something is borrowed, or the thread unwinds.
    #[inline]
    pub(crate) fn check_flushed(&self) -> Result<(), ViewError> {
        if self.lifecycle.is_queued() { self.check_changes() } else { Ok(()) }
    }

    #[cold]
    fn check_changes(&self) -> Result<(), ViewError> {
        if !self.lifecycle.has_moves() && self.row_store.spilled() == 0 {
            return Ok(());
        }
        let component = self.name();
        if self.lifecycle.is_reporting() {
            let by = Borrower::Observers;
            return Err(ViewError::Unsettled { component, by, at: None });
        }
        if let Some(Conflict { borrower: by, at }) = self.borrows.any_conflict() {
            return Err(ViewError::Unsettled { component, by, at });
        }
        Err(match self.lifecycle.ends().waits_for() {
            Some(&Held { component: takes, conflict: Conflict { borrower: by, at }, .. }) => {
                ViewError::EndWaits { component, takes, by, at }
            }
            None => ViewError::World { component, error: WorldError::Unwinding },
        })
    }
}

/// From the highest row to the lowest: what fills a hole is then never itself dead. A function without `T`,
/// so that sorting is compiled once, and not for each component type.
fn sort_downwards(dead: &mut [Dead]) {
    dead.sort_unstable_by_key(|dead| Reverse(dead.row));
}
