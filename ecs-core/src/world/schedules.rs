//! [`Schedules`]: what a world runs after the passes of each phase.

use core::any::Any;
use core::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::borrow::CallSite;
use crate::error::UpdateError;

use crate::base::{Panic, keep_first};
use crate::clock::Phase;

/// A schedule, whose type is not known here.
pub(crate) trait AnySchedule: Any + Send {
    /// The schedule as its type.
    fn as_any(&self) -> &dyn Any;
    /// Begins the systems that are new, and makes the singletons that all need.
    fn prepare(&mut self, site: CallSite) -> Result<(), UpdateError>;
    /// Refuses if something that a system takes is borrowed.
    fn check(&self) -> Result<(), UpdateError>;
    /// Runs the systems. `dt` is in seconds.
    fn run(&mut self, dt: f32, site: CallSite) -> Result<(), UpdateError>;
    /// Gives the schedule back as its type.
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

/// For each phase, the schedule that runs after its passes.
#[derive(Default)]
pub(crate) struct Schedules(RefCell<[Option<Box<dyn AnySchedule>>; Phase::ALL.len()]>);

impl Schedules {
    /// Sets the schedule of a phase, and returns the one before.
    pub(crate) fn replace(
        &self,
        phase: Phase,
        schedule: Option<Box<dyn AnySchedule>>,
    ) -> Option<Box<dyn AnySchedule>> {
        core::mem::replace(&mut self.0.borrow_mut()[phase as usize], schedule)
    }

    /// Calls a function with the schedule of a phase, if it has one, to look at it.
    pub(crate) fn look_at<R>(&self, phase: Phase, f: impl FnOnce(&dyn Any) -> R) -> Option<R> {
        self.0.borrow()[phase as usize].as_ref().map(|schedule| f(schedule.as_any()))
    }

    /// Calls a function with the schedule of a phase, if it has one. It is taken out meanwhile: systems may look at the list.
    pub(crate) fn with(
        &self,
        phase: Phase,
        f: impl FnOnce(&mut dyn AnySchedule) -> Result<(), UpdateError>,
    ) -> Result<(), UpdateError> {
        let Some(schedule) = self.replace(phase, None) else { return Ok(()) };
        let mut taken = Taken { schedules: self, phase, schedule: Some(schedule) };
        taken.schedule.as_deref_mut().map_or(Ok(()), f)
    }

    /// Drops all, keeping the first panic.
    pub(super) fn close(&self, first_panic: &mut Option<Panic>) {
        for schedule in self.0.take().into_iter().flatten() {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(schedule))) {
                keep_first(first_panic, panic);
            }
        }
    }
}

/// Puts a schedule back when it is dropped.
struct Taken<'w> {
    schedules: &'w Schedules,
    phase: Phase,
    schedule: Option<Box<dyn AnySchedule>>,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.schedules.replace(self.phase, self.schedule.take());
    }
}
