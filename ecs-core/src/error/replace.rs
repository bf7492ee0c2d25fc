//! What can go wrong when a component is set and its old value given back: [`ReplaceError`].

use core::fmt;
use ecs_derive::Sentence;

use super::change::{AddError, RemoveError};
use super::write::borrowed_by;

/// Why a component was not replaced.
#[derive(Clone, Copy, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum ReplaceError {
    /// The new value was refused. If that is because its `init` misses a sibling, the old one has gone.
    #[says("{error}")]
    Add(AddError),
    /// The old value cannot be moved out now: it is borrowed, or its end must wait.
    #[says(write_old_stays)]
    OldStays(RemoveError),
}

fn write_old_stays(f: &mut fmt::Formatter<'_>, error: &RemoveError) -> fmt::Result {
    let (component, entity, stays) = match error {
        RemoveError::Borrowed { component, entity, by, at } => {
            (component, entity, format!("it is {}", borrowed_by(by, at)))
        }
        RemoveError::Blocked { component, entity, hook, takes, by, at } => {
            (component, entity, format!("its `{hook}` takes {takes}, which is {}", borrowed_by(by, at)))
        }
        RemoveError::Unwinding { component, entity }
        | RemoveError::TooDeep { component, entity, .. }
        | RemoveError::Observed { component, entity } => {
            let waits = "the end of the old value must wait; use `insert`, which lets it";
            return write!(f, "cannot replace {component} of {entity:?}: {waits}");
        }
    };
    let insert = "use `insert`, which lets the old value wait for the borrow to end";
    write!(f, "cannot replace {component} of {entity:?}: {stays}; {insert}")
}
