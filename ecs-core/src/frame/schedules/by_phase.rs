//! [`Schedules`]: what a world runs after the passes of each phase.

use core::cell::RefCell;

use crate::base::{Panic, drop_each};
use crate::error::UpdateError;
use crate::phase::Phase;

use super::schedule::Schedule;

/// For each phase, the schedule that runs after its passes.
#[derive(Default)]
pub(crate) struct Schedules(RefCell<[Option<Schedule>; Phase::ALL.len()]>);

impl Schedules {
    /// Sets the schedule of a phase, and returns the one before.
    pub(crate) fn replace(&self, phase: Phase, schedule: Option<Schedule>) -> Option<Schedule> {
        core::mem::replace(&mut self.0.borrow_mut()[phase as usize], schedule)
    }

    /// Calls a function with the schedule of a phase, if it has one, to look at it.
    pub(crate) fn look_at<R>(&self, phase: Phase, f: impl FnOnce(&Schedule) -> R) -> Option<R> {
        self.0.borrow()[phase as usize].as_ref().map(f)
    }

    /// Calls a function with the schedule of a phase, if it has one. It is taken out meanwhile: systems may
    /// look at the list.
    pub(crate) fn with(
        &self,
        phase: Phase,
        f: impl FnOnce(&mut Schedule) -> Result<(), UpdateError>,
    ) -> Result<(), UpdateError> {
        if self.look_at(phase, |_| ()).is_none() {
            return Ok(());
        }
        let mut taken = PutBack { schedules: self, phase, schedule: self.replace(phase, None) };
        taken.schedule.as_mut().map_or(Ok(()), f)
    }

    /// Drops all, keeping the first panic.
    pub(crate) fn close(&self, first_panic: &mut Option<Panic>) {
        drop_each(self.0.take().into_iter().flatten(), first_panic);
    }
}

/// Puts a schedule back when it is dropped.
struct PutBack<'w> {
    schedules: &'w Schedules,
    phase: Phase,
    schedule: Option<Schedule>,
}

impl Drop for PutBack<'_> {
    fn drop(&mut self) {
        self.schedules.replace(self.phase, self.schedule.take());
    }
}
