//! Leaving: a component that ends leaves a hole, which the next one of the same entity index fills, or which
//! is closed.

use crate::ids::Entity;

use super::column::Column;
use super::lifecycle::Fate;

impl Column {
    /// Says whether a component may leave at once: its row need not wait for a sync point.
    #[inline]
    pub(crate) fn may_leave(&self) -> bool {
        !self.borrows.is_in_use() && !self.lifecycle.is_queued()
    }

    /// Ends the component of an entity if nothing is to be done but to note a hole; returns the row.
    /// Otherwise it returns `None`, and nothing has changed. Nothing here can fail. The entity's set of types
    /// is left to the caller.
    #[inline(always)]
    pub(crate) fn leave_at_once(&self, entity: Entity) -> Option<u32> {
        if !self.lifecycle.pending_inits.is_unwatched() {
            return None;
        }
        self.row_store.leave_at_once(entity)
    }

    /// Ends the component of an entity if it has one that need not wait, and says whether. The entity's set
    /// of types is left to the caller, and [`Column::fit_after_leaving`].
    #[inline]
    pub(crate) fn leave_now(&self, entity: Entity) -> bool {
        self.leave_at_once(entity).is_some() || self.leave_if_it_may(entity)
    }

    fn leave_if_it_may(&self, entity: Entity) -> bool {
        let row = self.find(entity).filter(|_| self.may_leave() && !self.is_watched(entity));
        row.inspect(|&row| self.leave(row, entity)).is_some()
    }

    /// Discards the components of some entities. Not inlined: that saves 25 of 376 instructions an entity.
    #[inline(never)]
    pub(crate) fn discard_many(&self, entities: impl Iterator<Item = Entity> + Clone) {
        entities.clone().for_each(|entity| self.row_store.prefetch(entity.index()));
        for entity in entities {
            if self.leave_at_once(entity).is_none() {
                self.discard(entity);
            }
        }
    }

    /// Ends a component whose end runs no user code: it has neither `shutdown` nor `Drop`. The entity's set
    /// of types is left to the caller.
    pub(crate) fn discard(&self, entity: Entity) {
        debug_assert!(!self.info.needs_drop());
        if self.leave_if_it_may(entity) {
            self.fit_after_leaving();
        } else {
            self.detach_of(entity, Fate::Dropped);
        }
    }

    /// Lets the look-up shrink if the last leaving has closed the holes; once nothing is half done any more,
    /// for it may fail.
    #[inline]
    pub(crate) fn fit_after_leaving(&self) {
        if self.row_store.holes() == 0 {
            self.row_store.fit_look_up();
        }
    }

    /// Lets those who borrow know whether there are holes to be closed before.
    #[inline]
    pub(super) fn note_holes(&self) {
        self.borrows.set_holes(self.row_store.holes() != 0);
    }

    /// Closes all holes. Nothing is borrowed, and nothing waits, where there are some.
    #[inline]
    pub(crate) fn close_holes(&self) {
        if self.row_store.holes() != 0 {
            self.close_all();
            self.row_store.fit_look_up();
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn close_all(&self) {
        self.row_store.close_holes();
        self.note_holes();
    }

    /// Closes all holes, which may move the row of a live component.
    #[inline(always)]
    pub(super) fn firm_row(&self, row: u32, entity: Entity) -> u32 {
        if self.row_store.holes() == 0 { row } else { self.row_after_closing(entity) }
    }

    #[cold]
    #[inline(never)]
    fn row_after_closing(&self, entity: Entity) -> u32 {
        self.close_all();
        self.find(entity).expect("what has left a hole waits for nothing, so this one is live")
    }
}
