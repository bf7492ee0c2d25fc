//! What entities are called, as far as a feature knows it.

use std::sync::Arc;

use crate::ids::Entity;

use super::core::WorldCore;

impl WorldCore {
    /// Names an entity; `false` if it is dead.
    pub(crate) fn set_name(&self, entity: Entity, name: &str) -> bool {
        let is_alive = self.entities.borrow().is_alive(entity);
        if is_alive {
            self.parts.all().iter().for_each(|part| part.set_name(self, entity, name));
        }
        is_alive
    }

    /// The name of an entity, dead or alive, as far as it is known. For messages, which may be written at any
    /// time: never panics.
    pub(crate) fn known_name(&self, entity: Entity) -> Option<Arc<str>> {
        self.parts.all().iter().find_map(|part| part.name(entity))
    }
}
