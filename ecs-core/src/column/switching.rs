//! Switching components on and off: their rows change sides, at once or at the sync point.

use crate::ids::Entity;

use super::changes::Changes;
use super::column::Column;
use super::dense::{Dense, NOTIFIED_OFF, OFF};

impl Column {
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

    /// Makes ready for a switch of the entity's component: its row changes sides in [`Column::change_side`],
    /// or at the next sync point if rows may not move now.
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

    /// Notes that the component is to be notified at the next sync point that it is enabled or disabled. Its
    /// row stands on its side.
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

    pub(super) fn place_switched(&self, dense: &mut Dense, changes: &mut Changes, entity: Entity) {
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

    /// The next component that was not notified yet that it is enabled or disabled, as row and entity. One
    /// that waits for its `init` is notified after that.
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

    /// Lets the next sync point deliver events to those that had to wait for `init`.
    pub(super) fn queue_unnotified(&self) {
        let has_notified_all = self.has_notified_all(&self.changes.borrow());
        if !has_notified_all {
            self.queue();
        }
    }

    /// Says whether no component is still to be notified of a switch or of an event.
    pub(super) fn has_notified_all(&self, changes: &Changes) -> bool {
        changes.unnotified.is_empty() && !self.has_events()
    }
}
