//! Delivering at a sync point: the events and the timers of components that had to wait.

use crate::column::{Column, Waiting, WaitingEvent};

use super::fire::fire_late;
use super::notify::{hears, run, takes_borrowed};

/// Takes the event that waits longest, if its component can be notified now. A switch comes before it.
pub(super) fn next_event(column: &Column) -> Option<WaitingEvent> {
    if column.awaits_switch() {
        return None;
    }
    let (listener, entity) = column.next_to_notify()?;
    let must_wait = listener.is_some_and(|listener| takes_borrowed(column, listener, entity));
    if must_wait { None } else { column.take_event() }
}

/// Notifies a component that had to wait, if it is still there.
pub(super) fn notify_late(column: &Column, waiting: &WaitingEvent) {
    let WaitingEvent { entity, site, .. } = *waiting;
    let (listener, event) = match &waiting.what {
        Waiting::Event { listener, event } => (*listener, event),
        Waiting::Timer(timer) => return fire_late(column.world(), *timer),
    };
    if let Some(row) = column.find(entity).filter(|&row| hears(column, listener, row)) {
        run(column, listener, row, entity, &**event.get(), site);
    }
}
