//! [`SpawnError`], [`SendError`]: why entities are not spawned, and why a world is not sent.

use super::change::AddError;
use super::world::WorldError;
use super::write::write_site;
use crate::borrow::Borrower;
use core::fmt;
use core::panic::Location;

/// Why no entity could be spawned.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpawnError {
    /// All 4,294,967,295 indices are in use or retired.
    OutOfIds,
    /// A component was refused.
    Add(AddError),
    /// The world is closing.
    World(WorldError),
    /// Commands of a system of another world were to spawn.
    OtherWorld,
    /// There is no memory for so many entities.
    NoRoom {
        /// How many were to be spawned.
        additional: usize,
    },
}

impl fmt::Display for SpawnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfIds => {
                f.write_str("no entity index is free: despawn entities that are no longer needed")
            }
            Self::Add(error) => fmt::Display::fmt(error, f),
            Self::World(error) => write!(f, "cannot spawn an entity: {error}"),
            Self::OtherWorld => f.write_str(
                "these commands run in the world of their system, and another one is current: spawn here \
                 with `Entity::spawn`, or ask for it before or after the call of `enter`",
            ),
            Self::NoRoom { additional } => {
                write!(f, "there is no memory for {additional} more entities: spawn fewer at a time")
            }
        }
    }
}

impl core::error::Error for SpawnError {}

/// Why a world was not made ready for another thread.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SendError {
    /// A component type is not `Send`, or is generic and its declared bounds do not prove it.
    NotSend {
        /// The component's type.
        component: &'static str,
    },
    /// Something of a store is borrowed.
    Busy {
        /// The component's type.
        component: &'static str,
        /// What has borrowed it.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// An event waits for a component, and nobody knows whether it is `Send`.
    Waiting {
        /// The component's type.
        component: &'static str,
    },
    /// Hooks or observers are still to be told of something, or a value is still to be dropped, as the thread
    /// unwinds, or as one of them has panicked.
    Untold,
    /// A query lives that was made in the world, though it borrows none of its components; or one runs its
    /// `par_each`.
    Queried,
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotSend { component } => write!(
                f,
                "cannot send the world: {component} is not known to be `Send`; remove it first, or give it \
                 only `Send` fields (a generic type: `Send` bounds)"
            ),
            Self::Busy { component, by, at } => {
                write!(f, "cannot send the world: a {component} is {by}")?;
                write_site(f, at)?;
                f.write_str("; drop that guard first")
            }
            Self::Waiting { component } => write!(
                f,
                "cannot send the world: an event waits for a component of type {component}; send the world \
                 when no panic unwinds, so that the component is notified first"
            ),
            Self::Untold => f.write_str(
                "cannot send the world: observers are still to be told of something, or values to be \
                 dropped; send the world when no panic unwinds, after a `World::flush` that does not panic",
            ),
            Self::Queried => f.write_str("cannot send the world: a query of it lives; drop that query first"),
        }
    }
}

impl core::error::Error for SendError {}
