//! [`update_all`]: runs a frame, phase by phase, the passes of all types in their order.

use core::any::TypeId;
use std::rc::Rc;

use crate::base::{CallSite, now};
use crate::column::Column;
use crate::component::Component;
use crate::error::UpdateError;
use crate::phase::Phase;
use crate::store::{Store, with_store};
use crate::world::{CommandBuffer, FramePart, Moment, Timed, Work, World, WorldCore};

use super::ends::{check_frame, end, expect_run, ready};
use super::passes::{
    FramePlan, PassGroup, PassStep, check_pass, frame_plan, prepare_pass, run, run_side_by_side, start,
};
use super::step::TimeStep;

/// Runs a frame of the current world. `dt` is the time since the last frame, in seconds;
/// [`World::frame`](crate::World::frame) measures this time.
///
/// First the closures run that other threads have sent through [`World::remote`](crate::World::remote). Then
/// there are three phases, in each of which a pass of each type runs over its enabled components:
///
/// 1. `fixed_update`, for each [fixed step](crate::World::set_fixed_step) that the time since the last frame
///    has filled: not at all, once or several times. The remaining time is kept for the next frame;
///    [`Time::alpha`](crate::Time::alpha) returns its share of a step.
/// 2. `update`, once, with the time step.
/// 3. `late_update`, once, with the time step.
///
/// Between `fixed_update` and `update`, due [timers and tasks](Component::after) run. At the end of the
/// frame, [`inherit`](crate::Inherits) runs, and then entities [end](crate::Entity::despawn_after) whose time
/// is over.
///
/// In a phase, types run in the order in which they were first added, moved by `#[component(after(..),
/// before(..))]`; [`explain_order`](crate::explain_order) prints the order. `start` of a component runs
/// before its first visit: when a phase begins, in the order of the types, and before the pass of its type
/// for components that were added meanwhile. After the types the [schedule](crate::World::set_schedule) of
/// the phase runs, if there is one. A type without the hook costs nothing. A component that a pass adds to
/// its own type is first visited by the next pass; later types and phases visit new components in the same
/// frame. The call does nothing without a world, and while the thread unwinds. In a world that its history
/// holds, only the closures of other threads run.
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
/// If `dt` is negative, not finite or [too long](crate::World::set_longest_dt); if the world would be older
/// than 3,000 years; inside a hook; if a guard or view has borrowed a component that would be visited; if a
/// hook takes a singleton that is not set; if the order of the types has a cycle. In these cases no hook
/// runs, and [`try_update_all`] returns an error instead. If a hook or a closure of another thread panics,
/// the frame stops, unless [`World::set_failure_policy`](crate::World::set_failure_policy) lets it go on; the
/// world stays usable.
#[track_caller]
pub fn update_all(dt: f32) {
    let site = CallSite::here();
    expect_run("update_all", None, run_frame(TimeStep::Given(dt), site), site);
}

/// Runs a frame of the current world as [`update_all`], or says why not. `dt` is in seconds.
///
/// # Errors
///
/// Before anything has run: [`UpdateError::BadDt`], [`UpdateError::LongDt`], [`UpdateError::InsideHook`] and
/// [`UpdateError::World`]. Before any hook has run, but after the closures of other threads:
/// [`UpdateError::Borrowed`], [`UpdateError::Singleton`], [`UpdateError::Cycle`] and
/// [`UpdateError::EndOfTime`], and those of the time step if such a closure has set the clock. Later, a guard
/// that a hook keeps, or a type that a hook adds first, may still stop the frame.
///
/// # Panics
///
/// If a hook does, or something that was sent.
#[track_caller]
pub fn try_update_all(dt: f32) -> Result<(), UpdateError> {
    run_frame(TimeStep::Given(dt), CallSite::here())
}

