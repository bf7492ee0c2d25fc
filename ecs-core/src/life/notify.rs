//! Notifying one component of an event: at once, or at the next sync point if it is borrowed.

use super::running::Deeper;
use crate::borrow::{CallSite, HookName};
use crate::column::{AnySent, Column, WaitingEvent};
use crate::error::is_unwinding;
use crate::ids::Entity;
use crate::spec::EventCall;
use core::any::Any;

use super::panics::Named;
use super::running::borrow_for_hook;

/// Says whether the component of a row hears an event: it is enabled, or its type hears it even so.
pub(super) fn hears(store: &Column, listener: usize, row: u32) -> bool {
    store.spec().events[listener].even_disabled || store.is_enabled(row)
}

/// Notifies the entity's component, or lets the event wait; `false` if it is dead, or disabled and so hears
/// nothing.
pub(super) fn notify(
    store: &Column,
    listener: usize,
    entity: Entity,
    event: &mut dyn AnySent,
    site: CallSite,
) -> bool {
    let Some(row) = store.find(entity).filter(|&row| hears(store, listener, row)) else { return false };
    let row = store.firm_row(row, entity);
    notify_row(store, listener, row, entity, event, site);
    true
}

/// Notifies the component of a row, or lets the event wait.
pub(super) fn notify_row(
    store: &Column,
    listener: usize,
    row: u32,
    entity: Entity,
    event: &mut dyn AnySent,
    site: CallSite,
) {
    let must_wait =
        must_wait(store) || store.borrows().is_row_borrowed(row, store) || store.awaits_event(entity);
    if must_wait || takes_borrowed(store, listener, entity) {
        store.keep_event(WaitingEvent { entity, listener, event: event.share() });
    } else {
        run(store, listener, row, entity, event.event(), site);
    }
}

/// Says whether no component of a store can be notified now, borrowed or not: `init` comes before all events,
/// nothing is notified while the thread unwinds, and what is nested too deep waits until the stack is free.
pub(super) fn must_wait(store: &Column) -> bool {
    let core = store.world();
    store.awaits_init() || is_unwinding() || core.is_too_deep(core.waiting_depth())
}

/// Takes the event that waits longest, if its component can be notified now.
pub(super) fn next_event(store: &Column) -> Option<WaitingEvent> {
    let (listener, entity) = store.next_to_notify()?;
    if takes_borrowed(store, listener, entity) { None } else { store.take_event() }
}

/// Notifies a component that had to wait, if it is still there.
pub(super) fn notify_late(store: &Column, waiting: &WaitingEvent, site: CallSite) {
    let &WaitingEvent { entity, listener, ref event } = waiting;
    if let Some(row) = store.find(entity).filter(|&row| hears(store, listener, row)) {
        run(store, listener, row, entity, &**event, site);
    }
}

fn run(store: &Column, listener: usize, row: u32, entity: Entity, event: &dyn Any, site: CallSite) {
    let _deeper = Deeper::enter(store.world().waiting_depth());
    let _inside = store.world().op();
    let call = EventCall { entity, hook: hook_name(store, listener), site };
    let named = Named { hook: call.hook, entity };
    let _running = store.world().note_running(call.hook);
    let hook = store.spec().events[listener].hook;
    let mut guard = borrow_for_hook(store, row, entity, hook.writes(), call.hook, site);
    hook.run(guard.own(), event, &call);
    drop(guard);
    core::mem::forget(named);
}

/// The hook, as messages name it.
pub(super) fn hook_name(store: &Column, listener: usize) -> HookName {
    HookName { component: store.name(), hook: store.spec().events[listener].method }
}

/// Says whether what a listener takes besides its component is borrowed.
fn takes_borrowed(store: &Column, listener: usize, entity: Entity) -> bool {
    store.world().is_any_borrowed(&store.spec().events[listener].hook.access(), entity)
}
