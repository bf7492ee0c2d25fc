//! Notifying one component of an event: at once, or at the next sync point if it is borrowed.

use super::running::Deeper;
use crate::base::{AnySent, CallSite, One};
use crate::borrow::HookName;
use crate::column::{Column, Waiting, WaitingEvent};
use crate::error::is_unwinding;
use crate::ids::Entity;
use crate::spec::LifeCall;
use core::any::Any;

use super::panics::Named;
use super::running::borrow_for_hook;

/// Says whether the component of a row hears an event: it is enabled, or its type hears it even so.
pub(super) fn hears(column: &Column, listener: usize, row: u32) -> bool {
    column.spec().events[listener].even_disabled || column.is_enabled(row)
}

/// Notifies the entity's component, or lets the event wait; `false` if it is dead, or disabled and so hears
/// nothing.
pub(super) fn notify(
    column: &Column,
    listener: usize,
    entity: Entity,
    event: &mut dyn AnySent,
    site: CallSite,
) -> bool {
    let Some(row) = column.find(entity).filter(|&row| hears(column, listener, row)) else { return false };
    let row = column.firm_row(row, entity);
    notify_row(column, listener, row, entity, event, site);
    true
}

/// Notifies the component of a row, or lets the event wait.
pub(super) fn notify_row(
    column: &Column,
    listener: usize,
    row: u32,
    entity: Entity,
    event: &mut dyn AnySent,
    site: CallSite,
) {
    let must_wait = must_wait(column) || is_taken(column, row, entity);
    if must_wait || takes_borrowed(column, listener, entity) {
        let what = Waiting::Event { listener, event: One::of(event.share()) };
        column.keep_event(WaitingEvent { entity, what, site });
    } else {
        run(column, listener, row, entity, event.event(), site);
    }
}

/// Says whether a component cannot be notified now: it is borrowed, or another event or a switch comes first.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn is_taken(column: &Column, row: u32, entity: Entity) -> bool {
    column.borrows().is_row_borrowed(row, column)
        || column.awaits_event(entity)
        || column.awaits_switch() && column.find_blocked_switch(row, entity).is_some()
}

/// Says whether no component of a column can be notified now, borrowed or not: `init` comes before all
/// events, nothing is notified while the thread unwinds, and what is nested too deep waits until the stack is
/// free.
pub(super) fn must_wait(column: &Column) -> bool {
    let core = column.world();
    column.awaits_init() || is_unwinding() || core.is_too_deep(core.waiting_depth())
}

/// Runs the method that listens.
pub(super) fn run(
    column: &Column,
    listener: usize,
    row: u32,
    entity: Entity,
    event: &dyn Any,
    site: CallSite,
) {
    let _deeper = Deeper::enter(column.world().waiting_depth());
    let _inside = column.world().op();
    let call = LifeCall { entity, hook: hook_name(column, listener), site };
    let named = Named { hook: call.hook, entity };
    let _running = column.world().note_running(|| call.hook);
    let hook = column.spec().events[listener].hook;
    let mut guard = borrow_for_hook(column, row, entity, hook.writes(), || call.hook, site);
    hook.run(guard.own(), event, &call);
    drop(guard);
    core::mem::forget(named);
}

/// The hook, as messages name it.
pub(super) fn hook_name(column: &Column, listener: usize) -> HookName {
    HookName { component: column.name(), hook: column.spec().events[listener].method }
}

/// Says whether what a listener takes besides its component is borrowed.
pub(super) fn takes_borrowed(column: &Column, listener: usize, entity: Entity) -> bool {
    column.world().find_borrowed(column.spec().events[listener].hook.access(), entity).is_some()
}
