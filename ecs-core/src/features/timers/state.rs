//! [`Timers`]: the timers and tasks of a world: made, ended with what has made them, dropped where code of
//! the user may run.

use core::cell::{Cell, RefCell};

use crate::error::is_unwinding;
use crate::ids::Entity;
use crate::world::WorldCore;

use super::action::Action;
use super::agenda::{Agenda, EndedTimer, NewTimer};
use super::task::Polling;
use super::timer::Timer;

/// The timers and tasks of a world.
#[derive(Default)]
pub(crate) struct Timers {
    pub(super) agenda: RefCell<Agenda>,
    /// What the task that is polled and the world tell each other.
    pub(super) polling: Cell<Option<Polling>>,
}

/// The number of timers and tasks that the components of a column have.
#[derive(Default)]
pub(crate) struct TimersOfColumn(pub(super) Cell<i64>);

impl Timers {
    #[inline]
    pub(super) fn of(core: &WorldCore) -> &Self {
        &core.parts.timers
    }

    /// Makes a timer of a live entity; or of its component, with the position of the column, and whether that
    /// is enabled.
    pub(super) fn add(core: &WorldCore, entity: Entity, of: Option<(u32, bool)>, new: NewTimer) -> Timer {
        let timer = Self::of(core).agenda.borrow_mut().add(entity, of, new, core.frames.now());
        count(core, of.map(|(column, _)| column), 1);
        timer
    }

    /// Ends a timer; `false` if it is over.
    pub(super) fn end(&self, core: &WorldCore, timer: Timer) -> bool {
        let ended = self.agenda.borrow_mut().end(timer);
        ended.map(|ended| end_later(core, ended)).is_some()
    }

    /// Ends the timers of an entity, with those of its components, or of its component in one column; returns
    /// the number of them. What they have is dropped at the next sync point.
    pub(super) fn end_all_of(&self, core: &WorldCore, entity: Entity, column: Option<u32>) -> usize {
        let next = || self.agenda.borrow_mut().end_next(entity, column);
        core::iter::from_fn(next).map(|ended| end_later(core, ended)).count()
    }

    /// Ends the timers of the world. What they have is dropped at the next sync point.
    #[inline]
    pub(super) fn end_all(&self, core: &WorldCore) {
        let places = (0..).map_while(|place| self.agenda.borrow_mut().end_in(place));
        places.flatten().for_each(|ended| end_later(core, ended));
    }
}

/// Counts more timers of the components in the column at a position, or fewer.
#[inline]
pub(super) fn count(core: &WorldCore, column: Option<u32>, more: i64) {
    if let Some(column) = column {
        let column = &core.columns.list()[column as usize];
        let TimersOfColumn(count) = &column.parts.timers;
        count.set(count.get() + more);
        column.lifecycle.pending_inits.watch(more);
    }
}

/// Leaves what has ended to the next sync point.
fn end_later(core: &WorldCore, EndedTimer { column, action, .. }: EndedTimer) {
    count(core, column, -1);
    match action {
        Some(Action::CopyCall(mut call)) => {
            call.take().into_iter().for_each(|call| core.sync.drop_later(call))
        }
        Some(Action::FutureTask(task)) => core.sync.drop_later(task),
        Some(Action::Despawn) | None => {}
    }
}

/// Drops what had its last turn, where code of the user may run; while the thread unwinds, at the next sync
/// point.
pub(super) fn end_now(core: &WorldCore, ended: EndedTimer) {
    if is_unwinding() {
        return end_later(core, ended);
    }
    count(core, ended.column, -1);
    drop(ended.action);
}