/// A frame of the current world.
impl World {
    /// Runs a frame of the current world as [`update_all`](crate::update_all), by the time since this world's
    /// last `frame`: 0 in the first one.
    ///
    /// It takes at most a quarter of a second, so that a hitch does not throw everything through the walls.
    /// [`Time::real_dt`](crate::Time::real_dt) and [`real_elapsed`](crate::Time::real_elapsed) count the
    /// whole of it. The [time scale](World::set_time_scale) comes after that.
    ///
    /// ```
    /// use ecs_core::{World, time};
    /// # ecs_core::Entity::spawn();
    ///
    /// for _ in 0..3 {
    ///     // Read the keys.
    ///     World::frame();
    ///     // Draw.
    /// }
    /// assert_eq!(time().frame(), 3);
    /// assert!(time().elapsed() <= 0.5);
    /// ```
    ///
    /// For tests, replays and servers, where the same calls are to give the same results, use `update_all`.
    /// One that is refused has not begun: its time is in the next.
    ///
    /// On `wasm32-unknown-unknown` there is no clock. Call `update_all` there, with the time step that the
    /// window measures.
    ///
    /// # Panics
    ///
    /// As [`update_all`](crate::update_all), and where there is no clock. [`try_frame`](Self::try_frame)
    /// returns an error instead.
    #[track_caller]
    pub fn frame() {
        let site = CallSite::here();
        expect_run("World::frame", None, run_measured_frame(site), site);
    }

    /// Runs a frame of the current world as [`frame`](Self::frame), or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_update_all`](crate::try_update_all), but for [`UpdateError::LongDt`]; and
    /// [`UpdateError::NoClock`], before anything has run.
    ///
    /// # Panics
    ///
    /// If a hook does, or something that was sent.
    #[track_caller]
    pub fn try_frame() -> Result<(), UpdateError> {
        run_measured_frame(CallSite::here())
    }
}

#[track_caller]
fn run_measured_frame(site: CallSite) -> Result<(), UpdateError> {
    run_frame(TimeStep::Measured(now().ok_or(UpdateError::NoClock)?), site)
}

#[track_caller]
fn run_frame(step: TimeStep, site: CallSite) -> Result<(), UpdateError> {
    let Some(core) = ready(step.given().unwrap_or_default())? else { return Ok(()) };
    core.lifetime.raise();
    let timing = core.frames.timings().begin_frame();
    core.parts.act(&core, Moment::FrameStart);
    end(&core, CommandBuffer::default(), || Timed::whole(Work::Remote));
    if !core.parts.begin_frame(&core) {
        step.begin(&core);
        return Ok(());
    }
    run_begun_frame(&core, step, site)?;
    core.parts.end_frame(&core);
    timing.end();
    Ok(())
}

/// Runs a frame of a world as one that has run before: `real` is the seconds that had gone by. What other
/// threads have sent waits.
pub(crate) fn repeat_frame(
    core: &Rc<WorldCore>,
    dt: f32,
    real: f64,
    site: CallSite,
) -> Result<(), UpdateError> {
    core.parts.act(core, Moment::OtherFrame);
    run_begun_frame(core, TimeStep::Repeated { dt, real }, site)
}

/// Runs a frame after what other threads have sent.
fn run_begun_frame(core: &Rc<WorldCore>, step: TimeStep, site: CallSite) -> Result<(), UpdateError> {
    let mut plan = prepare(core, site)?;
    // What was sent, has dropped or was made may have set the clock.
    let (dt, real) = step.length(core);
    check_frame(&core.frames.clock(), dt)?;
    plan.check()?;
    core.parts.try_act(core, FramePart::Check)?;
    let _updating = core.frames.begin();
    let _frame = core.ticker.begin_frame();
    step.begin(core);
    core.frames.clock_mut().begin_frame(dt, real);
    for phase in Phase::ALL {
        if phase == Phase::FixedUpdate {
            while core.frames.clock_mut().begin_step() {
                run_phase(core, &mut plan, phase, site)?;
            }
            core.frames.clock_mut().end_pass();
            core.parts.try_act(core, FramePart::Between(site))?;
            core.parts.act(core, Moment::AfterFixed);
            if core.columns.plan.borrow().is_none() {
                plan = frame_plan(core)?;
            }
        } else {
            run_phase(core, &mut plan, phase, site)?;
        }
    }
    core.parts.try_act(core, FramePart::AfterPhases(site))?;
    core.parts.act(core, Moment::FrameEnd);
    // What only looks at components between two frames closes holes too, and has so no say in where rows lie.
    core.columns.borrow_in_order().iter().for_each(|column| column.close_holes());
    Ok(())
}

