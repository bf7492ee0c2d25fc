//! Parking: an entity of a pool, with all below it, is disabled until it is taken again; to observers it is
//! not there meanwhile.

use crate::base::{CallSite, OnDrop};
use crate::column::At;
use crate::ids::Entity;
use crate::world::WorldCore;

use super::enable::{follow, set_entity_enabled};

/// Disables an entity that waits in a pool from now on, with all below it. Observers are notified that
/// its components end.
pub(crate) fn park(core: &WorldCore, entity: Entity, site: CallSite) {
    set_parked(core, entity, true, || _ = set_entity_enabled(entity, false, site), site);
}

/// Enables an entity that was taken from its pool, with all below it. Observers are notified of its
/// components as of new ones.
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
    follow_all(core, &[entity], switch, site);
}

/// Makes a change, then calls the observers of all components of these entities and of their former
/// descendants, also of one that a hook or an observer has moved meanwhile. If the change or an observer
/// panics, the other observers run at the next sync point.
pub(super) fn follow_all(core: &WorldCore, entities: &[Entity], change: impl FnOnce(), site: CallSite) {
    let mut all = Vec::new();
    if core.observers.is_any() {
        for &top in entities {
            all.push(top);
            all.extend(core.below(top));
        }
    }
    let each = |f: fn(At<'_>)| {
        for &entity in &all {
            let types = core.types(entity);
            types.iter().for_each(|number| f(core.columns.numbered(number).at(entity, site)));
        }
    };
    let rest = OnDrop(|| each(|At { column, entity, site }| column.note_switched(entity, site)));
    change();
    // Those whose switch has changed know it already.
    each(follow);
    core::mem::forget(rest);
}
