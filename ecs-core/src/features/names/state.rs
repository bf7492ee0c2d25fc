//! [`NamedEntities`]: what a world knows of the names of its entities.

use core::cell::RefCell;
use std::sync::Arc;

use crate::ids::Entity;
use crate::world::WorldCore;

use super::super::part::WorldPart;
use super::entity_names::EntityNames;

/// The names of the entities of a world; nothing before the first. Snapshots share them until a name changes.
#[derive(Clone, Default)]
pub(crate) struct NamedEntities(pub(super) RefCell<Option<Arc<EntityNames>>>);

impl WorldPart for NamedEntities {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    fn name(&self, entity: Entity) -> Option<Arc<str>> {
        self.0.try_borrow().ok()?.as_ref()?.get(entity).cloned()
    }

    fn set_name(&self, core: &WorldCore, entity: Entity, name: &str) {
        let entities = core.entities.borrow();
        self.change(|names| names.set(entity, name, |bearer| entities.is_alive(bearer)));
    }
}

impl NamedEntities {
    fn change<R>(&self, change: impl FnOnce(&mut EntityNames) -> R) -> R {
        change(Arc::make_mut(self.0.borrow_mut().get_or_insert_default()))
    }

    /// Asks for living entities of a name. That of the singletons is not found, if somebody has named it.
    pub(super) fn ask<R>(
        core: &WorldCore,
        ask: impl FnOnce(&mut EntityNames, &dyn Fn(Entity) -> bool) -> R,
    ) -> R {
        let entities = core.entities.borrow();
        let is_found = |bearer| entities.is_alive(bearer) && bearer != core.globals.entity();
        core.parts.names.change(|names| ask(names, &is_found))
    }
}
