//! Leaving: a component that ends leaves a hole, which the next one of the same entity index fills, or which
//! is closed.

use crate::ids::Entity;

use super::column::Column;
use super::dense::Dense;
use super::entry::Entry;

impl Column {
    /// Says whether a component may leave at once: its row need not wait for a sync point.
    #[inline]
    pub(crate) fn may_leave(&self) -> bool {
        !self.borrows.is_in_use() && !self.is_pending()
    }

    /// Ends the component of an entity if that leaves only one hole more; returns the row. `None`, and
    /// nothing has changed, if there is more to do. Nothing here can fail. The entity's set of types is left
    /// to the caller.
    #[inline(always)]
    pub(crate) fn leave_at_once(&self, entity: Entity) -> Option<u32> {
        if !(self.holes.has_room() && self.pending_inits.is_unwatched()) {
            return None;
        }
        debug_assert!(self.may_leave(), "there are holes only then");
        let row = self.sparse.leave(entity.index(), entity.stamp().bits())?;
        self.holes.note(row);
        self.dense.mark().clear();
        Some(row)
    }

    /// Ends the component of an entity if it has one that need not wait, and says whether. The entity's set
    /// of types is left to the caller, and [`Column::fit_after_leaving`].
    #[inline]
    pub(crate) fn leave_now(&self, entity: Entity) -> bool {
        self.leave_at_once(entity).is_some() || self.leave_if_it_may(entity)
    }

    fn leave_if_it_may(&self, entity: Entity) -> bool {
        let row = self.find(entity).filter(|_| self.may_leave() && !self.has_timers_of(entity));
        row.inspect(|&row| self.leave(row, entity)).is_some()
    }

    /// Ends the components of some entities as [`Column::discard`] does.
    pub(crate) fn discard_many(&self, entities: impl Iterator<Item = Entity> + Clone) {
        entities.clone().for_each(|entity| self.sparse.prefetch(entity.index()));
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
            self.detach_of(entity, None);
        }
    }

    /// Makes a hole of the row of a component that has left, or closes it if some rows are disabled. The
    /// owner of a hole stays listed there, so that nothing of the row is touched.
    #[inline]
    pub(super) fn leave_row(&self, row: u32, entity: Entity) {
        if !self.dense.borrow().is_enabled_as_a_whole() {
            // A hole before the disabled rows would be lost among them.
            self.sparse.set(entity.index(), Entry::VACANT);
            return self.close_row(&mut self.dense.borrow_mut(), row as usize);
        }
        self.sparse.set(entity.index(), Entry::hole(row));
        self.dense.mark().clear();
        self.borrows.set_holes(true);
        // With holes there is no spill.
        let rows = self.main_rows.get();
        self.holes.make_room(rows);
        self.holes.note(row);
        if self.holes.are_too_many(rows) {
            self.close_all();
        }
    }

    /// Lets the look-up shrink if the last leaving has closed the holes; once nothing is half done any more,
    /// for it may fail.
    #[inline]
    pub(crate) fn fit_after_leaving(&self) {
        if self.holes() == 0 {
            self.sparse.fit_if_due();
        }
    }

    /// Says whether the component of an index lives in this row of the main buffer: if it is its owner, and
    /// does not, the row is a hole.
    #[inline]
    pub(super) fn lives_in(&self, index: u32, row: usize) -> bool {
        self.live_row(index) == Some(row)
    }

    /// Finds the hole that the last component of the same entity index has left, for a new one. What fills
    /// none and is disabled, or finds more holes than components, comes after all are closed.
    pub(super) fn hole_for(&self, entity: Entity, enabled: bool) -> Option<u32> {
        let hole = self.hole_of(entity).filter(|_| enabled);
        // A disabled row would stand behind the holes; and rows do not grow over many of them. That it does
        // not depend on how much room there is: where rows lie is the same on each machine.
        if !enabled || hole.is_none() && 2 * self.holes() > self.dense.borrow().len() {
            self.close_all();
        }
        hole
    }

    /// The hole that the look-up remembers for the index of an entity, if it is one still: what was closed
    /// since has another owner now, or is no row any more.
    #[inline]
    pub(super) fn hole_of(&self, entity: Entity) -> Option<u32> {
        let index = entity.index();
        let hole = self.sparse.get(index).as_hole();
        hole.filter(|&row| self.dense.borrow().owners().get(row as usize) == Some(&index))
    }

    /// Makes a row of a hole again, for a new component, whose value is to be written.
    #[inline]
    pub(super) fn fill_hole(&self, row: u32, entity: Entity) {
        self.dense.borrow_mut().refill(row as usize);
        self.sparse.insert(entity.index(), Entry::new(entity.stamp().bits(), row));
        if self.holes.note_filled() {
            self.forget_holes();
        }
    }

    /// How many rows are holes.
    #[inline]
    pub(crate) fn holes(&self) -> usize {
        self.holes.count()
    }

    /// Closes all holes. Nothing is borrowed, and nothing waits, where there are some.
    #[inline]
    pub(crate) fn close_holes(&self) {
        if self.holes() != 0 {
            self.close_all();
            self.sparse.fit_if_due();
        }
    }

    #[cold]
    #[inline(never)]
    fn close_all(&self) {
        self.close(&mut self.dense.borrow_mut());
    }

    /// Closes all holes, which may move the row of a live component.
    #[inline]
    pub(super) fn firm_row(&self, row: u32, entity: Entity) -> u32 {
        if self.holes() == 0 {
            return row;
        }
        self.close_all();
        self.find(entity).expect("what has left a hole waits for nothing, so this one is live")
    }

    fn close(&self, dense: &mut Dense) {
        if let Some(mut rows) = self.holes.listed() {
            // From the highest row to the lowest: what fills a hole is never itself one.
            rows.sort_unstable();
            for &row in rows.iter().rev() {
                let owner = dense.owners().get(row as usize);
                if owner.is_some_and(|&owner| !self.lives_in(owner, row as usize)) {
                    self.close_row(dense, row as usize);
                }
            }
        } else {
            let lowest = dense.close_in_order(
                |owner, row| self.lives_in(owner, row),
                |owner, row| self.point_to(owner, row),
            );
            self.cap_pairs(lowest);
        }
        self.forget_holes();
        self.publish(dense);
    }

    #[cold]
    #[inline(never)]
    fn forget_holes(&self) {
        self.holes.clear();
        self.borrows.set_holes(false);
    }
}
