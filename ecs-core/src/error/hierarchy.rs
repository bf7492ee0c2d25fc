//! [`HierarchyError`]: why an entity was not attached to another.

use core::fmt;

use super::world::WorldError;
use super::write::write_ending;
use crate::ids::Entity;

/// Why an entity did not become the child of another one. Nothing has changed.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum HierarchyError {
    /// There is no world.
    World {
        /// The entity that was to be attached.
        child: Entity,
        /// Why.
        error: WorldError,
    },
    /// One of both is not alive.
    Dead {
        /// The one that is not.
        entity: Entity,
    },
    /// One of both belongs to another world than the current one.
    WrongWorld {
        /// The one that does.
        entity: Entity,
    },
    /// One of both is being despawned.
    Dying {
        /// The one that is.
        entity: Entity,
    },
    /// The entity is the new parent itself, or above it.
    Cycle {
        /// The way from the entity down to its new parent: both, and all between them.
        path: Vec<Entity>,
    },
    /// One of both is the entity of the world's singletons, which has no relatives.
    Singleton {
        /// The one that is.
        entity: Entity,
    },
}

/// So many entities of a path are written at most.
const SHOWN: usize = 8;

impl fmt::Display for HierarchyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::World { child, error } => write!(f, "cannot attach {child:?}: {error}"),
            Self::Dead { entity } if *entity == Entity::NONE => {
                f.write_str("cannot attach Entity::NONE: spawn an entity with `Entity::spawn()` first")
            }
            Self::Dead { entity } => {
                write!(f, "cannot attach: {entity:?} is dead")?;
                write_ending(f, *entity)?;
                f.write_str("; ask `is_alive()` first")
            }
            Self::WrongWorld { entity } => write!(
                f,
                "cannot attach: {entity:?} belongs to another world; call it inside that world's `enter`"
            ),
            Self::Dying { entity } => write!(
                f,
                "cannot attach: {entity:?} is being despawned, with all below it; attach to another entity, \
                 or before the despawn"
            ),
            Self::Cycle { path } => write_cycle(f, path),
            Self::Singleton { entity } => write!(
                f,
                "cannot attach: {entity:?} is the entity of the world's singletons, which has no parent and \
                 no children; use an entity of your own"
            ),
        }
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

impl core::error::Error for HierarchyError {}
