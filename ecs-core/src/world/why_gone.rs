//! Why a component cannot be found: how it ended, or its entity, as far as debug builds have noted it.

use crate::base::CallSite;
use crate::error::{BorrowError, Ending};
use crate::ids::Entity;

use super::core::WorldCore;
use super::current::worker;
#[cfg(debug_assertions)]
use super::removal_history::REMEMBERED;

impl WorldCore {
    /// Notes that a call is about to end a live entity, or one component of it.
    #[inline]
    #[cfg_attr(not(debug_assertions), expect(unused_variables, reason = "noted in debug builds"))]
    pub(crate) fn note_ending(
        &self,
        call: &'static str,
        entity: Entity,
        number: Option<u32>,
        site: CallSite,
    ) {
        #[cfg(debug_assertions)]
        self.log.removals().note(call, entity, number, site, self.frames.clock().frame);
    }

    /// Notes that a call is about to end an entity and those below it, if it is alive.
    #[cfg_attr(not(debug_assertions), expect(unused_variables, reason = "noted in debug builds"))]
    pub(crate) fn note_despawn(&self, call: &'static str, entity: Entity, site: CallSite) {
        #[cfg(debug_assertions)]
        if self.entities.borrow().is_alive(entity) && !self.is_entity_dying(entity) {
            for below in self.first_below(entity, REMEMBERED - 1) {
                self.note_ending(call, below, None, site);
            }
            self.note_ending(call, entity, None, site);
        }
    }

    /// How an entity ended, or its component of a type number, as far as it is known.
    pub(crate) fn ending(&self, entity: Entity, number: Option<u32>) -> Option<Ending> {
        // A worker cannot look: several threads visit the world.
        if worker().is_some() {
            return None;
        }
        let frame = self.frames.number()?;
        self.log.removals().find(entity, number, frame)
    }

    /// Says why an entity has no component of a type, which has a number if it was ever added.
    #[cold]
    pub(crate) fn why_gone(
        &self,
        component: &'static str,
        entity: Entity,
        number: Option<u32>,
    ) -> BorrowError {
        let entities = self.entities.borrow();
        if entities.is_foreign(entity) {
            return BorrowError::WrongWorld { component, entity };
        }
        if let Some(now) = entities.recycled(entity) {
            return BorrowError::Stale { component, entity, now };
        }
        if entities.is_alive(entity) {
            let ending = number.and_then(|number| self.ending(entity, Some(number)));
            return BorrowError::Missing { component, entity, ending };
        }
        BorrowError::Dead { component, entity, ending: self.ending(entity, None) }
    }
}
