//! Checks that the passes of a column can run, and makes the singletons that they need.

use crate::base::CallSite;
use crate::borrow::HookName;
use crate::column::Column;
use crate::error::{SingletonError, UpdateError};
use crate::phase::Phase;
use crate::world::{Timed, Work};

/// Refuses if something that the type's pass would visit is borrowed.
pub(in crate::frame) fn check_pass(column: &Column, phase: Phase) -> Result<(), UpdateError> {
    let Some(hook) = column.info.spec.hooks.pass(phase) else { return Ok(()) };
    let own = column.borrows.any_conflict().map(|conflict| UpdateError::borrowed(column.name(), conflict));
    let free = own.map_or_else(|| column.world.check_free(hook.access()), Err);
    free.map_err(|error| error.met_by(pass_name(column, phase)))
}

/// Makes the singletons that the type's pass needs.
pub(in crate::frame) fn prepare_pass(
    column: &Column,
    phase: Phase,
    site: CallSite,
) -> Result<(), UpdateError> {
    let Some(hook) = column.info.spec.hooks.pass(phase) else { return Ok(()) };
    hook.prepare(site).or_else(|error| match error {
        error if concerns_nobody(column, &error) => Ok(()),
        UpdateError::Singleton(error) => Err(UpdateError::Singleton(error.in_hook(pass_name(column, phase)))),
        other => Err(other),
    })
}

/// Says whether an error is about a nested state that does not exist now, and no component is there whose
/// hook would take the state.
pub(super) fn concerns_nobody(column: &Column, error: &UpdateError) -> bool {
    matches!(error, UpdateError::Singleton(SingletonError::Absent { .. })) && column.count() == 0
}

/// A pass of the type, or other work on it, as something that is timed.
pub(crate) fn timed(column: &Column, work: Work) -> Timed {
    Timed::component(work, column.info.id, column.name())
}

/// The hook of a phase, as messages name it.
pub(super) fn pass_name(column: &Column, phase: Phase) -> HookName {
    column.hook_name(column.info.spec, phase.hook())
}
