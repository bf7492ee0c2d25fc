//! Switching components on and off: their rows change sides, at once or at the sync point.

use crate::base::CallSite;
use crate::ids::Entity;

use super::at::At;
use super::column::Column;
use super::distinct::Distinct;
use super::lifecycle::{Switch, Switches, Transition};
use super::tags::TagSet;

/// Says whether the rows are those of live components, the enabled ones first. For any thread.
pub(crate) fn is_in_order(column: &Column) -> bool {
    column.has_rows() && column.row_store.holes() == 0 && !column.lifecycle.is_queued()
}

impl Column {
    /// Says whether the component and its entity are switched on.
    pub(crate) fn is_enabled(&self, row: u32) -> bool {
        let entities = self.world.entities.borrow();
        !self.stage(row).is_off() && (entities.are_all_enabled() || entities.is_enabled(self.owner(row)))
    }

    /// Says whether any component may be switched off itself.
    pub(crate) fn may_be_off(&self) -> bool {
        self.row_store.has_flags() || self.tags.as_ref().is_some_and(TagSet::is_any_off)
    }

    /// Says whether the component of a row is live and enabled.
    pub(crate) fn is_due(&self, row: u32) -> bool {
        self.is_live(row) && self.is_enabled(row)
    }

    /// The rows of all live and enabled components.
    pub(crate) fn rows_to_visit(&self) -> Vec<u32> {
        let mut rows = Vec::new();
        self.for_each_live(|row, _| {
            if self.is_enabled(row) {
                rows.push(row);
            }
        });
        rows
    }

    /// The entities that have a component, in the order of the rows; only those that are enabled, or all.
    pub(crate) fn live_entities(&self, enabled_only: bool) -> Distinct {
        let (mut found, entities) = (Vec::new(), self.world.entities.borrow());
        if is_in_order(self) {
            let (rows, enabled) = self.row_store.len_and_prefix();
            let seen = &self.row_store.owners()[..if enabled_only { enabled } else { rows }];
            return Distinct::new(seen.iter().map(|&owner| entities.at(owner)));
        }
        self.for_each_live(|row, owner| {
            if !enabled_only || self.is_enabled(row) {
                found.push(entities.at(owner));
            }
        });
        Distinct::new(found.into_iter())
    }

    /// Switches the component itself, which is noted as switched.
    pub(crate) fn set_own_switch(&self, entity: Entity, enabled: bool) {
        if let Some(row) = self.find(entity) {
            self.transit(row, Transition::switch(enabled));
            self.world.visits.ask_again();
            self.tell_switched(entity);
        }
    }

    /// Makes ready for a switch of the entity's component: its row changes sides in [`Column::change_side`],
    /// or at the next sync point if rows may not move now. Tags have no sides.
    pub(crate) fn prepare_switch(&self, entity: Entity, site: CallSite) {
        if !self.has_rows() {
            self.borrows.invalidate();
        } else if !self.may_leave() || self.lifecycle.pending_inits.is_any() {
            self.note_switched(entity, site);
        } else if self.find(entity).is_some() {
            self.close_holes();
            self.row_store.make_flags();
        }
    }

    /// Notes that the row may have to change sides at the next sync point.
    pub(crate) fn note_switched(&self, entity: Entity, site: CallSite) {
        if !self.has_rows() {
            self.borrows.invalidate();
            if self.lifecycle.is_observed() {
                self.note_unnotified(entity, site);
            }
        } else if self.find(entity).is_some() {
            self.queue();
            self.lifecycle.switches_mut().unplaced.push(Switch { entity, site });
        }
    }

    /// Notes that the component is to be notified at the next sync point that it is enabled or disabled. Its
    /// row stands on its side.
    pub(crate) fn note_unnotified(&self, entity: Entity, site: CallSite) {
        self.queue();
        self.lifecycle.switches_mut().unnotified.push_back(Switch { entity, site });
    }

    /// Moves the row of a component that was switched to its side, unless that waits for the next sync point.
    pub(crate) fn change_side(&self, entity: Entity) {
        self.tell_switched(entity);
        if !self.lifecycle.is_queued()
            && let Some(row) = self.row_store.main_row_of(entity.index())
        {
            self.move_to_side(row as u32, self.is_enabled(row as u32));
        }
    }

    /// Moves the rows of all components that were switched to their sides, and lists those that were not
    /// notified of it. All rows are in the main buffer.
    pub(super) fn place_switched(&self) {
        let Switches { unplaced, unnotified } = &mut *self.lifecycle.switches_mut();
        unnotified.reserve(unplaced.len());
        for switch in unplaced.drain(..) {
            let Some(row) = self.row_store.row_of(switch.entity.index()) else { continue };
            let on = self.is_enabled(row);
            if self.lifecycle.is_observed() || self.stage(row).is_notified_on() != on {
                unnotified.push_back(switch);
            }
            self.move_to_side(row, on);
        }
    }

    fn move_to_side(&self, row: u32, on: bool) {
        if on {
            self.row_store.enable(row);
        } else {
            self.row_store.disable(row);
        }
    }

    /// Takes the next component that was not notified yet of a switch, and its row; `None` as long as that is
    /// blocked. One that waits for its `init` is notified after that.
    pub(crate) fn take_switch(&self, is_blocked: impl Fn(At<'_>, u32) -> bool) -> Option<(At<'_>, u32)> {
        loop {
            let Switch { entity, site } = *self.lifecycle.switches().unnotified.front()?;
            let now = self.entity_now(entity.index());
            let next = now.and_then(|now| Some((self.at(now, site), self.find(now)?)));
            let next = next.filter(|&(_, row)| self.stage(row).is_born());
            if next.is_some_and(|(at, row)| is_blocked(at, row)) {
                return None;
            }
            self.lifecycle.switches_mut().unnotified.pop_front();
            if next.is_some() {
                return next;
            }
        }
    }
}