/// Makes the singletons that the frame needs, so that they are there from its beginning, and returns the
/// order of the passes.
fn prepare(core: &Rc<WorldCore>, site: CallSite) -> Result<Rc<FramePlan>, UpdateError> {
    loop {
        // First: what stands still is not in the plan.
        core.parts.try_act(core, FramePart::Prepare(site))?;
        let plan = frame_plan(core)?;
        plan.prepare(site)?;
        // One that was made may be of a type that is new here, and need others.
        if core.columns.plan.borrow().is_some() {
            return Ok(plan);
        }
    }
}

/// The types whose passes these are.
fn types(groups: &[PassGroup]) -> Vec<TypeId> {
    groups.iter().flat_map(|group| &group.columns).map(|column| column.info.id).collect()
}

/// Runs the passes of one phase, by the time step that the clock shows, and then what the features run.
fn run_phase(
    core: &Rc<WorldCore>,
    plan: &mut Rc<FramePlan>,
    phase: Phase,
    site: CallSite,
) -> Result<(), UpdateError> {
    let _phase = core.frames.timings().begin_phase(phase);
    let step = PassStep { phase, dt: core.frames.clock().dt, site };
    for column in &plan.phases[phase as usize].starts {
        start(core, &[&**column], site)?;
    }
    if core.columns.plan.borrow().is_none() {
        *plan = frame_plan(core)?;
    }
    // Types whose pass has run in this phase; filled only after the plan was made anew.
    let mut done = Vec::new();
    let mut place = 0;
    while let Some(group) = plan.phases[phase as usize].groups.get(place) {
        place += 1;
        let is_due = |column: &&Rc<Column>| done.is_empty() || !done.contains(&column.info.id);
        if group.takes_singletons {
            group.columns.iter().filter(is_due).try_for_each(|column| prepare_pass(column, phase, site))?;
        }
        if group.columns.iter().any(|column| is_parallel(column, phase)) {
            let due: Vec<_> = group.columns.iter().filter(is_due).map(|column| &**column).collect();
            run_side_by_side(core, &due, step)?;
        } else if let Some(column) = group.columns.iter().find(is_due) {
            run(core, column, step)?;
        }
        if core.columns.plan.borrow().is_none() {
            // A type was added for the first time. If it stands later in the order, its pass is still to run;
            // if it stands before, it waits for the phase's next run.
            let known = types(&plan.phases[phase as usize].groups);
            done.extend(types(&plan.phases[phase as usize].groups[..place]));
            *plan = frame_plan(core)?;
            let mut before = types(&plan.phases[phase as usize].groups);
            before.truncate(before.iter().rposition(|ty| done.contains(ty)).unwrap_or_default());
            done.extend(before.into_iter().filter(|ty| !known.contains(ty)));
            place = 0;
        }
    }
    core.parts.try_act(core, FramePart::Phase(step))?;
    if core.columns.plan.borrow().is_none() {
        // A feature has added a type too.
        *plan = frame_plan(core)?;
    }
    Ok(())
}

/// Says whether several threads may run the pass of a type.
fn is_parallel(column: &Column, phase: Phase) -> bool {
    column.info.spec.hooks.pass(phase).is_some_and(|hook| hook.is_parallel())
}

/// Runs the pass of one type.
#[track_caller]
pub(crate) fn update_one<T: Component>(dt: f32, site: CallSite) -> Result<(), UpdateError> {
    let Some(core) = ready(dt)? else { return Ok(()) };
    core.sync();
    let run = |store: &Store<T>| {
        if core.parts.stands_still(store) {
            return Ok(());
        }
        check_pass(store, Phase::Update)?;
        let _updating = core.frames.begin();
        let _phase = core.frames.timings().begin_phase(Phase::Update);
        core.frames.clock_mut().dt = dt;
        let step = PassStep { phase: Phase::Update, dt, site };
        prepare_pass(store, step.phase, site)?;
        if is_parallel(store, step.phase) {
            run_side_by_side(&core, &[store], step)
        } else {
            run(&core, store, step)
        }
    };
    with_store(T::__cell(), run).unwrap_or(Ok(()))
}
