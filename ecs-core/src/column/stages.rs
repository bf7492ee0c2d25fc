//! The stage of the component of a row: its `init`, the notice that it is enabled, its `start`. Each comes
//! once, and its opposite only after it.

use crate::ids::Entity;

use super::column::Column;
use super::lifecycle::{Stage, Transition};

impl Column {
    /// The stage of the component of a row.
    #[inline]
    pub(crate) fn stage(&self, row: u32) -> Stage {
        match &self.tags {
            None => Stage::from_bits(self.row_store.flags(row)),
            Some(tags) => tags.stage(row),
        }
    }

    /// Replaces the stage of the component of a row.
    #[inline]
    pub(super) fn set_stage(&self, row: u32, stage: Stage) {
        match &self.tags {
            None => _ = self.row_store.set_flags(row, u8::MAX, stage.bits()),
            Some(tags) => tags.set_stage(row, stage),
        }
    }

    /// Makes a transition of the component of a row, and says whether that has changed its stage.
    #[inline]
    pub(crate) fn transit(&self, row: u32, transition: Transition) -> bool {
        match &self.tags {
            None => {
                let (bit, to) = transition.parts();
                self.row_store.set_flags(row, bit, to) & bit != to
            }
            Some(tags) => {
                let (before, after) = (tags.stage(row), tags.stage(row).after(transition));
                tags.set_stage(row, after);
                before != after
            }
        }
    }

    /// Says whether a pass may visit a component: it was notified that it is enabled, and had its `start`.
    pub(crate) fn is_ready(&self, row: u32) -> bool {
        !self.stage(row).has_any_of(Stage::new(self.info.births, false))
    }

    /// Says whether the hooks were not notified yet that the component is enabled or disabled, and if not
    /// notes that they are.
    pub(crate) fn notify(&self, row: u32) -> Option<bool> {
        let enabled = self.is_enabled(row);
        (self.stage(row).is_notified_on() != enabled).then(|| {
            self.transit(row, Transition::notify(enabled));
            enabled
        })
    }

    /// Notes that a component was born elsewhere, and was notified there that it is enabled or disabled; its
    /// `start` may be still to run. Observers have not received its `Add`.
    pub(crate) fn note_born_elsewhere(&self, row: u32, awaits_start: bool) {
        let stage = self.stage(row).after(Transition::Begin);
        let stage = stage.after(Transition::notify(self.is_enabled(row)));
        let is_started = !(awaits_start && self.info.births.starts);
        let start = if is_started { Transition::Start } else { Transition::PutBackStart };
        self.set_stage(row, stage.after(start));
    }

    // ---- `start` ----

    /// Lists an enabled component among those that wait for `start`, unless it had it.
    pub(crate) fn await_start(&self, row: u32, entity: Entity) {
        if self.stage(row).is_unstarted() {
            let is_unstarted = |row| self.stage(row).is_unstarted();
            let waits = |index| self.row_of_index(index).is_some_and(is_unstarted);
            self.lifecycle.starts.list(entity, self.rows(), waits);
        }
    }

    /// Lets a component wait for its `start` again, which could not run.
    pub(crate) fn put_back_start(&self, row: u32, entity: Entity) {
        self.transit(row, Transition::PutBackStart);
        self.await_start(row, entity);
    }

    /// Takes the first of those that wait for their `start`, which is about to run. `None` if the component
    /// has gone, had it, or cannot have it now and waits on.
    pub(crate) fn next_start(&self) -> Option<(u32, Entity)> {
        let entity = self.lifecycle.starts.take_first()?;
        let entity = self.entity_now(entity.index())?;
        let row = self.find(entity)?;
        let (is_enabled, is_borrowed) = (self.is_enabled(row), self.borrows.is_row_borrowed(row, self));
        let stage = self.stage(row);
        if !stage.is_unstarted() {
            return None;
        }
        let is_notified_on = stage.is_notified_on();
        if !stage.is_born() || is_borrowed || is_notified_on && !is_enabled {
            self.lifecycle.starts.put_back(entity);
            return None;
        }
        if !is_notified_on {
            // It is listed again when it is notified that it is enabled.
            return None;
        }
        self.transit(row, Transition::Start);
        Some((row, entity))
    }
}

#[cfg(test)]
mod tests;
