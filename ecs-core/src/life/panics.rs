//! What a panic in a hook leaves behind: a line that names the hook; and where the frame goes on after it, a
//! component that is off.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::base::{Panic, message_of};
use crate::borrow::HookName;
use crate::column::At;
use crate::outcomes::FailurePolicy;

/// Runs what may panic.
pub(crate) fn caught<R>(run: impl FnOnce() -> R) -> Result<R, Panic> {
    catch_unwind(AssertUnwindSafe(run))
}

/// After a panic in a hook of an entity's component: switches that off, if the frame is to go on. Otherwise
/// the panic goes on. What the hook has put in its place stays on.
pub(crate) fn switch_off(at: At<'_>, row: u32, hook: HookName, panic: Panic) {
    let core = &at.column.world;
    if core.log.policy() != FailurePolicy::SwitchOff {
        resume_unwind(panic);
    }
    core.count_panic(hook, at.entity, message_of(panic));
    switch_off_row(at, row);
}

/// Switches the component of a row off. What its hook has put in its place stays on.
pub(crate) fn switch_off_row(At { column, entity, site }: At<'_>, row: u32) {
    if column.find(entity) == Some(row) {
        // Rows stay where they are: a pass goes on over them.
        column.note_switched(entity, site);
        column.set_own_switch(entity, false);
    }
}
