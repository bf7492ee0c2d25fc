//! What a panic in a hook leaves behind: a line that names the hook; and where the frame goes on after it, a
//! component that is off.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::base::{Panic, keep_first, keep_panic_of, message_of};
use crate::borrow::HookName;
use crate::column::At;

/// The first panic of an observer or of a hook, kept until all observers have run and what was begun is done.
#[derive(Default)]
pub(crate) struct FirstPanic(Option<Panic>);

impl FirstPanic {
    pub(crate) fn add(&mut self, other: Self) {
        if let Some(panic) = other.0 {
            keep_first(&mut self.0, panic);
        }
    }

    pub(super) fn run(&mut self, run: impl FnOnce()) {
        keep_panic_of(run, &mut self.0);
    }

    /// Lets the panic go on, if there was one.
    pub(crate) fn raise(&mut self) {
        if let Some(panic) = self.0.take() {
            resume_unwind(panic);
        }
    }
}

/// Runs what may panic.
pub(crate) fn caught<R>(run: impl FnOnce() -> R) -> Result<R, Panic> {
    catch_unwind(AssertUnwindSafe(run))
}

/// After a panic in a hook of an entity's component: switches that off, if the frame is to go on. Otherwise
/// the panic goes on. What the hook has put in its place stays on.
pub(crate) fn switch_off(At { column, entity, site }: At<'_>, row: u32, hook: HookName, panic: Panic) {
    if !column.world.log.survives_panics() {
        resume_unwind(panic);
    }
    column.world.log.count_panic(hook, entity, message_of(panic));
    if column.find(entity) == Some(row) {
        // Rows stay where they are: a pass goes on over them.
        column.note_switched(entity, site);
        column.set_own_switch(entity, false);
    }
}
