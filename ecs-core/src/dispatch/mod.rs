//! [`update_all`]: runs a frame, phase by phase, the passes of all types in their order.

mod explain;
mod frame;
mod order;

use core::any::TypeId;
use std::rc::Rc;

use crate::component::Component;
use crate::error::{ScheduleError, UpdateError, WorldError, fail};
use crate::hooks::spec;
use crate::ids::Entity;
use crate::life;
use crate::parallel::{Cut, share};
use crate::store::{CallSite, Column, CommandBuffer, Store, with_store};
use crate::tick::Pass;
use crate::unwinding::refuse_unwinding;
use crate::world::{
    BadTime, Clock, PassGroup, Phase, Plans, WorldCore, current_if_any, note_unwinding, run_sent,
};

pub(crate) use explain::Ordinal;
pub use explain::{Order, PassOrder, PhaseOrder, Reason, explain_order, try_explain_order};
pub(crate) use order::Edge;
pub use order::Why;

use frame::Step;

/// Runs a frame of the current world. `dt` is the time since the last one, in seconds: [`World::frame`](crate::World::frame)
/// measures it itself.
///
/// First of all, what other threads have sent through [`World::remote`](crate::World::remote) runs. Then there are three phases, one after the other, each with one pass a type over its enabled components:
///
/// 1. `fixed_update`, for each [fixed step](crate::World::set_fixed_step) that the time since the last frame has filled: not at all, once or
///    several times. What is left over is kept for the next frame; [`Time::alpha`](crate::Time::alpha) tells how much it is.
/// 2. `update`, once, by the time step.
/// 3. `late_update`, once, by the time step.
///
/// In a phase, types run in the order in which they were first added, moved by `#[component(after(..), before(..))]`;
/// [`explain_order`] prints it. Before it is visited for the first time, a component has its `start`: that runs when the
/// phase begins, in the order of the types, and again before the pass of its type for those that came meanwhile. After the
/// types runs the phase's [schedule](crate::World::set_schedule), if it has one. A type without the hook costs nothing. What
/// a pass adds to its own type is first visited by the next pass; types later in the order, and later phases, see it in the
/// same frame. Does nothing if there is no world, and while the thread unwinds.
///
/// ```
/// use ecs_core::{Component, Entity, update_all};
///
/// #[derive(Component, Default)]
/// struct Clock(f32);
///
/// impl Clock {
///     fn update(&mut self, dt: f32) {
///         self.0 += dt;
///     }
/// }
///
/// let clock = Entity::spawn().add::<Clock>();
/// update_all(0.5);
/// update_all(0.25);
/// assert_eq!(clock.borrow().0, 0.75);
/// ```
///
/// # Panics
///
/// If `dt` is negative, not finite or [too long](crate::World::set_longest_dt); inside a hook; if a guard or view keeps
/// something that would be visited; if a hook takes a singleton that is not set; if the types' order is contradictory. In
/// these cases no hook runs. If a hook panics, or something that was sent, the frame stops there, unless
/// [`World::set_panic_policy`](crate::World::set_panic_policy) lets it go on; the world stays usable. [`try_update_all`] is
/// the soft form.
#[track_caller]
pub fn update_all(dt: f32) {
    let site = CallSite::here();
    expect_run("update_all", None, run_frame(Step::Given(dt), site), site);
}

/// Panics if a run was refused or has stopped; does nothing, and notes it, if that is because the thread unwinds.
#[inline]
#[track_caller]
pub(crate) fn expect_run<E: Into<ScheduleError>>(
    call: &'static str,
    component: Option<&'static str>,
    result: Result<(), E>,
    site: CallSite,
) {
    let Err(error) = result else { return };
    match error.into() {
        ScheduleError::Update(UpdateError::World(WorldError::Unwinding)) => {
            note_unwinding(call, component, Entity::NONE, site);
        }
        error => fail(&error),
    }
}

/// Runs a frame of the current world as [`update_all`], or says why not. `dt` is in seconds.
///
/// # Errors
///
/// Before anything has run: [`UpdateError::BadDt`], [`UpdateError::LongDt`], [`UpdateError::InsideHook`] and [`UpdateError::World`]. Before any hook
/// has run, but after what other threads have sent: [`UpdateError::Borrowed`], [`UpdateError::Singleton`] and [`UpdateError::Cycle`], and those of the
/// time step if the clock was set meanwhile. What a hook of the frame has left may still stop it later:
/// a guard that it keeps, a type that it adds first.
///
/// # Panics
///
/// If a hook does, or something that was sent.
#[track_caller]
pub fn try_update_all(dt: f32) -> Result<(), UpdateError> {
    run_frame(Step::Given(dt), CallSite::here())
}

