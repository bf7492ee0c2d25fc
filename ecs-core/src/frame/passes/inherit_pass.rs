//! Runs the `inherit` of all types that have one, when all phases of a frame are over.

use crate::base::CallSite;
use crate::column::Column;
use crate::error::UpdateError;
use crate::frame::ends::end;
use crate::frame::share::{Cut, share};
use crate::world::{CommandBuffer, Frozen, Work, WorldCore};

use super::run_pass::start;

/// Refuses if something is borrowed that an `inherit` would visit.
pub(in crate::frame) fn check_inherit(core: &WorldCore) -> Result<(), UpdateError> {
    core.columns.inheriting().try_for_each(|number| core.columns.numbered(number).check_inherit())
}

/// Runs the `inherit` of all types that have one, in the order of their first add, each after the `start` of
/// what has not started yet, and with a sync point after it.
pub(in crate::frame) fn inherit_all(core: &WorldCore, site: CallSite) -> Result<(), UpdateError> {
    core.columns.inheriting().try_for_each(|number| {
        let column = core.columns.numbered(number);
        start(core, &[&column], site)?;
        let commands = {
            let _inside = core.nesting.enter();
            column.inherit(site)?
        };
        end(core, commands, || column.timed(Work::Inherit));
        Ok(())
    })
}

impl Column {
    fn check_inherit(&self) -> Result<(), UpdateError> {
        match self.borrows.any_conflict() {
            Some(conflict) => {
                let error = UpdateError::borrowed(self.name(), conflict);
                Err(error.met_by(self.hook_name(self.info.spec, "inherit")))
            }
            None => Ok(()),
        }
    }

    /// Runs the type's `inherit` on all rows that are due, level by level, and returns its commands.
    fn inherit(&self, site: CallSite) -> Result<CommandBuffer, UpdateError> {
        self.check_inherit()?;
        self.close_holes();
        self.check_flushed()?;
        let (Some(hook), Some((inheriting, mut due))) = (self.info.spec.inherit, self.begin_inheriting()) else {
            return Ok(CommandBuffer::default());
        };
        let _running = self.world.log.note_running(|| self.hook_name(self.info.spec, "inherit"));
        let lineage = inheriting.lineage();
        let mut pass = hook.begin(self, lineage, site)?;
        let frozen = hook.is_parallel().then(|| Frozen::begin(&self.world));
        if let Some(frozen) = &frozen {
            frozen.add(self.rc());
        }
        let timings = self.world.frames.timings().begin_jobs([self.timed(Work::Inherit)].into_iter());
        let mut rows = 0;
        let pool = self.world.threads.pool();
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
        // What is borrowed is released first: a panic goes on, and commands may be dropped.
        drop((pass, frozen));
        let mut commands = CommandBuffer::default();
        for outcome in outcomes {
            commands.append(outcome.finish());
        }
        inheriting.finish(due);
        timings.end([rows].into_iter());
        Ok(commands)
    }
}
