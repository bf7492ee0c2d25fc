//! Runs passes, each with the `start` of what it visits for the first time before it.

use std::panic::resume_unwind;

use crate::base::CallSite;
use crate::column::Column;
use crate::error::UpdateError;
use crate::frame::ends::end;
use crate::frame::share::{Cut, share};
use crate::life::{self, caught, switch_off};
use crate::outcomes::{IdleCount, name_panicking};
use crate::phase::Phase;
use crate::spec::PassCall;
use crate::terms::{Opened, Opening};
use crate::ticks::RunningPass;
use crate::world::{CommandBuffer, Job, Skips, Timed, Work, WorldCore};

use super::column_passes::{concerns_nobody, pass_name, timed};

/// The phase and the length in seconds of a pass, and the user's call that runs it.
#[derive(Clone, Copy)]
pub(crate) struct PassStep {
    pub(crate) phase: Phase,
    pub(crate) dt: f32,
    pub(crate) site: CallSite,
}

/// Runs the `start` of those components of some types that wait for it, also of those that come meanwhile,
/// with a sync point before and after each round. Refuses to go on if there is no end of them.
#[inline]
pub(crate) fn start(core: &WorldCore, columns: &[&Column], site: CallSite) -> Result<(), UpdateError> {
    if columns.iter().any(|column| column.lifecycle.starts.count() != 0) {
        start_all(core, columns, site)
    } else {
        Ok(())
    }
}

#[cold]
fn start_all(core: &WorldCore, columns: &[&Column], site: CallSite) -> Result<(), UpdateError> {
    let limit = core.nesting.limit();
    let mut component = "";
    for _ in 0..=limit {
        let mut has_started = false;
        for column in columns.iter().filter(|column| column.lifecycle.starts.count() != 0) {
            let waiting = column.lifecycle.starts.count();
            let _timing = core.frames.timings().begin(waiting, || timed(column, Work::Start));
            if core.structural(|| life::start(column, site)) {
                (has_started, component) = (true, column.name());
            }
        }
        if !has_started {
            return Ok(());
        }
    }
    Err(UpdateError::EndlessStart { component, limit })
}

/// Runs a pass, whose singletons were made, with a sync point after it.
#[inline]
pub(in crate::frame) fn run(core: &WorldCore, column: &Column, step: PassStep) -> Result<(), UpdateError> {
    start(core, &[column], step.site)?;
    let commands = CommandBuffer::of(core.ticker.number());
    {
        let _inside = core.nesting.enter();
        let pass = core.ticker.begin_pass(|| column.info.id, step.phase);
        if let Err(refusal) = run_pass(column, step, &commands) {
            pass.into_iter().for_each(RunningPass::refuse);
            return Err(*refusal);
        }
    }
    end(core, commands, || timed(column, Work::Pass));
    Ok(())
}

/// Runs passes that several threads may run, at the same time. None takes what another one writes to; the
/// singletons of all were made.
pub(in crate::frame) fn run_side_by_side(
    core: &WorldCore,
    columns: &[&Column],
    step: PassStep,
) -> Result<(), UpdateError> {
    start(core, columns, step.site)?;
    let outcome = {
        let _inside = core.nesting.enter();
        // Each part of a job has a command buffer of its own.
        let unused = CommandBuffer::default();
        let timings =
            core.frames.timings().begin_jobs(columns.iter().map(|column| timed(column, Work::Pass)));
        let begun = columns.iter().filter_map(|column| begin_pass(column, step, &unused).transpose());
        let begun: Vec<_> = begun.collect::<Result<_, _>>()?;
        let jobs: Vec<_> = begun.iter().map(|job| &**job).collect();
        let pool = core.threads.pool();
        let outcome = share(&jobs, Cut::Measured, &pool, timings.jobs());
        jobs.iter().for_each(|job| job.end(core));
        timings.end(columns.iter().map(|column| column.enabled_rows()));
        outcome
    };
    let whole = || Timed::whole(Work::Pass);
    end(core, outcome.finish(), || columns.last().map_or_else(whole, |last| timed(last, Work::Pass)));
    Ok(())
}

