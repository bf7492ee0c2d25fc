//! [`World::set_schedule`]: schedules that run in the frames of a world.

use std::rc::Rc;

use crate::error::{UpdateError, or_fail};
use crate::phase::Phase;
use crate::world::{World, current_if_any, with_current_or_new};

use super::error::ScheduleError;
use super::schedule::Schedule;

/// The schedules of the current world.
impl World {
    /// Lets [`update_all`](crate::update_all) run a schedule after the passes of a phase, and returns the one
    /// that it ran there before.
    ///
    /// The schedule runs with the time step of the phase: in `fixed_update` once for each fixed step. Borrows
    /// of the data that its systems take are checked before the frame begins, as for passes.
    /// [`Removed`](crate::Removed) and [`Events`](crate::Events) of its first run have all ends and events
    /// from now on. Makes the thread's world if there is none.
    ///
    /// ```
    /// use ecs_core::{Phase, Schedule, Singleton, World, update_all};
    ///
    /// #[derive(Singleton, Default)]
    /// struct Steps(u32);
    ///
    /// fn count(steps: &mut Steps) {
    ///     steps.0 += 1;
    /// }
    ///
    /// World::set_fixed_step(0.25);
    /// World::set_schedule(Phase::FixedUpdate, Schedule::new().add(count));
    /// update_all(1.0);
    /// assert_eq!(Steps::borrow().0, 4);
    /// assert_eq!(World::take_schedule(Phase::FixedUpdate).map(|schedule| schedule.len()), Some(1));
    /// ```
    ///
    /// # Panics
    ///
    /// If the order of the systems has a cycle or names a missing system, if a configured set is empty, or if
    /// a system takes a component twice; inside a hook or a frame; while the world is closing.
    /// [`try_set_schedule`](Self::try_set_schedule) returns an error instead.
    #[doc(alias = "add_systems")]
    #[track_caller]
    pub fn set_schedule(phase: Phase, schedule: Schedule) -> Option<Schedule> {
        or_fail(Self::try_set_schedule(phase, schedule))
    }

    /// Lets [`update_all`](crate::update_all) run a schedule after the passes of a phase as
    /// [`set_schedule`](Self::set_schedule), or says why not.
    ///
    /// # Errors
    ///
    /// [`ScheduleError::Cycle`], [`ScheduleError::InitCycle`], [`ScheduleError::Stages`],
    /// [`ScheduleError::UnknownSystem`], [`ScheduleError::UnknownSet`], [`ScheduleError::EmptySet`] or
    /// [`ScheduleError::Twice`] if the schedule cannot run; [`ScheduleError::Update`] inside a hook or a
    /// frame, and while the world is closing. The schedule is dropped then.
    #[track_caller]
    pub fn try_set_schedule(phase: Phase, mut schedule: Schedule) -> Result<Option<Schedule>, ScheduleError> {
        schedule.make_plan()?;
        let core = with_current_or_new(Rc::clone).map_err(UpdateError::World)?;
        core.refuse_inside()?;
        schedule.listen()?;
        Ok(core.parts.schedules.replace(phase, Some(schedule)))
    }

    /// Takes the schedule of a phase out, so that it can be changed and set again; `None` if there is none,
    /// and inside a hook or a frame.
    #[must_use = "the schedule is dropped otherwise"]
    #[track_caller]
    pub fn take_schedule(phase: Phase) -> Option<Schedule> {
        let core = current_if_any().ok()??;
        core.refuse_inside().ok()?;
        core.parts.schedules.replace(phase, None)
    }
}
