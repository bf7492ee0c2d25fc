//! [`Schedule::run`]: one group after the other.

use core::ops::Range;
use std::rc::Rc;

use crate::base::CallSite;
use crate::error::{SingletonError, UpdateError, or_fail, refuse_unwinding};
use crate::frame::{end, expect_run, ready};
use crate::ticks::OngoingRun;
use crate::world::{CommandBuffer, FramePart, Task, WorkerContext, WorldCore, detached, with_current_or_new};

use super::super::Moment;
use super::error::ScheduleError;
use super::parallel_group::{is_worth_sharing, share_group};
use super::schedule::Schedule;
use super::schedule_plan::Plan;
use super::sets::Sets;
use super::slot::Slot;
use super::systems::{Condition, SystemCall, SystemConfig, SystemId};

impl Schedule {
    /// Runs all systems once, in the current world, which is made if there is none. `dt` is the time step in
    /// seconds.
    ///
    /// Before its first run, the `init` of each new system runs; of one that is switched off, when it is on
    /// for the first time. The world's time does not go on: that is done by
    /// [`update_all`](crate::update_all). While the thread unwinds nothing runs. Costs nothing for the order
    /// as long as nothing is added or removed.
    ///
    /// # Panics
    ///
    /// If the order of the systems has a cycle or names a missing system, if a configured set is empty, or if
    /// a system takes a component twice; if `dt` is negative, not finite or [too
    /// long](crate::World::set_longest_dt); inside a hook or a frame; if a guard or view has borrowed data
    /// that a system takes; if a system takes a singleton that is not set. In these cases no system runs, and
    /// [`try_run`](Self::try_run) returns an error instead. If a system panics, the run stops; world and
    /// schedule stay usable.
    #[track_caller]
    pub fn run(&mut self, dt: f32) {
        let site = CallSite::here();
        match self.run_alone(dt, site) {
            Err(ScheduleError::Update(error)) => expect_run("Schedule::run", None, Err(error), site),
            ran => or_fail(ran),
        }
    }

    /// Runs all systems once as [`run`](Self::run), or says why not.
    ///
    /// # Errors
    ///
    /// Before any system has run: [`ScheduleError::Cycle`], [`ScheduleError::InitCycle`],
    /// [`ScheduleError::Stages`], [`ScheduleError::UnknownSystem`], [`ScheduleError::UnknownSet`],
    /// [`ScheduleError::EmptySet`], [`ScheduleError::Twice`], and [`ScheduleError::Update`] with the reason.
    /// What a [local](crate::local) system or a condition has left may still stop the run later: a guard that
    /// it keeps.
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
        core.parts.act(&core, Moment::RunStart);
        core.sync();
        let is_to_begin = |plan| (0..self.len()).any(|place| self.is_to_begin(plan, place));
        if self.plan.as_ref().is_some_and(is_to_begin) {
            self.check(&core)?;
        }
        self.prepare(&core, site)?;
        self.check(&core)?;
        let updating = core.frames.begin();
        core.frames.clock_mut().dt = dt;
        self.run_groups(&core, dt, site)?;
        drop(updating);
        core.parts.try_act(&core, FramePart::Between(site)).map_err(Into::into)
    }

    /// Says whether a system is new, and switched on.
    fn is_to_begin(&self, plan: &Plan, place: usize) -> bool {
        self.systems[place].begun.is_none() && is_on(&self.systems, &self.sets, plan, place)
    }

    /// Begins the systems that are new and switched on, and makes the singletons that all need.
    pub(super) fn prepare(&mut self, core: &WorldCore, site: CallSite) -> Result<(), UpdateError> {
        self.shuffle(core);
        let Some(plan) = &self.plan else { return Ok(()) };
        for &place in plan.init_order() {
            if self.is_to_begin(plan, place) {
                // No frame begins inside it.
                let _updating = core.frames.begin();
                self.systems[place].config.system.get_mut().init();
                self.begun += 1;
                self.systems[place].begun = Some(self.begun);
            }
        }
        for slot in &self.systems {
            let SystemConfig { id, params, place, .. } = &slot.config;
            here_or_later((params.prepare)(site)).map_err(|error| error.in_system(id.name()))?;
            place.conditions.iter().try_for_each(|condition| here_or_later(condition.prepare(site)))?;
        }
        self.sets.conditions().try_for_each(|condition| here_or_later(condition.prepare(site)))?;
        self.listen()
    }

    /// Lets what has ended and what was sent from now on be read, in the current world.
    pub(super) fn listen(&mut self) -> Result<(), UpdateError> {
        for slot in &mut self.systems {
            slot.config.system.get_mut().listen()?;
            slot.config.place.conditions.iter_mut().try_for_each(Condition::listen)?;
        }
        self.sets.conditions_mut().try_for_each(Condition::listen)
    }

    /// Refuses if something that a system takes, or a condition, is borrowed.
    pub(super) fn check(&self, core: &WorldCore) -> Result<(), UpdateError> {
        self.systems.iter().try_for_each(|slot| core.check_free(&slot.config.params.taken[0]))?;
        let own = self.systems.iter().flat_map(|slot| &slot.config.place.conditions);
        own.chain(self.sets.conditions())
            .flat_map(Condition::access)
            .try_for_each(|access| core.check_free(access))
    }

    /// Runs the systems, of which there is a plan, and which are prepared.
    pub(super) fn run_groups(
        &mut self,
        core: &Rc<WorldCore>,
        dt: f32,
        site: CallSite,
    ) -> Result<(), UpdateError> {
        let call = SystemCall { name: "", dt, site, is_local: false };
        // The world is not detached while a condition is asked.
        let question = SystemCall { is_local: true, ..call };
        let Self { systems, sets, plan: Some(plan), .. } = self else { return Ok(()) };
        sets.begin_run();
        for group in plan.groups() {
            choose_due(core, systems, sets, plan, group.clone(), &question)?;
            // Conditions may have left something: what it runs is not to come between two parameters.
            core.sync();
            run_group(core, &mut systems[group.clone()], &call)?;
        }
        Ok(())
    }
}

