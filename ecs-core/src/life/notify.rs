//! Notifying one component of an event: at once, or at the next sync point if it is borrowed.

use crate::base::{AnyEvent, AnySent, One};
use crate::borrow::HookName;
use crate::column::{At, Column, FirmRow, Then, Waiting, WaitingEvent};
use crate::error::is_unwinding;
use crate::ids::Entity;
use crate::outcomes::Handled;
use crate::spec::LifeCall;
use crate::store::UntypedOwn;

use super::running::{borrow_for_hook, run_named};

/// Says whether the component of a row gets an event: it is enabled, or its type listens while disabled.
pub(super) fn hears(column: &Column, listener: usize, row: u32) -> bool {
    column.info.spec.events[listener].even_disabled || column.is_enabled(row)
}

/// Notifies the entity's component, or lets the event wait; `false` if it is dead, or disabled and so hears
/// nothing.
pub(super) fn notify(at: At<'_>, listener: usize, event: &mut dyn AnySent) -> bool {
    let row = at.column.find(at.entity).filter(|&row| hears(at.column, listener, row));
    row.map(|row| notify_row(at.firm(row), listener, event)).is_some()
}

/// Notifies the component of a row, or lets the event wait.
pub(super) fn notify_row(firm: FirmRow<'_>, listener: usize, event: &mut dyn AnySent) {
    notify_or_wait(firm, listener, event, None);
}

/// How a component was notified of an event.
pub(crate) enum Notified {
    Answered(Handled),
    /// It will be, at a sync point.
    Waits,
    /// It is dead, or disabled and does not listen.
    Absent,
}

/// Notifies the entity's component as [`notify`]. If the event waits, something follows.
pub(crate) fn notify_for_answer(
    at: At<'_>,
    listener: usize,
    event: &mut dyn AnySent,
    then: Then,
) -> Notified {
    match at.column.find(at.entity).filter(|&row| hears(at.column, listener, row)) {
        Some(row) => notify_or_wait(at.firm(row), listener, event, Some(then)),
        None => Notified::Absent,
    }
}

fn notify_or_wait(
    firm: FirmRow<'_>,
    listener: usize,
    event: &mut dyn AnySent,
    then: Option<Then>,
) -> Notified {
    let At { column, entity, site } = *firm;
    let must_wait = must_wait(column) || is_taken(firm);
    if must_wait || takes_borrowed(column, listener, entity) {
        let what = Waiting::Event { listener, event: One::of(event.share()), then };
        column.queue_event(WaitingEvent { entity, what, site });
        Notified::Waits
    } else {
        Notified::Answered(run(firm, listener, event.event()))
    }
}

/// Calls a function with a component, which it borrows meanwhile, unless the component is dead. Returns
/// `false`, and does nothing, if that must wait for a sync point: never of what has waited.
pub(crate) fn run_if_free(at: At<'_>, has_waited: bool, run: &mut dyn FnMut(UntypedOwn<'_>)) -> bool {
    let At { column, entity, .. } = at;
    let Some(row) = column.find(entity) else { return true };
    let firm = at.firm(row);
    if !has_waited && (must_wait(column) || is_taken(firm)) {
        return false;
    }
    run(borrow_for_hook(firm, true, || HookName { component: column.name(), hook: "a closure" }).own());
    true
}

/// Says whether a component cannot be notified now: it is borrowed, or another event or a switch comes first.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_taken(firm: FirmRow<'_>) -> bool {
    let (At { column, entity, .. }, row) = (*firm, firm.row);
    column.borrows.is_row_borrowed(row, column)
        || column.lifecycle.events.has_any_for(entity)
        || !column.lifecycle.switches().unnotified.is_empty()
            && column.find_blocked_switch(row, entity).is_some()
}

/// Says whether no component of a column can be notified now, borrowed or not: `init` comes before all
/// events, nothing is notified while the thread unwinds, and what is nested too deep waits until the stack is
/// free.
pub(super) fn must_wait(column: &Column) -> bool {
    let core = &column.world;
    column.lifecycle.pending_inits.is_any() || is_unwinding() || core.nesting.must_wait()
}

/// Runs the method that listens.
pub(super) fn run(firm: FirmRow<'_>, listener: usize, event: &AnyEvent) -> Handled {
    let At { column, entity, site } = *firm;
    let _deeper = column.world.nesting.enter_waiting();
    let call = LifeCall { entity, hook: hook_name(column, listener), site };
    let hook = column.info.spec.events[listener].hook;
    run_named(firm, &call, hook.writes(), |own| hook.run(own, event, &call))
}

/// The hook, as messages name it.
pub(super) fn hook_name(column: &Column, listener: usize) -> HookName {
    HookName { component: column.name(), hook: column.info.spec.events[listener].method }
}

/// Says whether what a listener takes besides its component is borrowed.
pub(super) fn takes_borrowed(column: &Column, listener: usize, entity: Entity) -> bool {
    column.world.find_borrowed(column.info.spec.events[listener].hook.access(), entity).is_some()
}