#[track_caller]
fn run_frame(step: Step, site: CallSite) -> Result<(), UpdateError> {
    let Some(core) = ready(step.given().unwrap_or_default())? else { return Ok(()) };
    core.raise();
    run_sent(&core);
    core.sync();
    let mut plans = prepare(&core, site)?;
    // What was sent, has dropped or was made may have set the clock.
    let (dt, real) = step.length(&core);
    check_dt(&core.clock.borrow(), dt)?;
    for (phase, store) in stores(&plans) {
        store.check_pass(phase)?;
    }
    for phase in Phase::ALL {
        core.schedules().with(phase, |schedule| schedule.check())?;
    }
    let _updating = core.begin_update();
    let _frame = core.ticker().begin_frame();
    step.begin(&core);
    core.clock.borrow_mut().begin_frame(dt, real);
    for phase in Phase::ALL {
        if phase == Phase::FixedUpdate {
            while core.clock.borrow_mut().begin_step() {
                run_phase(&core, &mut plans, phase, site)?;
            }
            core.clock.borrow_mut().end_pass();
        } else {
            run_phase(&core, &mut plans, phase, site)?;
        }
    }
    Ok(())
}

/// Makes the singletons that the frame needs, so that they are there from its beginning, and returns the order of the passes.
fn prepare(core: &WorldCore, site: CallSite) -> Result<Plans, UpdateError> {
    loop {
        let plans = order::plans(core)?;
        for (phase, store) in stores(&plans) {
            store.prepare_pass(phase, site)?;
        }
        for phase in Phase::ALL {
            core.schedules().with(phase, |schedule| schedule.prepare(core, site))?;
        }
        // One that was made may be of a type that is new here, and need others.
        if core.plans.borrow().is_some() {
            return Ok(plans);
        }
    }
}

/// All stores that have a turn, with its phase.
fn stores(plans: &Plans) -> impl Iterator<Item = (Phase, &Column)> {
    let plans = Phase::ALL.into_iter().zip(&**plans);
    plans.flat_map(|(phase, plan)| {
        plan.turns.iter().flat_map(|turn| &turn.stores).map(move |store| (phase, &**store))
    })
}

/// The types that have these turns.
fn types(turns: &[PassGroup]) -> Vec<TypeId> {
    turns.iter().flat_map(|turn| &turn.stores).map(|store| store.component_type()).collect()
}

/// Runs the passes of one phase and then its schedule, by the time step that the clock shows.
fn run_phase(
    core: &Rc<WorldCore>,
    plans: &mut Plans,
    phase: Phase,
    site: CallSite,
) -> Result<(), UpdateError> {
    let dt = core.clock.borrow().dt;
    for store in &plans[phase as usize].starts {
        start(core, &[&**store], site)?;
    }
    if core.plans.borrow().is_none() {
        *plans = order::plans(core)?;
    }
    // The types that had their turn, of plans that no longer hold.
    let mut done = Vec::new();
    let mut place = 0;
    while let Some(turn) = plans[phase as usize].turns.get(place) {
        place += 1;
        let is_due = |store: &&Rc<Column>| done.is_empty() || !done.contains(&store.component_type());
        if turn.is_parallel {
            let due: Vec<_> = turn.stores.iter().filter(is_due).map(|store| &**store).collect();
            run_side_by_side(core, &due, phase, dt, site)?;
        } else if let Some(store) = turn.stores.iter().find(is_due) {
            run(core, &**store, phase, dt, site)?;
        }
        if core.plans.borrow().is_none() {
            // A type was added for the first time: it stands later in the order, or has had its turn if it stands before.
            let known = types(&plans[phase as usize].turns);
            done.extend(types(&plans[phase as usize].turns[..place]));
            *plans = order::plans(core)?;
            let mut before = types(&plans[phase as usize].turns);
            before.truncate(before.iter().rposition(|ty| done.contains(ty)).unwrap_or_default());
            done.extend(before.into_iter().filter(|ty| !known.contains(ty)));
            place = 0;
        }
    }
    core.schedules().with(phase, |schedule| schedule.run(core, dt, site))?;
    // So did the schedule, perhaps.
    *plans = order::plans(core)?;
    Ok(())
}

