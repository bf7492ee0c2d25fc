//! What can go wrong with a world as a whole: [`WorldError`], [`SpawnError`], [`SendError`].

use core::fmt;
use core::panic::Location;

use crate::store::Borrower;

use super::{AddError, write_site};

/// Why there is no world to work in.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldError {
    /// Nothing was spawned on this thread yet.
    NoWorld,
    /// The world, or the thread, is coming to its end: its components are being dropped.
    Closing,
    /// The thread unwinds from a panic, and no hook, no system and no `Drop` of a component runs before its end: what needs one
    /// is not done.
    Unwinding,
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoWorld => {
                "this thread has no world yet: `Entity::spawn()` makes one, or `World::enter` brings one; what was spawned on another \
                 thread is reached by its `World::remote`"
            }
            Self::Unwinding => {
                "the thread unwinds from a panic: what runs hooks, systems or drops must wait for its end"
            }
            Self::Closing => "the world is closing: while its components are dropped it takes no calls",
        })
    }
}

impl core::error::Error for WorldError {}

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
    /// Something of a store is lent.
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
    /// A query lives that was made in the world, though it borrows none of its components; or one runs its `par_each`.
    Queried,
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotSend { component } => write!(
                f,
                "cannot send the world: {component} is not known to be `Send`; remove it first, or give it only `Send` fields \
                 (a generic type: `Send` bounds)"
            ),
            Self::Busy { component, by, at } => {
                write!(f, "cannot send the world: a {component} is {by}")?;
                write_site(f, at)?;
                f.write_str("; drop that guard first")
            }
            Self::Waiting { component } => write!(
                f,
                "cannot send the world: an event waits for a component of type {component}; send the world when no panic unwinds, so that it can be told before"
            ),
            Self::Queried => f.write_str("cannot send the world: a query of it lives; drop that query first"),
        }
    }
}

impl core::error::Error for SendError {}
