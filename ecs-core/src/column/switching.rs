//! Switching components on and off: their rows change sides, at once or at the sync point.

use crate::base::CallSite;
use crate::ids::Entity;

use super::changes::{Changes, Switch};
use super::column::Column;
use super::dense::{Dense, NOTIFIED_OFF, OFF};

impl Column {
    /// As [`Column::is_enabled`], of a type that has rows.
    pub(super) fn is_row_enabled(&self, row: u32) -> bool {
        let dense = self.dense.borrow();
        let owner = dense.owners()[row as usize];
        !dense.flag(row as usize, OFF) && self.world.entities.borrow().is_enabled(owner)
    }

    /// Says whether the component of a row is live and enabled.
    pub(crate) fn is_due(&self, row: u32) -> bool {
        self.is_live(row) && self.is_enabled(row)
    }

    /// As [`Column::rows_to_visit`], of a type that has rows.
    pub(super) fn live_and_enabled_rows(&self) -> Vec<u32> {
        let is_due = |row: &u32| self.is_live_row(*row) && self.is_row_enabled(*row);
        (0..self.dense.borrow().len() as u32).filter(is_due).collect()
    }

    /// Switches the component itself, which is noted as switched.
    pub(crate) fn set_own_switch(&self, entity: Entity, enabled: bool) {
        if let Some(row) = self.find(entity) {
            self.set_off(row, !enabled);
            self.switch_timers(entity);
        }
    }

    /// As [`Column::prepare_switch`], of a type that has rows.
    pub(super) fn prepare_switch_of_row(&self, entity: Entity, site: CallSite) {
        if self.find_row(entity).is_none() {
            return;
        }
        if self.may_leave() && !self.awaits_init() {
            self.close_holes();
            self.dense.borrow_mut().make_flags();
        } else {
            self.note_switched_row(entity, site);
        }
    }

    /// As [`Column::note_switched`], of a type that has rows.
    pub(super) fn note_switched_row(&self, entity: Entity, site: CallSite) {
        if self.find_row(entity).is_some() {
            self.queue();
            self.changes.borrow_mut().switched.push(Switch { entity, site });
        }
    }

    /// Notes that the component is to be notified at the next sync point that it is enabled or disabled. Its
    /// row stands on its side.
    pub(crate) fn note_unnotified(&self, entity: Entity, site: CallSite) {
        self.queue();
        self.changes.borrow_mut().unnotified.push_back(Switch { entity, site });
    }

    /// Moves the row of a component that was switched to its side, unless that waits for the next sync point.
    pub(crate) fn change_side(&self, entity: Entity) {
        self.switch_timers(entity);
        if !self.is_pending()
            && let Some(row) = self.live_row(entity.index())
        {
            let on = self.is_row_enabled(row as u32);
            self.move_to_side(&mut self.dense.borrow_mut(), row, on);
        }
    }

    pub(super) fn place_switched(&self, dense: &mut Dense, changes: &mut Changes, switch: Switch) {
        let entity = switch.entity;
        // All rows are in the main buffer now.
        let Some(row) = self.live_row(entity.index()) else { return };
        let on = !dense.flag(row, OFF) && self.world.entities.borrow().is_enabled(entity.index());
        if self.is_observed() || dense.flag(row, NOTIFIED_OFF) == on {
            changes.unnotified.push_back(switch);
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

    /// The next component that was not notified yet that it is enabled or disabled: its row, and the switch.
    /// One that waits for its `init` is notified after that.
    pub(crate) fn next_unnotified(&self) -> Option<(u32, Switch)> {
        loop {
            let Switch { entity, site } = *self.changes.borrow().unnotified.front()?;
            let now = self.entity_now(entity.index());
            if let Some((row, entity)) = now.and_then(|now| Some((self.find(now)?, now)))
                && self.is_born(row)
            {
                return Some((row, Switch { entity, site }));
            }
            self.forget_unnotified();
        }
    }

    /// Says whether components may wait to be notified of a switch.
    pub(crate) fn awaits_switch(&self) -> bool {
        !self.changes.borrow().unnotified.is_empty()
    }

    /// Forgets the next of those that were not notified: it is notified now, or needs not be.
    pub(crate) fn forget_unnotified(&self) {
        self.changes.borrow_mut().unnotified.pop_front();
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
