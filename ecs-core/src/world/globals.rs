//! [`Globals`]: the entity of a world's singletons.

use core::cell::Cell;

use crate::ids::Entity;

/// The entity of the singletons. It is in no query, count or list of users. `made` counts the entities that
/// it was, one after the other.
#[derive(Default)]
pub(crate) struct Globals {
    entity: Cell<Entity>,
    made: Cell<u64>,
    /// The entity that singletons will have, if a save that is being read needs one before it is made.
    promised: Cell<Option<Entity>>,
}

impl Globals {
    /// The entity, dead or alive; [`Entity::NONE`] before the first singleton.
    pub(crate) fn entity(&self) -> Entity {
        self.entity.get()
    }

    pub(super) fn made(&self) -> u64 {
        self.made.get()
    }

    pub(crate) fn set(&self, entity: Entity) {
        self.restore(entity, self.made.get() + 1);
    }

    pub(super) fn restore(&self, entity: Entity, made: u64) {
        self.entity.set(entity);
        self.made.set(made);
    }

    pub(crate) fn promised(&self) -> Option<Entity> {
        self.promised.get()
    }

    /// Notes that an entity is promised to singletons, or none any more.
    pub(crate) fn promise(&self, entity: Option<Entity>) {
        self.promised.set(entity);
    }
}
