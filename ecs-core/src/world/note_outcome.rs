//! Noting in the current world how hooks have ended.

use core::fmt;

use crate::base::{emit, print};
use crate::borrow::HookName;
use crate::error::fail;
use crate::ids::Entity;
use crate::outcomes::{Ended, Failure, FailurePolicy, IdleCount, IdleRows};

use super::core::WorldCore;
use super::current::{current, with_current};

/// Notes that a hook had nothing to do for an entity.
#[cold]
#[inline(never)]
pub(crate) fn note_idle(hook: HookName, first: Entity) {
    // Where the world has ended meanwhile, nobody counts.
    let _ = with_current(|core| {
        core.log.note_idle(hook, IdleRows { count: 1, first }, core.frames.number_or_zero())
    });
}

impl<E: fmt::Display + 'static> Ended<E> {
    /// Notes in the current world how a hook has ended. Says whether its component is to be switched off, if
    /// the hook is one of a frame.
    #[inline(always)]
    pub(crate) fn note(self, whom: impl FnOnce() -> (HookName, Entity)) -> bool {
        match self {
            Self::Done => false,
            Self::Nothing => {
                let (hook, entity) = whom();
                note_idle(hook, entity);
                false
            }
            Self::Failed(error) => {
                let (hook, entity) = whom();
                note_failed(hook, entity, Box::new(error))
            }
        }
    }
}

impl WorldCore {
    /// Notes the entities for which a pass of a hook had nothing to do, and begins to count anew.
    #[inline]
    pub(crate) fn note_idle_rows(&self, hook: HookName, idle: &IdleCount) {
        if let Some(rows) = idle.take() {
            self.log.note_idle(hook, rows, self.frames.number_or_zero());
        }
    }
}

/// Notes the error of a hook, or panics with the error. Says whether the component is to be switched off, if
/// the hook is one of a frame. Displays and drops the error, which is code of the user.
#[cold]
#[inline(never)]
pub(crate) fn note_failed(hook: HookName, entity: Entity, error: Box<dyn fmt::Display>) -> bool {
    let Ok(core) = current() else { return false };
    let policy = core.log.policy();
    if policy == FailurePolicy::Stop {
        match entity {
            Entity::NONE => fail(&format_args!("`{hook:?}` failed: {error}")),
            _ => fail(&format_args!("`{hook:?}` of {entity:?} failed: {error}")),
        }
    }
    let frame = core.frames.number_or_zero();
    if !core.log.count_more_errors(hook, frame, 1) {
        let (component, hook, message) = (hook.component, hook.hook, error.to_string());
        let failure = Failure { component, hook, entity, message, is_panic: false, count: 1, frame };
        if core.log.note_failure(failure.clone()) && cfg!(debug_assertions) {
            print(format_args!("ecs-core: {failure}"));
        }
        emit(format_args!("ecs-core: {failure}"));
    }
    policy == FailurePolicy::SwitchOff
}

/// Counts further errors of a hook, of which one of this frame is noted.
pub(crate) fn count_errors(hook: HookName, more: usize) {
    let _ = with_current(|core| core.log.count_more_errors(hook, core.frames.number_or_zero(), more));
}
