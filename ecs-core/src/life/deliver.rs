//! Delivering at a sync point: the events and the timers of components that had to wait.

use crate::column::{Column, Waiting, WaitingEvent};

use super::fire::fire_late;
use super::notify::{hears, run, takes_borrowed};

/// Takes the event that waits longest, if its component can be notified now. A switch comes before it.
pub(super) fn next_event(column: &Column) -> Option<WaitingEvent> {
    // The component must know of its `init` and of switches first.
    if !column.lifecycle.switches().unnotified.is_empty() || column.lifecycle.pending_inits.is_any() {
        return None;
    }
    column.lifecycle.events.take(|waiting| match waiting.what {
        Waiting::Event { listener, .. } => !takes_borrowed(column, listener, waiting.entity),
        Waiting::Timer(_) => true,
    })
}

/// Notifies a component that had to wait, if it is still there.
pub(super) fn notify_late(column: &Column, waiting: &WaitingEvent) {
    let WaitingEvent { entity, site, .. } = *waiting;
    let (listener, event) = match &waiting.what {
        Waiting::Event { listener, event } => (*listener, event),
        Waiting::Timer(timer) => return fire_late(column.world(), *timer),
    };
    if let Some(row) = column.find(entity).filter(|&row| hears(column, listener, row)) {
        run(column.at(entity, site).firm(row), listener, &**event.get());
    }
}
