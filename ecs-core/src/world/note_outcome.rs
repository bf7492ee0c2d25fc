//! Noting in the current world how hooks have ended.

use core::fmt;

use crate::base::{emit, print};
use crate::borrow::HookName;
use crate::error::fail;
use crate::ids::Entity;
use crate::outcomes::{Ended, Failure, FailurePolicy, IdleRows};

use super::command_buffer::CommandBuffer;
use super::core::WorldCore;
use super::current::{current, with_current};

impl WorldCore {
    /// Notes the entities for which a hook had nothing to do, if there are any.
    #[inline]
    pub(crate) fn note_idle(&self, hook: HookName, rows: Option<IdleRows>) {
        if let Some(rows) = rows {
            self.log.note_idle(hook, rows, self.frame());
        }
    }

    /// The number of the current frame: 0 while the clock is set.
    fn frame(&self) -> u64 {
        self.frames.number().unwrap_or_default()
    }

    /// Counts a panic after which a pass continues, and warns of it.
    pub(crate) fn count_panic(&self, hook: HookName, entity: Entity, message: String) {
        let panic = self.failure(hook, entity, message, true);
        emit(format_args!("ecs-core: the frame goes on: {panic}"));
        self.log.note_failure(panic);
    }

    fn failure(&self, hook: HookName, entity: Entity, message: String, is_panic: bool) -> Failure {
        let HookName { component, hook } = hook;
        Failure { component, hook, entity, message, is_panic, count: 1, frame: self.frame() }
    }
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

impl Ended {
    /// Notes how a hook has ended that may run on any thread: when the commands run.
    #[cold]
    #[inline(never)]
    pub(crate) fn note_later(self, hook: HookName, entity: Entity, commands: &CommandBuffer) {
        match self {
            Self::Done => {}
            Self::Nothing => commands.run(move || note_idle(hook, entity)),
            Self::Failed(error) => {
                let text = error.to_string();
                commands.run(move || _ = note_failed(hook, entity, Box::new(text)));
            }
        }
    }
}

/// Notes that a hook had nothing to do for an entity.
#[cold]
#[inline(never)]
fn note_idle(hook: HookName, first: Entity) {
    // Where the world has ended meanwhile, nobody counts.
    let _ = with_current(|core| core.note_idle(hook, Some(IdleRows { count: 1, first })));
}

/// Notes the error of a hook, or panics with the error. Says whether the component is to be switched off, if
/// the hook is one of a frame. Displays and drops the error, which is code of the user.
#[cold]
#[inline(never)]
pub(crate) fn note_failed(hook: HookName, entity: Entity, error: Box<dyn fmt::Display>) -> bool {
    let Ok(core) = current() else { return false };
    let policy = core.log.policy();
    if policy == FailurePolicy::Stop {
        fail(&core.failure(hook, entity, error.to_string(), false));
    }
    if !core.log.count_more_errors(hook, core.frame(), 1) {
        let failure = core.failure(hook, entity, error.to_string(), false);
        if core.log.note_failure(failure.clone()) && cfg!(debug_assertions) {
            print(format_args!("ecs-core: {failure}"));
        }
        emit(format_args!("ecs-core: {failure}"));
    }
    policy == FailurePolicy::SwitchOff
}
