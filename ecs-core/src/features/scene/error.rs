//! [`HierarchyError`]: why an entity was not attached to another.

use core::fmt;
use ecs_derive::Sentence;

use crate::error::{AddError, WorldError, end_of};
use crate::ids::Entity;

/// Why an entity did not become the child of another one. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum HierarchyError {
    /// There is no world.
    #[says("cannot attach {child:?}: {error}")]
    World {
        /// The entity that was to be attached.
        child: Entity,
        /// Why.
        error: WorldError,
    },
    /// One of both is not alive.
    #[says(write_dead)]
    Dead {
        /// The one that is not.
        entity: Entity,
    },
    /// One of both belongs to another world than the current one.
    #[says("cannot attach: {entity:?} belongs to another world; call it inside that world's `enter`")]
    WrongWorld {
        /// The one that does.
        entity: Entity,
    },
    /// One of both is being despawned.
    #[says(
        "cannot attach: {entity:?} is being despawned, with all below it; attach to another entity, or \
         before the despawn"
    )]
    Dying {
        /// The one that is.
        entity: Entity,
    },
    /// The entity is the new parent itself, or above it.
    #[says(write_cycle)]
    Cycle {
        /// The way from the entity down to its new parent: both, and all between them.
        path: Vec<Entity>,
    },
    /// One of both is the entity of the world's singletons, which has no relatives.
    #[says(
        "cannot attach: {entity:?} is the entity of the world's singletons, which has no parent and no \
         children; use an entity of your own"
    )]
    Singleton {
        /// The one that is.
        entity: Entity,
    },
    /// An entity was to get new children, of which one cannot be spawned.
    #[says("cannot spawn children of {parent:?}: {error}")]
    Spawn {
        /// The entity that was to get them.
        parent: Entity,
        /// Why.
        error: AddError,
    },
}

/// So many entities of a path are written at most.
const SHOWN: usize = 8;

fn write_dead(f: &mut fmt::Formatter<'_>, entity: &Entity) -> fmt::Result {
    match *entity {
        Entity::NONE => {
            f.write_str("cannot attach Entity::NONE: spawn an entity with `Entity::spawn()` first")
        }
        dead => write!(f, "cannot attach: {dead:?} is dead{}; ask `is_alive()` first", end_of(dead)),
    }
}

/// Writes the circle that there would be, from the entity down to itself.
fn write_cycle(f: &mut fmt::Formatter<'_>, path: &[Entity]) -> fmt::Result {
    let (Some(child), Some(parent)) = (path.first(), path.last()) else { return Ok(()) };
    if child == parent {
        return write!(f, "cannot attach {child:?} to itself: attach it to another entity");
    }
    write!(f, "cannot attach {child:?} to {parent:?}, which is below it: {child:?}")?;
    let between = &path[1..];
    let left_out = between.len().saturating_sub(SHOWN);
    for (place, entity) in between.iter().enumerate() {
        if left_out == 0 || place < SHOWN / 2 || place >= between.len() - SHOWN / 2 {
            write!(f, " > {entity:?}")?;
        } else if place == SHOWN / 2 {
            write!(f, " > ({left_out} more)")?;
        }
    }
    write!(f, " > {child:?} would be a circle; `detach` {:?} first", path[1])
}
