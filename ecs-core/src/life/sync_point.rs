//! Sync points: what has waited for the end of a borrow is done.

use crate::base::CallSite;
use crate::column::Column;
use crate::error::{ViewError, fail, is_unwinding};

use super::deliver::{next_event, notify_late};
use super::enable::notify;
use super::end::pay_end;
use super::init::init;

/// Does what is pending in a column, until nothing is or something is borrowed.
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
pub(crate) fn flush(column: &Column, site: CallSite) -> bool {
    let outermost = column.begin_flushing();
    while column.is_pending() && !column.borrows().is_in_use() && !column.is_any_told_now() {
        if is_unwinding() {
            if !column.owes_end() {
                column.flush_changes();
            }
            return true;
        }
        if let Some((row, entity)) = column.next_postponed_init() {
            init(column, row, entity, site).unwrap_or_else(|error| fail(&error));
            continue;
        }
        if let Some((row, why)) = column.next_owed_end() {
            pay_end(column, row, why, site);
            continue;
        }
        column.flush_changes();
        if let Some((row, entity)) = column.next_unnotified() {
            notify(column, row, entity, site);
            continue;
        }
        if let Some(waiting) = next_event(column) {
            notify_late(column, &waiting, site);
            continue;
        }
        if outermost.is_none() {
            return true;
        }
        if column.drop_next() {
            continue;
        }
        column.unqueue_if_done();
        if column.next_to_notify().is_some() {
            return false;
        }
    }
    true
}

/// Brings the rows of a column in order for a view.
pub(crate) fn flush_for_view(column: &Column) -> Result<(), ViewError> {
    column.close_holes();
    if column.is_pending() {
        let _inside = column.world().op();
        flush(column, CallSite::here());
    }
    column.check_flushed()
}
