//! Runs the `inherit` of all types that have one, when all phases of a frame are over.

use crate::base::CallSite;
use crate::column::Column;
use crate::error::UpdateError;
use crate::frame::{Cut, end, share, start, timed};
use crate::world::{CommandBuffer, Frozen, Work, WorldCore};

use super::inheriting::Inheriting;

/// Runs the `inherit` of a type, after the `start` of what has not started yet, and with a sync point after
/// it.
pub(super) fn run_inherit(core: &WorldCore, column: &Column, site: CallSite) -> Result<(), UpdateError> {
    start(core, &[column], site)?;
    let commands = {
        let _inside = core.nesting.enter();
        inherit(column, site)?
    };
    end(core, commands, || timed(column, Work::Inherit));
    Ok(())
}

/// Refuses if something is borrowed that the type's `inherit` would visit.
pub(super) fn check_inherit(column: &Column) -> Result<(), UpdateError> {
    match column.borrows.any_conflict() {
        Some(conflict) => {
            let error = UpdateError::borrowed(column.name(), conflict);
            Err(error.met_by(column.hook_name(column.info.spec, "inherit")))
        }
        None => Ok(()),
    }
}

/// Runs the type's `inherit` on all rows that are due, level by level, and returns its commands.
fn inherit(column: &Column, site: CallSite) -> Result<CommandBuffer, UpdateError> {
    check_inherit(column)?;
    column.close_holes();
    column.check_flushed()?;
    let (Some(hook), Some((inheriting, mut due))) =
        (column.info.spec.extensions.inherit, Inheriting::begin(column))
    else {
        return Ok(CommandBuffer::default());
    };
    let _running = column.world.log.note_running(|| column.hook_name(column.info.spec, "inherit"));
    let lineage = inheriting.lineage();
    let mut pass = hook(column, lineage, site)?;
    let frozen = pass.is_parallel().then(|| Frozen::begin(&column.world));
    if let Some(frozen) = &frozen {
        frozen.add(column.rc());
    }
    let timings = column.world.frames.timings().begin_jobs([timed(column, Work::Inherit)].into_iter());
    let mut rows = 0;
    let pool = column.world.threads.pool();
    let mut outcomes = Vec::new();
    for level in 0..lineage.levels() {
        let listed = due.places(level);
        rows += listed.as_ref().map_or_else(|| lineage.level(level).0.len(), Vec::len);
        if let Some(job) = pass.run_level(level, listed.as_deref()) {
            outcomes.push(share(&[&*job], Cut::Measured, &pool, timings.jobs()));
        }
        due.pass_on(&inheriting, level, listed);
        if outcomes.last().is_some_and(|outcome| outcome.has_panicked()) {
            break;
        }
    }
    // The pass releases its borrows first: then a panic goes on, and commands may be dropped.
    drop((pass, frozen));
    let mut commands = CommandBuffer::default();
    for outcome in outcomes {
        commands.append(outcome.finish());
    }
    inheriting.finish(due);
    timings.end([rows].into_iter());
    Ok(commands)
}
