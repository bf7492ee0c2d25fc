//! What a world knows of the names of its entities.

use crate::ids::Entity;
use std::sync::Arc;

use super::core::WorldCore;

impl WorldCore {
    /// Names an entity; `false` if it is dead.
    pub(crate) fn set_name(&self, entity: Entity, name: &str) -> bool {
        let entities = self.entities.borrow();
        let is_alive = entities.is_alive(entity);
        if is_alive {
            self.names.borrow_mut().set(entity, name, |bearer| entities.is_alive(bearer));
        }
        is_alive
    }

    /// The name of an entity, dead or alive, as far as it is known. For messages, which may be written at any
    /// time: never panics.
    pub(crate) fn known_name(&self, entity: Entity) -> Option<Arc<str>> {
        self.names.try_borrow().ok()?.get(entity).cloned()
    }

    /// The names of those entities to which a function gives a key, with that, in no order.
    #[cfg(feature = "serde")]
    pub(crate) fn names_of<K>(&self, key: impl Fn(Entity) -> Option<K>) -> Vec<(K, Arc<str>)> {
        let names = self.names.borrow();
        names.all().filter_map(|(entity, name)| Some((key(entity)?, name.clone()))).collect()
    }

    /// The living entity of a name with the lowest index. That of the singletons is not found, if somebody
    /// has named it.
    pub(crate) fn find_named(&self, name: &str) -> Option<Entity> {
        let entities = self.entities.borrow();
        self.names
            .borrow_mut()
            .find(name, |bearer| entities.is_alive(bearer) && bearer != self.globals.entity())
    }

    /// All living entities of a name, lowest index first.
    pub(crate) fn find_all_named(&self, name: &str) -> Vec<Entity> {
        let entities = self.entities.borrow();
        self.names
            .borrow_mut()
            .find_all(name, |bearer| entities.is_alive(bearer) && bearer != self.globals.entity())
    }
}
