//! Timers and tasks of a world: made, ended with what has made them, dropped where user code may run.

use crate::error::is_unwinding;
use crate::ids::Entity;
use crate::later::{Action, Ended, NewTimer, Timer, TimerOwner};

#[cfg(feature = "serde")]
use super::clock::Clock;
use super::core::WorldCore;
use super::deferred_drop::DeferredDrop;

impl WorldCore {
    /// Lets the world go on from another time. What waits for its time has as long to wait as before.
    #[cfg(feature = "serde")]
    pub(crate) fn go_on_from(&self, clock: Clock) {
        let (before, frame) = (self.frames.now(), self.frames.clock().frame);
        self.frames.clock_mut().go_on_from(clock, self.frames.is_running());
        self.log.removals().renumber_frames(frame, clock.frame);
        self.later.agenda.borrow_mut().shift(self.frames.now() - before);
    }

    /// Makes a timer for a live entity or component.
    pub(crate) fn add_timer(&self, owner: TimerOwner, new: NewTimer) -> Timer {
        let timer = self.later.agenda.borrow_mut().add(owner, new, self.frames.now());
        self.watch(owner.column, 1);
        timer
    }

    /// Tells the column at a position that its components have more timers, or fewer.
    #[inline]
    fn watch(&self, column: Option<u32>, more: i64) {
        if let Some(column) = column {
            self.columns.list()[column as usize].lifecycle.pending_inits.add_timers(more);
        }
    }

    /// Ends a timer; `false` if it is over.
    pub(crate) fn end_timer(&self, timer: Timer) -> bool {
        let ended = self.later.agenda.borrow_mut().end(timer);
        ended.map(|ended| self.end_later(ended)).is_some()
    }

    /// Ends the timers of an entity, with those of its components, or of its component in one column; returns
    /// how many there were. What they have is dropped at the next sync point.
    pub(crate) fn end_timers(&self, entity: Entity, column: Option<u32>) -> usize {
        let next = || self.later.agenda.borrow_mut().end_next(entity, column);
        core::iter::from_fn(next).map(|ended| self.end_later(ended)).count()
    }

    /// Ends all timers that there are.
    pub(crate) fn end_all_timers(&self) {
        let places = self.later.agenda.borrow().places();
        for place in 0..places {
            let ended = self.later.agenda.borrow_mut().end_in(place);
            ended.into_iter().for_each(|ended| self.end_later(ended));
        }
    }

    /// Leaves what has ended to the next sync point.
    fn end_later(&self, Ended { column, action, .. }: Ended) {
        self.watch(column, -1);
        match action {
            Some(Action::CopyCall(mut call)) => {
                call.take().into_iter().for_each(|call| self.sync.drop_later(DeferredDrop::Call(call)));
            }
            Some(Action::FutureTask(task)) => self.sync.drop_later(DeferredDrop::Task(task)),
            Some(Action::Despawn) | None => {}
        }
    }

    /// Drops what had its last turn, where user code may run; while the thread unwinds, at the next sync
    /// point.
    pub(crate) fn end_now(&self, ended: Ended) {
        if is_unwinding() {
            return self.end_later(ended);
        }
        let Ended { column, action, .. } = ended;
        self.watch(column, -1);
        drop(action);
    }

    /// Lets the timers of a component wait while it is disabled.
    pub(crate) fn switch_timers(&self, entity: Entity, column: u32, is_enabled: bool) {
        self.later.agenda.borrow_mut().set_enabled(entity, column, is_enabled, self.frames.now());
    }
}
