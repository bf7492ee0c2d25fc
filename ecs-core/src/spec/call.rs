//! [`LifeCall`] and [`PassCall`]: for what a hook is called.

use core::fmt;
use std::panic::resume_unwind;

use crate::base::{CallSite, Panic};
use crate::borrow::HookName;
use crate::column::Column;
use crate::error::{BorrowError, SingletonError, fail};
use crate::ids::Entity;
use crate::outcomes::IdleCount;
use crate::phase::Phase;
use crate::terms::Opening;
use crate::world::{CommandBuffer, Skips};

/// Why a life hook has not run.
pub enum NotRun {
    /// The entity lacks a component that `init` takes.
    Missing(&'static str),
    /// Something else has borrowed a component that the hook takes.
    Blocked(Box<BorrowError>),
    /// The hook takes a singleton that cannot be made.
    Unset(Box<SingletonError>),
    /// The hook takes a singleton whose making has panicked.
    Panicked(Panic),
    /// The hook has run, and returned an error.
    Failed(Box<dyn fmt::Display>),
}

impl NotRun {
    /// Panics because a hook that cannot wait has not run. Names the call that runs it: no line of the
    /// library is of use. A panic is passed on.
    #[cold]
    pub(crate) fn fail(self, &LifeCall { entity, hook, site }: &LifeCall) -> ! {
        let say = |error: &dyn fmt::Display| match site.location() {
            Some(at) => fail(&format_args!("cannot run the hook `{hook:?}`, by the call at {at}: {error}")),
            None => fail(&format_args!("cannot run the hook `{hook:?}`: {error}")),
        };
        match self {
            Self::Missing(component) => say(&BorrowError::Missing { component, entity, ending: None }),
            Self::Blocked(error) => say(&error),
            Self::Unset(error) => say(&error.in_hook(hook)),
            Self::Panicked(panic) => resume_unwind(panic),
            Self::Failed(error) => say(&error),
        }
    }
}

/// The component that a life hook or a method that listens is called for.
pub struct LifeCall {
    pub(crate) entity: Entity,
    pub(crate) hook: HookName,
    pub(crate) site: CallSite,
}

impl PassCall<'_> {
    /// The hook, as messages name it.
    pub(crate) fn name(&self, column: &Column) -> HookName {
        self.opening.hook.unwrap_or(HookName { component: column.name(), hook: "update" })
    }
}

/// The pass that a parameter is prepared for.
pub struct PassCall<'p> {
    pub(crate) dt: f32,
    /// What is to be done after it.
    pub(crate) commands: &'p CommandBuffer,
    pub(crate) phase: Phase,
    /// Counts the entities that it skips.
    pub(crate) skips: &'p Skips,
    /// Counts the entities for which it has nothing to do.
    pub(crate) idle: &'p IdleCount,
    /// How what it takes is borrowed.
    pub(crate) opening: Opening<'p>,
}
