//! Noting soft failures in the current world: counted there, and warnings of `tracing`.

use crate::base::{CallSite, emit, print};
use crate::borrow::HookName;
use crate::ids::Entity;
use core::any::TypeId;

use super::current::with_current;
use super::soft_failures::SoftFailure;

/// Notes in the current world that a call did nothing, because what it was to act on is dead.
#[cold]
#[inline(never)]
pub(crate) fn note_soft(call: &'static str, component: Option<&'static str>, entity: Entity, site: CallSite) {
    note(SoftFailure { component, ..failure(call, entity, site) });
}

/// Returns whether a call did something. If it did nothing, because what it was to act on is dead, notes
/// that.
#[inline]
pub(crate) fn done_or_noted(
    is_done: bool,
    call: &'static str,
    component: fn() -> Option<&'static str>,
    entity: Entity,
    site: CallSite,
) -> bool {
    if !is_done {
        note_soft(call, component(), entity, site);
    }
    is_done
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
    note(SoftFailure { component, unwinding: true, ..failure(call, entity, site) });
}

/// Notes in the current world that a timer was ended because its turns did not move its time forward.
#[cold]
#[inline(never)]
pub(crate) fn note_stuck(hook: HookName, entity: Entity, site: CallSite) {
    note(SoftFailure { component: Some(hook.component), stuck: true, ..failure(hook.hook, entity, site) });
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
    let unheard = SoftFailure { unheard: Some(event), ..failure(call, entity, site) };
    let is_first = with_current(|core| {
        let is_first = core.columns.is_first_unheard(id);
        if is_first {
            core.log.note_soft(unheard);
        }
        is_first
    });
    if is_first == Ok(true) {
        if cfg!(debug_assertions) {
            print(format_args!("ecs-core: {unheard}"));
        }
        emit(format_args!("ecs-core: {unheard}"));
    }
}

/// A call that did nothing, before it is said why.
fn failure(call: &'static str, entity: Entity, site: CallSite) -> SoftFailure {
    let (component, unheard, at, unwinding) = (None, None, site.location(), false);
    SoftFailure { call, component, entity, entity_was_alive: false, at, unheard, unwinding, stuck: false }
}

fn note(failure: SoftFailure) {
    // Without a world nothing is counted.
    let noted = with_current(|core| {
        let entity_was_alive = core.entities.borrow().is_alive(failure.entity);
        let failure = SoftFailure { entity_was_alive, ..failure };
        core.log.note_soft(failure);
        failure
    });
    if let Ok(failure) = noted {
        emit(format_args!("ecs-core: {failure}"));
    }
}