/// Runs the pass of one type.
#[track_caller]
pub(crate) fn update_one<T: Component>(dt: f32, site: CallSite) -> Result<(), UpdateError> {
    let Some(core) = ready(dt)? else { return Ok(()) };
    core.sync();
    let run = |store: &Store<T>| {
        store.check_pass(Phase::Update)?;
        let _updating = core.begin_update();
        core.clock.borrow_mut().dt = dt;
        if spec::<T>().pass(Phase::Update).is_some_and(|hook| hook.is_parallel()) {
            run_side_by_side(&core, &[store], Phase::Update, dt, site)
        } else {
            run(&core, store, Phase::Update, dt, site)
        }
    };
    with_store(T::__cell(), run).unwrap_or(Ok(()))
}

/// Refuses calls while the thread unwinds, bad time steps and calls from inside; `None` if there is no world.
#[track_caller]
pub(crate) fn ready(dt: f32) -> Result<Option<Rc<WorldCore>>, UpdateError> {
    refuse_unwinding().map_err(UpdateError::World)?;
    let core = current_if_any().map_err(UpdateError::World)?;
    match &core {
        Some(core) => check_dt(&core.clock.borrow(), dt)?,
        None => check_dt(&Clock::default(), dt)?,
    }
    core.as_ref().map_or(Ok(()), |core| core.refuse_inside())?;
    Ok(core)
}

fn check_dt(clock: &Clock, dt: f32) -> Result<(), UpdateError> {
    clock.check(dt).map_err(|bad| match bad {
        BadTime::NotATime => UpdateError::BadDt { dt },
        BadTime::TooLong => UpdateError::LongDt { dt, longest: clock.longest_dt },
    })
}

/// Runs the `start` of those components of some types that wait for it, also of those that come meanwhile, with a sync
/// point before and after each round. Refuses to go on if there is no end of them.
#[inline]
fn start(core: &WorldCore, stores: &[&Column], site: CallSite) -> Result<(), UpdateError> {
    if stores.iter().any(|store| store.awaits_start()) { start_all(core, stores, site) } else { Ok(()) }
}

#[cold]
fn start_all(core: &WorldCore, stores: &[&Column], site: CallSite) -> Result<(), UpdateError> {
    let limit = core.init_limit().get();
    let mut component = "";
    for _ in 0..=limit {
        let mut has_started = false;
        for store in stores.iter().filter(|store| store.awaits_start()) {
            if core.structural(|| life::start(store, site)) {
                (has_started, component) = (true, store.name());
            }
        }
        if !has_started {
            return Ok(());
        }
    }
    Err(UpdateError::EndlessStart { component, limit })
}

/// Runs a pass, with a sync point after it. What it needs is made before, with sync points of its own.
#[inline]
fn run(core: &WorldCore, store: &Column, phase: Phase, dt: f32, site: CallSite) -> Result<(), UpdateError> {
    store.prepare_pass(phase, site)?;
    start(core, &[store], site)?;
    let commands = CommandBuffer::default();
    {
        let _inside = core.op();
        let pass = core.ticker().begin_pass(|| store.component_type(), phase);
        if let Err(refusal) = store.run_pass(phase, dt, &commands, site) {
            pass.into_iter().for_each(Pass::refuse);
            return Err(refusal);
        }
    }
    end(core, commands);
    Ok(())
}

/// Runs passes that several threads may run, at the same time. None takes what another one writes to.
fn run_side_by_side(
    core: &WorldCore,
    stores: &[&Column],
    phase: Phase,
    dt: f32,
    site: CallSite,
) -> Result<(), UpdateError> {
    stores.iter().try_for_each(|store| store.prepare_pass(phase, site))?;
    start(core, stores, site)?;
    let outcome = {
        let _inside = core.op();
        // Each part of a job has a record of its own.
        let unused = CommandBuffer::default();
        let begun = stores.iter().filter_map(|store| store.run_pass(phase, dt, &unused, site).transpose());
        let begun: Vec<_> = begun.collect::<Result<_, _>>()?;
        let jobs: Vec<_> = begun.iter().map(|job| &**job).collect();
        let pool = core.pool.borrow().clone();
        let outcome = share(&jobs, Cut::Measured, &pool);
        jobs.iter().for_each(|job| job.end(core));
        outcome
    };
    end(core, outcome.finish());
    Ok(())
}

/// Ends a turn: a sync point, then what was recorded, then another one.
#[inline]
pub(crate) fn end(core: &WorldCore, commands: CommandBuffer) {
    core.sync();
    if !commands.is_empty() {
        commands.apply_all();
        core.sync();
    }
}
