//! Parking: an entity of a pool, with all below it, is disabled until it is taken again; to observers it is
//! not there meanwhile.

use crate::base::CallSite;
use crate::column::At;
use crate::ids::Entity;
use crate::world::WorldCore;

use super::enable::{follow, set_entity_enabled};

/// Disables an entity that waits in a pool from now on, with all below it. Observers are told that its
/// components end.
pub(crate) fn park(core: &WorldCore, entity: Entity, site: CallSite) {
    set_parked(core, entity, true, || _ = set_entity_enabled(entity, false, site), site);
}

/// Enables an entity that was taken from its pool, with all below it. Observers are told that its components
/// are there.
pub(crate) fn unpark(core: &WorldCore, entity: Entity, site: CallSite) {
    set_parked(core, entity, false, || _ = set_entity_enabled(entity, true, site), site);
}

/// Lets an entity be there again that was to be parked, and was not.
pub(crate) fn stay(core: &WorldCore, entity: Entity, site: CallSite) {
    set_parked(core, entity, false, || (), site);
}

fn set_parked(core: &WorldCore, entity: Entity, parked: bool, switch: impl FnOnce(), site: CallSite) {
    if !core.entities.borrow().is_alive(entity) {
        return;
    }
    core.set_parked(entity, parked);
    let rest = FollowAll::new(core, entity, site);
    switch();
    rest.follow_all();
}

/// Lets observers know what has become of all components of an entity and of those below it.
pub(super) struct FollowAll<'w> {
    core: &'w WorldCore,
    entity: Entity,
    site: CallSite,
}

impl<'w> FollowAll<'w> {
    pub(super) fn new(core: &'w WorldCore, entity: Entity, site: CallSite) -> Self {
        Self { core, entity, site }
    }

    /// Those whose switch has changed know it already.
    pub(super) fn follow_all(self) {
        self.each(follow);
        core::mem::forget(self);
    }

    fn each(&self, f: impl Fn(At<'_>)) {
        if !self.core.observers.is_any() {
            return;
        }
        let below = self.core.below(self.entity);
        for &entity in core::iter::once(&self.entity).chain(&below) {
            for number in self.core.types(entity).iter() {
                f(self.core.columns.numbered(number).at(entity, self.site));
            }
        }
    }
}

impl Drop for FollowAll<'_> {
    fn drop(&mut self) {
        // A hook or an observer has panicked: the others hear of it at the next sync point.
        self.each(|At { column, entity, site }| column.note_switched(entity, site));
    }
}
