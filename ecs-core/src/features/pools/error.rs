//! [`PoolError`]: why a pool gives no entity.

use ecs_derive::Sentence;

use crate::base::WithoutPaths;
use crate::error::{AddError, BorrowError};

/// Why a pool has given no entity.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum PoolError {
    /// The pool has as many entities as it may have: all are taken, or more are asked for to be parked.
    #[says(
        "the pool of {} is exhausted: it has all {max} entities that it may have; give some back or raise \
         the bound",
        WithoutPaths(archetype)
    )]
    Exhausted {
        /// The types of the archetype.
        archetype: &'static str,
        /// How many entities the pool may have.
        max: usize,
    },
    /// The pool has as many entities as it may have. Some are parked, but something of each of them is
    /// borrowed.
    #[says(
        "the pool of {} has {max} entities, and those that are parked are borrowed; drop the guards first \
         (a pass borrows the siblings of its hook) or raise the bound",
        WithoutPaths(archetype)
    )]
    Busy {
        /// The types of the archetype.
        archetype: &'static str,
        /// How many entities the pool may have.
        max: usize,
    },
    /// The entities of the pool belong to another world than the current one.
    #[says(
        "the entities of the pool of {} belong to another world; call it inside that world's `enter`, or \
         make a pool for each world",
        WithoutPaths(archetype)
    )]
    WrongWorld {
        /// The types of the archetype.
        archetype: &'static str,
    },
    /// No entity could be made, or what one has lost could not be added.
    #[says("{error}")]
    #[from]
    Add(AddError),
    /// A component of the entity that was taken could not be reset: the `on_reset` of another one has kept it
    /// borrowed, or something is borrowed that its own `on_reset` takes. The entity is parked again.
    #[says("cannot reset what was taken from the pool: {error}")]
    #[from]
    Reset(BorrowError),
}
