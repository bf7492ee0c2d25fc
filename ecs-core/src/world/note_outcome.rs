//! Noting in the current world how hooks have ended.

use core::fmt;

use crate::base::{emit, print};
use crate::borrow::HookName;
use crate::error::fail;
use crate::ids::Entity;

use super::current::{current, with_current};
use super::failures::FailurePolicy;
use super::idle::IdleRows;

/// Notes that a hook had nothing to do for an entity.
#[cold]
#[inline(never)]
pub(crate) fn note_idle(hook: HookName, first: Entity) {
    // Where the world has ended meanwhile, nobody counts.
    let _ = with_current(|core| core.log.note_idle(hook, IdleRows { count: 1, first }, core.frames.number_or_zero()));
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
    if !core.log.count_more_errors(hook, core.frames.number_or_zero(), 1) {
        note_error(hook, entity, error.to_string(), 1);
    }
    policy == FailurePolicy::SwitchOff
}

/// Notes errors of a hook in the current world, with the text of the first.
pub(crate) fn note_error(hook: HookName, entity: Entity, message: String, count: usize) {
    let noted = with_current(|core| core.log.note_error(hook, entity, message, (count, core.frames.number_or_zero())));
    if let Ok((failure, is_first)) = noted {
        if is_first && cfg!(debug_assertions) {
            print(format_args!("ecs-core: {failure}"));
        }
        emit(format_args!("ecs-core: {failure}"));
    }
}
