//! The passes of one type: what they take, and how they run.

use std::panic::resume_unwind;

use crate::base::AccessSet;
use crate::borrow::{CallSite, HookName};
use crate::clock::Phase;
use crate::column::Column;
use crate::error::UpdateError;
use crate::life::{caught, switch_off};
use crate::spec::PassCall;
use crate::walk::{Opened, Opening};
use crate::world::{CommandBuffer, Job, OrderConstraints, Skips, name_panicking};

impl Column {
    /// What the type says about its place in the order of the passes.
    pub(crate) fn order_constraints(&self) -> OrderConstraints {
        OrderConstraints {
            after: self.spec().after,
            before: self.spec().before,
            after_handles: self.spec().after_handles,
        }
    }

    /// Says whether the type has a hook that runs in the phase.
    pub(crate) fn has_pass(&self, phase: Phase) -> bool {
        self.spec().pass(phase).is_some()
    }

    /// Refuses if something that the type's pass would visit is borrowed.
    pub(crate) fn check_pass(&self, phase: Phase) -> Result<(), UpdateError> {
        let Some(hook) = self.spec().pass(phase) else { return Ok(()) };
        self.world().check_free(&AccessSet::All(&[self.info.access, hook.access()]))
    }

    /// Says whether the type has a `start`.
    pub(crate) fn has_start(&self) -> bool {
        self.spec().start.is_some()
    }

    /// Makes the singletons that the type's pass needs.
    pub(crate) fn prepare_pass(&self, phase: Phase, site: CallSite) -> Result<(), UpdateError> {
        let Some(hook) = self.spec().pass(phase) else { return Ok(()) };
        hook.prepare(site).map_err(|error| match error {
            UpdateError::Singleton(error) => UpdateError::Singleton(error.in_hook(self.pass_name(phase))),
            other => other,
        })
    }

    /// Runs the type's pass, and keeps its commands; or begins it and returns what is left to run, if several
    /// threads may run it. `dt` is in seconds.
    pub(crate) fn run_pass(
        &self,
        phase: Phase,
        dt: f32,
        commands: &CommandBuffer,
        site: CallSite,
    ) -> Result<Option<Box<dyn Job>>, UpdateError> {
        let Some(hook) = self.spec().pass(phase) else { return Ok(None) };
        let name = self.pass_name(phase);
        let _running = self.world().note_running(name);
        let for_threads = hook.is_parallel();
        let isolated = self.spec().isolated && !for_threads;
        self.close_holes();
        let enabled = self.enabled_rows() as u32;
        let mut listed = if for_threads { None } else { self.rows_of_pass() };
        // How many of those that are listed had their turn.
        let mut done = 0;
        let skips = Skips::default();
        loop {
            let row = {
                let opened = Opened::new(Some(self.world().clone()));
                let again = listed.as_deref().map(|rows| &rows[done..]);
                let opening = Opening {
                    visiting: &opened.visiting,
                    for_threads,
                    isolated,
                    hook: Some(name),
                    again,
                    site,
                };
                // Before what it takes is opened: that may run hooks, which could borrow a singleton that is
                // open already.
                let _turn = (!for_threads).then(|| opening.visiting.begin());
                let panic = match caught(|| {
                    hook.run(self, &PassCall { dt, commands, phase, skips: &skips, opening })
                }) {
                    Ok(result) => {
                        if !for_threads {
                            self.world().note_skips(self.info.id, phase, skips.report(name));
                        }
                        return opened.visiting.take_refusal().map_or(result, |held| Err(held.into()));
                    }
                    Err(panic) => panic,
                };
                // Between two rows it is not in the hook.
                let visited = opened.visiting.current().filter(|_| !for_threads);
                let Some((row, entity)) = visited.and_then(|row| Some((row, self.entity_of(row)?))) else {
                    resume_unwind(panic);
                };
                name_panicking(name, entity);
                switch_off(self, row, entity, name, panic);
                row
            };
            // All that were enabled when it began: one may be off only for now.
            let rows = listed.get_or_insert_with(|| (0..enabled).collect());
            done = rows.partition_point(|&of| of <= row);
        }
    }

    /// The hook of a phase, as messages name it.
    fn pass_name(&self, phase: Phase) -> HookName {
        HookName { component: self.name(), hook: self.spec().method(phase.hook()) }
    }
}
