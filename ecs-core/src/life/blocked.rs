//! Asks whether a hook, a query or a system can run: something that it takes may be borrowed.

use crate::borrow::{Access, AccessSet, Held, HookName};
use crate::column::Column;
use crate::error::UpdateError;
use crate::ids::Entity;
use crate::spec::found;
use crate::world::WorldCore;

impl WorldCore {
    /// Refuses if something of these types is borrowed.
    pub(crate) fn check_free(&self, taken: &AccessSet<'_>) -> Result<(), UpdateError> {
        taken.try_for_each(|access| {
            let column = self.columns.of(access.id);
            match column.and_then(|column| column.borrows.any_conflict()) {
                Some(conflict) => Err(UpdateError::borrowed(access.name.get(), conflict)),
                None => Ok(()),
            }
        })
    }

    /// Finds a component of these types that belongs to an entity, or the only one, and is borrowed in a way
    /// that conflicts.
    pub(super) fn find_borrowed(&self, taken: &AccessSet<'_>, entity: Entity) -> Option<Held> {
        taken.find_map(&mut |&Access { id, name, mutable, is_singleton }| {
            let column = self.columns.of(id)?;
            let entity = if is_singleton { self.globals.entity() } else { entity };
            let conflict = column.borrows.conflict(column.find(entity)?, mutable, &column, None)?;
            Some(Held { component: name.get(), entity, conflict })
        })
    }
}

/// A hook that cannot run yet, and what it takes that is borrowed.
pub(super) struct Blocked {
    pub(super) hook: HookName,
    pub(super) taken: Held,
}

impl Column {
    /// Finds what keeps the end of a component from running: something that its `shutdown` takes is borrowed,
    /// or, if it knows that it is enabled, something that its `on_disable` takes. An end waits as a whole.
    pub(super) fn find_blocked_end(&self, row: u32, entity: Entity) -> Option<Blocked> {
        if !self.stage(row).is_born() {
            return None;
        }
        let spec = self.info.spec;
        let on_disable = spec.hooks.on_disable.filter(|_| self.stage(row).is_notified_on());
        self.blocked(on_disable, "on_disable", entity)
            .or_else(|| self.blocked(spec.hooks.shutdown, "shutdown", entity))
    }

    /// Finds what keeps the `on_enable` or `on_disable` from running that is due after a switch.
    pub(super) fn find_blocked_switch(&self, row: u32, entity: Entity) -> Option<Blocked> {
        let spec = self.info.spec;
        match self.is_enabled(row) {
            on if on == self.stage(row).is_notified_on() => None,
            true => self.blocked(spec.hooks.on_enable, "on_enable", entity),
            false => self.blocked(spec.hooks.on_disable, "on_disable", entity),
        }
    }

    fn blocked(&self, hook: found::Life, name: &'static str, entity: Entity) -> Option<Blocked> {
        let taken = self.world.find_borrowed(hook?.access(), entity)?;
        Some(Blocked { hook: self.hook_name(self.info.spec, name), taken })
    }
}
