//! Features are notified of components that end or are switched.

use crate::ids::Entity;

use super::column::Column;

impl Column {
    /// Says whether a feature keeps anything of the component of an entity.
    #[inline]
    pub(crate) fn is_watched(&self, entity: Entity) -> bool {
        !self.lifecycle.pending_inits.is_unwatched()
            && self.parts.all().iter().any(|part| part.has_any_of(self, entity))
    }

    /// Notes that the component of an entity has gone. No user code runs.
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
        self.parts.all().iter().for_each(|part| part.end_component(self, entity));
    }

    /// Notifies features that the component of an entity may have been switched.
    #[inline]
    pub(super) fn tell_switched(&self, entity: Entity) {
        if !self.lifecycle.pending_inits.is_unwatched()
            && let Some(row) = self.find(entity)
        {
            self.parts.all().iter().for_each(|part| part.note_switched(self, entity, self.is_enabled(row)));
        }
    }
}
