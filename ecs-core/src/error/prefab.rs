//! [`PrefabError`]: why nothing was copied.

use core::fmt;
use core::panic::Location;
use ecs_derive::Sentence;

use super::change::AddError;
use super::world::WorldError;
use super::write::borrowed_by;
use crate::borrow::{Borrower, Conflict};
use crate::ids::Entity;

/// A type whose components cannot be copied, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NotCopied {
    /// The component's type.
    pub component: &'static str,
    /// Why.
    pub why: WhyNotCopied,
}

/// Why components of a type cannot be copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WhyNotCopied {
    /// The type may contain handles, and is not `Serialize`: the copy cannot find them.
    Unseen,
    /// Its values contain handles, or serde skips one, and the type is not `Deserialize`: the handles cannot
    /// be changed to those of the copy.
    Fixed,
    /// It is neither `Clone` nor `Deserialize`.
    NotClone,
}

impl fmt::Display for NotCopied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { component, why } = self;
        match why {
            WhyNotCopied::Unseen => write!(
                f,
                "{component} may hold handles: derive `Serialize` and `Deserialize` for it, so that those of \
                 a copy lead to the copy; a field that serde cannot write is marked `#[serde(skip)]`"
            ),
            WhyNotCopied::Fixed => write!(
                f,
                "{component} holds handles: derive `Deserialize` for it, so that those of a copy lead to the \
                 copy"
            ),
            WhyNotCopied::NotClone => write!(f, "{component} cannot be copied: derive `Clone` for it"),
        }?;
        match component.ends_with('>') {
            true => f.write_str("; of a generic type, the bounds of its declaration must prove that"),
            false => Ok(()),
        }
    }
}

/// Why a prefab was not made, or nothing was copied.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum PrefabError {
    /// There is no world.
    #[says("cannot copy: {error}")]
    World(WorldError),
    /// Types cannot be copied: all of them are here.
    #[says(write_not_copied)]
    Types(Vec<NotCopied>),
    /// A component cannot be read now, or cannot be reset.
    #[says("cannot copy {component} of {entity:?}: it is {}; drop that guard first", borrowed_by(by, at))]
    Borrowed {
        /// The component's type.
        component: &'static str,
        /// Its entity.
        entity: Entity,
        /// What has borrowed it.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// The `Serialize` or the `Deserialize` of a value has failed.
    #[says(write_value)]
    Value {
        /// The component's type.
        component: &'static str,
        /// Its entity, if it is one that was to be copied.
        entity: Option<Entity>,
        /// What it says.
        message: String,
    },
    /// The entity that was to be copied is dead, or what builds a prefab has despawned its root.
    #[says("cannot copy {entity:?}: it is dead; ask `is_alive()` first")]
    Dead {
        /// The entity.
        entity: Entity,
    },
    /// What builds a prefab has asked for a singleton.
    #[says(
        "a prefab is built in a world of its own, and {component} is a singleton, of which that has none: \
         read it before, and let the closure capture what it needs"
    )]
    Singleton {
        /// The singleton's type.
        component: &'static str,
    },
    /// There are 256 worlds, so that the ids of a prefab could be taken for those of one of them.
    #[says(
        "a prefab is built in a world of its own, and there are 256 worlds already: build it before you \
         make as many"
    )]
    TooManyWorlds,
    /// No entity could be made, or a component was refused.
    #[says("{error}")]
    #[from]
    Add(AddError),
}

impl PrefabError {
    pub(crate) fn borrowed(component: &'static str, entity: Entity, conflict: Conflict) -> Self {
        Self::Borrowed { component, entity, by: conflict.borrower, at: conflict.at }
    }
}

fn write_not_copied(f: &mut fmt::Formatter<'_>, types: &[NotCopied]) -> fmt::Result {
    f.write_str("cannot copy: ")?;
    for (place, not_copied) in types.iter().enumerate() {
        write!(f, "{}{not_copied}", if place == 0 { "" } else { "; " })?;
    }
    Ok(())
}

fn write_value(
    f: &mut fmt::Formatter<'_>,
    component: &str,
    entity: &Option<Entity>,
    message: &str,
) -> fmt::Result {
    match entity {
        Some(entity) => write!(f, "cannot copy {component} of {entity:?}: {message}"),
        None => write!(f, "cannot make a copy of {component}: {message}"),
    }
}
