//! [`Schedules`]: what a world runs after the passes of each phase.

use core::cell::{Cell, RefCell};

use crate::error::UpdateError;
use crate::phase::Phase;
use crate::world::WorldCore;

use super::schedule::Schedule;
use super::systems::SystemId;

/// For each phase, the schedule that runs after its passes.
#[derive(Default)]
pub(crate) struct Schedules {
    of_phases: RefCell<[Option<Schedule>; Phase::ALL.len()]>,
    /// Whether a phase has one, or had: a frame without schedules asks this alone.
    are_any: Cell<bool>,
}

impl Schedules {
    pub(super) fn are_any(&self) -> bool {
        self.are_any.get()
    }

    /// Sets the schedule of a phase, and returns the one before.
    pub(super) fn replace(&self, phase: Phase, schedule: Option<Schedule>) -> Option<Schedule> {
        self.are_any.set(true);
        core::mem::replace(&mut self.of_phases.borrow_mut()[phase as usize], schedule)
    }

    /// Calls a function with the schedule of a phase, if it has one, to look at it.
    pub(super) fn look_at<R>(&self, phase: Phase, f: impl FnOnce(&Schedule) -> R) -> Option<R> {
        self.of_phases.borrow()[phase as usize].as_ref().map(f)
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
        self.of_phases
            .take()
            .into_iter()
            .flatten()
            .for_each(|schedule| core.sync.drop_later(Box::new(schedule)));
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
