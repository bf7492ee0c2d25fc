//! What can go wrong when a component is set and its old value given back: [`ReplaceError`].

use core::panic::Location;
use ecs_derive::Sentence;

use crate::borrow::Borrower;
use crate::ids::Entity;

use super::change::{AddError, RemoveError};
use super::write::borrowed_by;

/// Why a component was not replaced.
#[derive(Clone, Copy, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum ReplaceError {
    /// The new value was refused. If that is because its `init` misses a sibling, the old one has gone.
    #[says("{error}")]
    Add(AddError),
    /// The component is borrowed: its value cannot be moved out now.
    #[says(
        "cannot replace {component} of {entity:?}: it is {}; use `insert`, which lets the old value wait \
         for the borrow to end",
        borrowed_by(by, at)
    )]
    Borrowed {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// What has borrowed it.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// A hook of the old value's end takes something that is borrowed: it cannot run now.
    #[says(
        "cannot replace {component} of {entity:?}: its `{hook}` takes {takes}, which is {}; use `insert`, \
         which lets the old value wait for the borrow to end",
        borrowed_by(by, at)
    )]
    Blocked {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// The hook: `shutdown`, or `on_disable`.
        hook: &'static str,
        /// The type that it takes.
        takes: &'static str,
        /// What has borrowed that.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// The end of the old value must wait: the thread unwinds, hooks are nested too deep, or observers are
    /// just being told of it.
    #[says(
        "cannot replace {component} of {entity:?}: the end of the old value must wait; use `insert`, which \
         lets it"
    )]
    Waiting {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
}

impl From<RemoveError> for ReplaceError {
    fn from(error: RemoveError) -> Self {
        match error {
            RemoveError::Borrowed { component, entity, by, at } => {
                Self::Borrowed { component, entity, by, at }
            }
            RemoveError::Blocked { component, entity, hook, takes, by, at } => {
                Self::Blocked { component, entity, hook, takes, by, at }
            }
            RemoveError::Unwinding { component, entity }
            | RemoveError::TooDeep { component, entity, .. }
            | RemoveError::Observed { component, entity } => Self::Waiting { component, entity },
        }
    }
}
