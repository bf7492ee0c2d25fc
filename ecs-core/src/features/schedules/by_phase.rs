//! [`Schedules`]: what a world runs after the passes of each phase.

use core::cell::RefCell;

use crate::error::UpdateError;
use crate::phase::Phase;
use crate::world::WorldCore;

use super::schedule::Schedule;
use super::systems::SystemId;

/// For each phase, the schedule that runs after its passes.
#[derive(Default)]
pub(crate) struct Schedules(RefCell<[Option<Schedule>; Phase::ALL.len()]>);

impl Schedules {
    /// Sets the schedule of a phase, and returns the one before.
    pub(super) fn replace(&self, phase: Phase, schedule: Option<Schedule>) -> Option<Schedule> {
        core::mem::replace(&mut self.0.borrow_mut()[phase as usize], schedule)
    }

    /// Calls a function with the schedule of a phase, if it has one, to look at it.
    pub(super) fn look_at<R>(&self, phase: Phase, f: impl FnOnce(&Schedule) -> R) -> Option<R> {
        self.0.borrow()[phase as usize].as_ref().map(f)
    }

    /// Lists the systems of the schedule of a phase, if it has one.
    pub(crate) fn systems(&self, phase: Phase) -> Option<Vec<SystemId>> {
        self.look_at(phase, Schedule::ids)
    }

    /// Calls a function with the schedule of a phase, if it has one. It is taken out meanwhile: systems may
    /// look at the list.
    pub(super) fn with<R>(&self, phase: Phase, f: impl FnOnce(&mut Schedule) -> R) -> Option<R> {
        self.look_at(phase, |_| ())?;
        let mut taken = PutBack { schedules: self, phase, schedule: self.replace(phase, None) };
        taken.schedule.as_mut().map(f)
    }

    /// Calls a function with each schedule as [`Schedules::with`], until one refuses.
    pub(super) fn try_each(
        &self,
        mut f: impl FnMut(&mut Schedule) -> Result<(), UpdateError>,
    ) -> Result<(), UpdateError> {
        Phase::ALL.into_iter().try_for_each(|phase| self.with(phase, &mut f).unwrap_or(Ok(())))
    }

    /// Drops all at the next sync point.
    pub(super) fn end_all(&self, core: &WorldCore) {
        self.0.take().into_iter().flatten().for_each(|schedule| core.sync.drop_later(Box::new(schedule)));
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
