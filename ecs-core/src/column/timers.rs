//! The timers of a column's components: they end with the component, and wait while it is disabled.

use crate::ids::Entity;

use super::column::Column;

impl Column {
    /// Says whether the component of an entity has timers.
    #[inline]
    pub(crate) fn has_timers_of(&self, entity: Entity) -> bool {
        self.lifecycle.pending_inits.timers() != 0
            && self.world.later.agenda.borrow().has_any_in(entity, self.position)
    }

    /// Notes that the component of an entity has gone, for those who want to know. No user code runs.
    #[inline]
    pub(super) fn note_gone(&self, entity: Entity) {
        if !self.lifecycle.pending_inits.is_unwatched() {
            self.tell_gone(entity);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_gone(&self, entity: Entity) {
        self.lifecycle.pending_inits.note_gone(entity);
        if self.lifecycle.pending_inits.timers() != 0 {
            self.world.end_timers(entity, Some(self.position));
        }
    }

    /// Lets the timers of an entity's component wait if it is disabled, and go on if not.
    #[inline]
    pub(super) fn switch_timers(&self, entity: Entity) {
        if self.lifecycle.pending_inits.timers() != 0
            && let Some(row) = self.find(entity)
        {
            self.world.switch_timers(entity, self.position, self.is_enabled(row));
        }
    }
}
