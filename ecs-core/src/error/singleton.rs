//! What can go wrong with singletons: [`SingletonError`].

use ecs_derive::Sentence;

use crate::base::WithoutPaths;
use crate::borrow::HookName;

use super::borrow::BorrowError;
use super::change::AddError;

/// Why a singleton was not borrowed, or not set.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum SingletonError {
    /// There is none yet, and its type has no `Default`.
    #[says("there is no {component} yet: call `{component}::set(..)` before, or give the type a `Default`")]
    Unset {
        /// The singleton's type.
        component: &'static str,
    },
    /// A hook takes the value, but there is none, and the type has no `Default`.
    #[says(
        "the hook `{by}::{hook}` takes {component}, but there is none yet: call `{component}::set(..)` \
         before, give the type a `Default`, or take `Option<&{component}>`"
    )]
    Needed {
        /// The singleton's type.
        component: &'static str,
        /// The type that has the hook.
        by: &'static str,
        /// The hook.
        hook: &'static str,
    },
    /// A system takes the value, but there is none, and the type has no `Default`.
    #[says(
        "the system `{}` takes {component}, but there is none yet: call `{component}::set(..)` before, give \
         the type a `Default`, or take `Option<&{component}>`",
        WithoutPaths(system)
    )]
    NeededBySystem {
        /// The singleton's type.
        component: &'static str,
        /// The system, as its function or type with its path.
        system: &'static str,
    },
    /// It is a nested state, and the state within which it exists has another value.
    #[says("there is no {component} now, as it is nested in another state: take `Option<&{component}>`")]
    Absent {
        /// The state.
        component: &'static str,
    },
    /// A hook takes a nested state, and the state within which it exists has another value.
    #[says(
        "the hook `{hook}` of {by} takes {component}, which does not exist now, as it is nested in another \
         state: take `Option<&{component}>`, or let {by} stand still by `#[component(in_state(..))]`"
    )]
    AbsentInHook {
        /// The state.
        component: &'static str,
        /// The component's type whose hook it is.
        by: &'static str,
        /// The hook.
        hook: &'static str,
    },
    /// A system takes a nested state, and the state within which it exists has another value.
    #[says(
        "the system `{}` takes {component}, which does not exist now, as it is nested in another state: take \
         `Option<&{component}>`, or let the system run where it exists, by `.run_if(in_state!(..))`",
        WithoutPaths(system)
    )]
    AbsentInSystem {
        /// The state.
        component: &'static str,
        /// The system, as its function or type with its path.
        system: &'static str,
    },
    /// There is none yet, and none can be made.
    #[says("cannot make the {component}: {error}")]
    Make {
        /// The singleton's type.
        component: &'static str,
        /// Why.
        error: AddError,
    },
    /// It cannot be borrowed now.
    #[says("{error}")]
    Borrow(BorrowError),
}

impl SingletonError {
    /// The same, said of a hook that takes the value.
    pub(crate) fn in_hook(self, HookName { component: by, hook }: HookName) -> Self {
        match self {
            Self::Unset { component } => Self::Needed { component, by, hook },
            Self::Absent { component } => Self::AbsentInHook { component, by, hook },
            other => other,
        }
    }

    /// The same, said of a system that takes the value.
    pub(super) fn in_system(self, system: &'static str) -> Self {
        match self {
            Self::Unset { component } => Self::NeededBySystem { component, system },
            Self::Absent { component } => Self::AbsentInSystem { component, system },
            other => other,
        }
    }
}
