//! Parking: an entity of a pool, with all below it, is disabled until it is taken again; to observers it is
//! not there meanwhile.

use crate::base::CallSite;
use crate::ids::Entity;
use crate::world::WorldCore;

use super::enable::{follow, set_entity_enabled};

/// Disables an entity that waits in a pool from now on, with all below it. Observers are told that its
/// components end.
#[track_caller]
pub(crate) fn park(core: &WorldCore, entity: Entity) {
    set_parked(core, entity, true);
    let rest = FollowAll { core, entity };
    set_entity_enabled(entity, false);
    rest.follow_all();
}

/// Enables an entity that was taken from its pool, with all below it. Observers are told that its components
/// are there.
#[track_caller]
pub(crate) fn unpark(core: &WorldCore, entity: Entity) {
    set_parked(core, entity, false);
    let rest = FollowAll { core, entity };
    set_entity_enabled(entity, true);
    rest.follow_all();
}

fn set_parked(core: &WorldCore, entity: Entity, parked: bool) {
    let below = core.below(entity);
    let mut entities = core.entities.borrow_mut();
    for entity in core::iter::once(&entity).chain(&below) {
        entities.set_parked(entity.index(), parked);
    }
}

/// Lets observers know what has become of all components of an entity and of those below it.
struct FollowAll<'w> {
    core: &'w WorldCore,
    entity: Entity,
}

impl FollowAll<'_> {
    /// Those whose switch has changed know it already.
    fn follow_all(self) {
        if self.core.is_anything_observed() {
            self.each(follow);
        }
        core::mem::forget(self);
    }

    fn each(&self, f: impl Fn(&crate::column::Column, Entity, CallSite)) {
        let below = self.core.below(self.entity);
        for &entity in core::iter::once(&self.entity).chain(&below) {
            for number in self.core.types(entity).iter() {
                f(&self.core.column(number), entity, CallSite::here());
            }
        }
    }
}

impl Drop for FollowAll<'_> {
    fn drop(&mut self) {
        // A hook or an observer has panicked: the others hear of it at the next sync point.
        if self.core.is_anything_observed() {
            self.each(|column, entity, _| column.note_switched(entity));
        }
    }
}
