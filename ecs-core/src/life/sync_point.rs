//! Sync points: what has waited for the end of a borrow is done.

use crate::borrow::CallSite;
use crate::column::Column;
use crate::error::{ViewError, fail, is_unwinding};

use super::enable::notify;
use super::init::init;
use super::kill::pay_end;
use super::notify::{next_event, notify_late};

/// Does what is pending in a store, until nothing is or something is borrowed.
///
/// The order: hooks that are owed (`init` with what follows it, the hooks of an end), then rows (the spill is
/// merged, holes are closed, switched rows change sides), then hooks again (`on_enable`, `on_disable`), then
/// events that wait are delivered, then values are dropped, one by one, in the order of the kills. A panic
/// stops it; the rest waits for the next sync point. A call from inside, out of one of these hooks or drops,
/// leaves the drops to the loop outside.
///
/// While the thread unwinds no hook and no drop runs, as it could panic again: only rows are put in order,
/// and not even those where the end of a component is owed.
///
/// Returns `false` if an event cannot be delivered yet, because something that its listener takes is
/// borrowed.
pub(crate) fn flush(store: &Column, site: CallSite) -> bool {
    let outermost = store.begin_flushing();
    while store.is_pending() && !store.borrows().any() {
        if is_unwinding() {
            if !store.owes_end() {
                store.flush_changes();
            }
            return true;
        }
        if let Some((row, entity)) = store.next_postponed_init() {
            init(store, row, entity, site).unwrap_or_else(|error| fail(&error));
            continue;
        }
        if let Some(row) = store.next_owed_end() {
            pay_end(store, row, site);
            continue;
        }
        store.flush_changes();
        if let Some((row, entity)) = store.next_unnotified() {
            notify(store, row, entity, site);
            continue;
        }
        if let Some(waiting) = next_event(store) {
            notify_late(store, &waiting, site);
            continue;
        }
        if outermost.is_none() {
            return true;
        }
        if store.drop_next() {
            continue;
        }
        store.unqueue_if_done();
        if store.next_to_notify().is_some() {
            return false;
        }
    }
    true
}

/// Brings the rows of a store in order for a view.
pub(crate) fn flush_for_view(store: &Column) -> Result<(), ViewError> {
    store.close_holes();
    if store.is_pending() {
        let _inside = store.world().op();
        flush(store, CallSite::here());
    }
    store.check_flushed()
}
