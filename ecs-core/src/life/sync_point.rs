//! Sync points: what has waited for the end of a borrow is done.

use crate::column::{At, Column, Waiting, WaitingEvent};
use crate::error::{ViewError, fail, is_unwinding};
use crate::outcomes::Handled;

use super::enable::notify;
use super::notify::{hears, run, takes_borrowed};
use super::placement::begin_life;
use super::removal::{next_pending_end, run_pending_end};

impl Column {
    /// Does what is pending in a column, until nothing is or something is borrowed.
    ///
    /// The order: pending hooks (`init` and the rest of a birth, the hooks of an end), then rows (the spill
    /// is merged, holes are closed, switched rows change sides), then hooks again (`on_enable`,
    /// `on_disable`), then events that wait are delivered, then values are dropped, one by one, in the order
    /// of the kills. A panic stops it; the rest waits for the next sync point. A call from inside, out of one
    /// of these hooks or drops, leaves the drops to the loop outside.
    ///
    /// While the thread unwinds no hook and no drop runs, as it could panic again: only rows are put in
    /// order, and not even those where the end of a component is pending.
    ///
    /// A hook or listener that takes something else which is borrowed waits, and so do those of its kind
    /// behind it: ends, then switches, then events. While an end waits, its row and those behind it stay as
    /// they are, as if the dead component was borrowed. Returns `false` if something waits in this way.
    pub(crate) fn flush(&self) -> bool {
        let outermost = self.lifecycle.begin_flushing();
        while self.lifecycle.is_queued() && !self.borrows.is_in_use() && !self.lifecycle.is_reporting() {
            if is_unwinding() {
                if !self.lifecycle.ends().is_any_pending() {
                    self.flush_changes();
                }
                return true;
            }
            if let Some((at, row)) = self.next_postponed_init() {
                begin_life(at, row).unwrap_or_else(|error| fail(&error));
                continue;
            }
            if let Some((row, entity, call)) = next_pending_end(self) {
                run_pending_end(self, row, entity, call);
                continue;
            }
            if self.lifecycle.ends().is_any_pending() {
                return false;
            }
            self.flush_changes();
            if self.lifecycle.ends().has_unreported_tags() {
                // The end of a tag is reported by the world, and before the birth of the next one.
                return false;
            }
            let is_blocked = |at: At<'_>, row| self.find_blocked_switch(row, at.entity).is_some();
            if let Some((at, row)) = self.take_switch(is_blocked) {
                notify(at, row);
                continue;
            }
            if let Some(waiting) = next_event(self) {
                notify_late(self, &waiting);
                continue;
            }
            if outermost.is_none() {
                return true;
            }
            if self.drop_next() {
                continue;
            }
            self.unqueue_if_done();
            if self.lifecycle.is_queued() {
                return false;
            }
        }
        true
    }
}

/// Brings the rows of a column in order for a view.
pub(crate) fn flush_for_view(column: &Column) -> Result<(), ViewError> {
    column.close_holes();
    if column.lifecycle.is_queued() {
        let _inside = column.world.nesting.enter();
        column.flush();
    }
    column.check_flushed()
}

/// Takes the event that waits longest, if its component can be notified now. A switch comes before it.
fn next_event(column: &Column) -> Option<WaitingEvent> {
    // The component must know of its `init` and of switches first.
    if !column.lifecycle.switches().unnotified.is_empty() || column.lifecycle.pending_inits.is_any() {
        return None;
    }
    column.lifecycle.events.take(|waiting| match waiting.what {
        Waiting::Event { listener, .. } => !takes_borrowed(column, listener, waiting.entity),
        Waiting::Turn(..) => true,
    })
}

/// Notifies a component that had to wait, if it is still there.
fn notify_late(column: &Column, waiting: &WaitingEvent) {
    let WaitingEvent { entity, site, .. } = *waiting;
    let (listener, event, then) = match &waiting.what {
        Waiting::Event { listener, event, then } => (*listener, event, *then),
        Waiting::Turn(give, number) => return give(&column.world, entity, *number),
    };
    let row = column.find(entity).filter(|&row| hears(column, listener, row));
    let handled = row.map(|row| run(column.at(entity, site).firm(row), listener, &**event.get()));
    if let Some(then) = then
        && handled != Some(Handled::Yes)
    {
        then(&column.world, (column.number(), listener), entity, event.get().clone(), site);
    }
}