/// Passes over a nested state that does not exist now: it may exist at the turn of the system, or the system
/// has none.
fn here_or_later(prepared: Result<(), UpdateError>) -> Result<(), UpdateError> {
    match prepared {
        Err(UpdateError::Singleton(SingletonError::Absent { .. })) => Ok(()),
        prepared => prepared,
    }
}

/// Says whether a system is switched on, and all its sets are.
fn is_on(systems: &[Slot], sets: &Sets, plan: &Plan, place: usize) -> bool {
    systems[place].config.place.is_enabled && sets.are_on(plan.sets_of(place))
}

/// Finds out which systems of a group have a turn, and asks the conditions of the first one and of the sets
/// that it is the first of. No other one has a condition.
fn choose_due(
    core: &WorldCore,
    systems: &mut [Slot],
    sets: &mut Sets,
    plan: &Plan,
    group: Range<usize>,
    call: &SystemCall,
) -> Result<(), UpdateError> {
    let first = group.start;
    for question in plan.questions(first) {
        if question.systems.iter().any(|&place| is_on(systems, sets, plan, place)) {
            sets.ask(question.set, &core.ticker, call)?;
        }
    }
    let is_asked = is_on(systems, sets, plan, first);
    let holds = !is_asked || systems[first].ask(&core.ticker, call)?;
    for place in group {
        let is_due = is_on(systems, sets, plan, place) && sets.hold(plan.sets_of(place));
        systems[place].is_due = is_due && (place != first || holds);
    }
    Ok(())
}

/// Runs systems that may run at the same time: they do, where that is faster.
fn run_group(core: &Rc<WorldCore>, group: &mut [Slot], call: &SystemCall) -> Result<(), UpdateError> {
    if group.len() > 1 && is_worth_sharing(core, group) {
        return share_group(core, group, call);
    }
    let is_measured = cfg!(feature = "parallel") && group.len() > 1;
    let mut due = group.iter_mut().filter(|slot| slot.is_due);
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
    let ongoing = core.ticker.begin_run(last.of(&core.ticker));
    let commands = CommandBuffer::of(core.ticker.number());
    let call = SystemCall { name: config.id.name(), is_local: config.is_local, ..*call };
    let timing = core.frames.timings().begin(0, || config.id.timed());
    let ran = config.system.get_mut().with_borrowed(&call, &mut |system| match config.is_local {
        true => system.run(&commands),
        false => commands.with_ids_of(core, || {
            detached(worker(core, config.id), || match is_measured {
                true => run_time.measure(|| system.run(&commands)),
                false => system.run(&commands),
            });
        }),
    });
    if let Err(refusal) = ran {
        ongoing.into_iter().for_each(OngoingRun::refuse);
        return Err(refusal.in_system(config.id.name()));
    }
    drop((ongoing, timing));
    end(core, commands, || config.id.timed());
    Ok(())
}

/// What a thread has instead of a world while it runs a system.
fn worker(core: &WorldCore, system: SystemId) -> WorkerContext {
    WorkerContext { task: Task::System(system.name()), own: None, pool: core.threads.pool() }
}
