//! What is asked of a column before its passes run: which it has, their order, and what they need.

use crate::base::CallSite;
use crate::borrow::HookName;
use crate::column::Column;
use crate::error::UpdateError;
use crate::phase::Phase;
use crate::world::{OrderConstraints, Timed, Work};

impl Column {
    /// What the type says about its place in the order of the passes.
    pub(crate) fn order_constraints(&self) -> OrderConstraints {
        OrderConstraints {
            after: self.info.spec.passes.after,
            before: self.info.spec.passes.before,
            after_handles: self.info.spec.passes.after_handles,
        }
    }

    /// Says whether the type has a hook that runs in the phase.
    pub(crate) fn has_pass(&self, phase: Phase) -> bool {
        self.info.spec.hooks.pass(phase).is_some()
    }

    /// Refuses if something that the type's pass would visit is borrowed.
    pub(crate) fn check_pass(&self, phase: Phase) -> Result<(), UpdateError> {
        let Some(hook) = self.info.spec.hooks.pass(phase) else { return Ok(()) };
        let own = self.borrows.any_conflict().map(|conflict| UpdateError::borrowed(self.name(), conflict));
        let free = own.map_or_else(|| self.world.check_free(hook.access()), Err);
        free.map_err(|error| error.met_by(self.pass_name(phase)))
    }

    /// Makes the singletons that the type's pass needs.
    pub(crate) fn prepare_pass(&self, phase: Phase, site: CallSite) -> Result<(), UpdateError> {
        let Some(hook) = self.info.spec.hooks.pass(phase) else { return Ok(()) };
        hook.prepare(site).map_err(|error| match error {
            UpdateError::Singleton(error) => UpdateError::Singleton(error.in_hook(self.pass_name(phase))),
            other => other,
        })
    }

    /// A pass of the type, or other work on it, as something that is timed.
    pub(super) fn timed(&self, work: Work) -> Timed {
        Timed::component(work, self.info.id, self.name())
    }

    /// The hook of a phase, as messages name it.
    pub(super) fn pass_name(&self, phase: Phase) -> HookName {
        self.hook_name(self.info.spec, phase.hook())
    }
}