/// Begins a pass that several threads may run; `None` if the type has none.
fn begin_pass(
    column: &Column,
    PassStep { phase, dt, site }: PassStep,
    commands: &CommandBuffer,
) -> Result<Option<Box<dyn Job>>, UpdateError> {
    let Some(hook) = column.info.spec.hooks.pass(phase) else { return Ok(None) };
    let name = pass_name(column, phase);
    let _running = column.world.log.note_running(|| name);
    column.close_holes();
    let opened = Opened::new(Some(column.world.clone()));
    let visiting = &opened.visiting;
    let opening =
        Opening { visiting, for_threads: true, isolated: false, hook: Some(name), again: None, site };
    let call =
        PassCall { dt, commands, phase, skips: &Skips::default(), idle: &IdleCount::default(), opening };
    match hook.run(column, &call) {
        Err(error) if concerns_nobody(column, &error) => Ok(None),
        begun => begun.map_err(|error| error.met_by(name)),
    }
}

/// Runs the type's pass, and keeps its commands.
fn run_pass(column: &Column, step: PassStep, commands: &CommandBuffer) -> Result<(), Box<UpdateError>> {
    let PassStep { phase, dt, site } = step;
    let Some(hook) = column.info.spec.hooks.pass(phase) else { return Ok(()) };
    let name = pass_name(column, phase);
    let _running = column.world.log.note_running(|| name);
    let isolated = column.info.spec.passes.isolated;
    column.close_holes();
    let enabled = column.enabled_rows();
    let _timing = column.world.frames.timings().begin(enabled, || timed(column, Work::Pass));
    // Rows that are not in order are listed. They are visited as far as they are enabled at their turn.
    let mut listed = if column.is_flushed() { None } else { Some(column.rows_to_visit()) };
    // The number of listed rows that the pass has visited.
    let mut done = 0;
    let (skips, idle) = (Skips::default(), IdleCount::default());
    loop {
        let opened = Opened::new(Some(column.world.clone()));
        let visiting = &opened.visiting;
        let again = listed.as_deref().map(|rows| &rows[done..]);
        let opening = Opening { visiting, for_threads: false, isolated, hook: Some(name), again, site };
        // Begins here: opening parameters may run hooks, and those must not borrow a singleton that is
        // already open.
        let turn = visiting.begin();
        let call = PassCall { dt, commands, phase, skips: &skips, idle: &idle, opening };
        let mut error = None;
        let panic = match caught(|| error = hook.run(column, &call).err()) {
            Ok(()) => {
                column.world.note_idle(name, idle.take());
                column.world.log.note_skips(column.info.id, phase, skips.report(name));
                let error = error.filter(|error| !concerns_nobody(column, error));
                if error.is_none() && !visiting.is_refused() {
                    return Ok(());
                }
                let refusal = visiting.take_refusal().map(|held| Box::new(UpdateError::from(held)));
                return refusal.or(error).map_or(Ok(()), |error| Err(Box::new(error.met_by(name))));
            }
            Err(panic) => panic,
        };
        column.world.note_idle(name, idle.take());
        // Between two rows it is not in the hook.
        let visited = visiting.current();
        drop(turn);
        drop(opened);
        let Some((row, entity)) = visited.and_then(|row| Some((row, column.entity_of(row)?))) else {
            resume_unwind(panic);
        };
        name_panicking(name, entity);
        switch_off(column.at(entity, site), row, name, panic);
        // All rows that were enabled when the pass began: a row that is off now may be on again at its
        // turn.
        let rows = listed.get_or_insert_with(|| (0..enabled as u32).collect());
        done = rows.partition_point(|&of| of <= row);
    }
}
