//! Noting soft failures in the current world.

use crate::base::{CallSite, warn};
use crate::ids::Entity;
use core::any::TypeId;

use super::current::with_current;
use super::soft::SoftFailure;

/// Notes in the current world that a call did nothing, because what it was to act on is dead.
#[cold]
#[inline(never)]
pub(crate) fn note_soft(call: &'static str, component: Option<&'static str>, entity: Entity, site: CallSite) {
    note(SoftFailure { call, component, unheard: None, entity, at: site.location(), unwinding: false });
}

/// Notes in the current world that a call did nothing, because the thread unwinds: see [`crate::unwinding`].
#[cold]
#[inline(never)]
pub(crate) fn note_unwinding(
    call: &'static str,
    component: Option<&'static str>,
    entity: Entity,
    site: CallSite,
) {
    note(SoftFailure { call, component, unheard: None, entity, at: site.location(), unwinding: true });
}

/// Notes in the current world that an event was sent to which no type listens that was ever added: once for
/// each type of event. In debug builds stderr says so too: who has forgotten a key does not look for it.
#[cold]
#[inline(never)]
pub(crate) fn note_unheard(
    call: &'static str,
    event: &'static str,
    id: TypeId,
    entity: Entity,
    site: CallSite,
) {
    let at = site.location();
    let unheard = SoftFailure { call, component: None, unheard: Some(event), entity, at, unwinding: false };
    let _ = with_current(|core| {
        if core.is_first_unheard(id) {
            core.soft.borrow_mut().note(unheard);
            if cfg!(debug_assertions) {
                warn(format_args!("ecs-core: {unheard}"));
            }
        }
    });
}

fn note(failure: SoftFailure) {
    // Where no world is, nobody counts.
    let _ = with_current(|core| core.soft.borrow_mut().note(failure));
}
