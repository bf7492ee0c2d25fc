//! [`Schedule::run`]: one group after the other.

use std::rc::Rc;

use crate::base::CallSite;
use crate::error::{ScheduleError, UpdateError, refuse_unwinding};
use crate::frame::ends::{end, expect_run, ready};
use crate::frame::systems::{SystemCall, SystemId};
use crate::ticks::OngoingRun;
use crate::world::{CommandBuffer, Frozen, Task, WorkerContext, WorldCore, detached, with_current_or_new};

use super::parallel_group::{is_worth_sharing, share_group};
use super::schedule::Schedule;
use super::slot::Slot;

impl Schedule {
    /// Runs all systems once, in the current world, which is made if there is none. `dt` is the time step in
    /// seconds.
    ///
    /// Before its first run, the `init` of each new system runs; of those that are switched off, too. The
    /// world's time does not go on: that is done by [`update_all`](crate::update_all). While the thread
    /// unwinds nothing runs. Costs nothing for the order as long as nothing is added or removed.
    ///
    /// # Panics
    ///
    /// If what the systems say about their order is contradictory or names a system that is not there, or one
    /// takes a component twice; if `dt` is negative, not finite or [too long](crate::World::set_longest_dt);
    /// inside a hook or a frame; if a guard or view keeps something that a system takes; if a system takes a
    /// singleton that is not set. In these cases no system runs. If a system panics, the run stops there;
    /// world and schedule stay usable. [`try_run`](Self::try_run) is the soft form.
    #[track_caller]
    pub fn run(&mut self, dt: f32) {
        let site = CallSite::here();
        expect_run("Schedule::run", None, self.run_alone(dt, site), site);
    }

    /// Runs all systems once as [`run`](Self::run), or says why not.
    ///
    /// # Errors
    ///
    /// Before any system has run: [`ScheduleError::Cycle`], [`ScheduleError::Stages`],
    /// [`ScheduleError::UnknownSystem`], [`ScheduleError::Twice`], and [`ScheduleError::Update`] with the
    /// reason. What a [local](crate::local) system or a condition has left may still stop the run later: a
    /// guard that it keeps.
    ///
    /// # Panics
    ///
    /// If a system does.
    #[track_caller]
    pub fn try_run(&mut self, dt: f32) -> Result<(), ScheduleError> {
        self.run_alone(dt, CallSite::here())
    }

    #[track_caller]
    fn run_alone(&mut self, dt: f32, site: CallSite) -> Result<(), ScheduleError> {
        refuse_unwinding().map_err(UpdateError::World)?;
        self.make_plan()?;
        let core = match ready(dt)? {
            Some(core) => core,
            None => with_current_or_new(Rc::clone).map_err(UpdateError::World)?,
        };
        core.sync();
        if self.systems.iter().any(|slot| !slot.has_begun) {
            self.check(&core)?;
        }
        self.prepare(&core, site)?;
        self.check(&core)?;
        let _updating = core.begin_update();
        core.clock.borrow_mut().dt = dt;
        self.run_groups(&core, dt, site).map_err(Into::into)
    }

    /// Begins the systems that are new, and makes the singletons that all need.
    pub(in crate::frame) fn prepare(&mut self, core: &WorldCore, site: CallSite) -> Result<(), UpdateError> {
        for slot in self.systems.iter_mut().filter(|slot| !slot.has_begun) {
            // No frame begins inside it.
            let _updating = core.begin_update();
            slot.config.system.init();
            slot.has_begun = true;
        }
        self.systems.iter_mut().try_for_each(|slot| slot.config.system.prepare(site))
    }

    /// Refuses if something that a system takes is borrowed.
    pub(in crate::frame) fn check(&self, core: &WorldCore) -> Result<(), UpdateError> {
        self.systems.iter().try_for_each(|slot| core.check_free(&slot.config.system.access()))
    }

    /// Runs the systems, of which there is a plan, and which are prepared.
    pub(in crate::frame) fn run_groups(
        &mut self,
        core: &Rc<WorldCore>,
        dt: f32,
        site: CallSite,
    ) -> Result<(), UpdateError> {
        let call = SystemCall { dt, site };
        let Some(plan) = &self.plan else { return Ok(()) };
        plan.groups().iter().try_for_each(|group| run_group(core, &mut self.systems[group.clone()], &call))
    }
}

/// Runs systems that may run at the same time: they do, where that is faster.
fn run_group(core: &Rc<WorldCore>, group: &mut [Slot], call: &SystemCall) -> Result<(), UpdateError> {
    let Some((first, others)) = group.split_first_mut() else { return Ok(()) };
    // No other one has a condition.
    let is_first_due = first.is_due(core.ticker());
    let due = if is_first_due { &mut *group } else { others };
    if due.len() > 1 && is_worth_sharing(core, due) {
        return share_group(core, due, call);
    }
    let is_measured = cfg!(feature = "parallel") && due.len() > 1;
    let mut due = due.iter_mut().filter(|slot| slot.config.is_enabled);
    due.try_for_each(|slot| run_slot(core, slot, call, is_measured))
}

/// Runs a system here, and then its commands.
fn run_slot(
    core: &Rc<WorldCore>,
    slot: &mut Slot,
    call: &SystemCall,
    is_measured: bool,
) -> Result<(), UpdateError> {
    let Slot { config, last, run_time, .. } = slot;
    let ongoing = core.ticker().begin_run(last.of(core.ticker()));
    let commands = CommandBuffer::default();
    let has_commands = config.system.has_commands();
    let ran = config.system.with_borrowed(call, &mut |system| match config.is_local {
        true => system.run(&commands),
        false => {
            let frozen = has_commands.then(|| Frozen::begin(core));
            commands.with_lane(frozen.as_ref().map(|frozen| frozen.ids().lane(0, 1)), || {
                detached(worker(core, config.id), || match is_measured {
                    true => run_time.measure(|| system.run(&commands)),
                    false => system.run(&commands),
                });
            });
        }
    });
    if let Err(refusal) = ran {
        ongoing.into_iter().for_each(OngoingRun::refuse);
        return Err(refusal);
    }
    drop(ongoing);
    end(core, commands);
    Ok(())
}

/// What a thread has instead of a world while it runs a system.
fn worker(core: &WorldCore, system: SystemId) -> WorkerContext {
    WorkerContext { task: Task::System(system.name()), own: None, pool: core.pool.borrow().clone() }
}
