//! [`Timer`]: the id of a timer or a task.

use crate::ids::Entity;

/// The id of a timer or a task of a component or an entity, to cancel it.
///
/// Comes from `after`, `every`, `task` and `despawn_after` of [`Component`](crate::Component),
/// [`Handle`](crate::Handle) and [`Entity`](crate::Entity). Copy it and keep it as long as you like: after
/// the end of the timer it names nothing, for ever. The default names nothing. One exception: after the world
/// went back to a snapshot, the id of a later timer may name a new timer.
///
/// ```
/// use ecs_core::{Entity, World, update_all};
///
/// let bomb = Entity::spawn();
/// let fuse = bomb.despawn_after(3.0);
/// update_all(2.0);
/// assert!(fuse.is_pending());
/// assert_eq!(fuse.remaining(), Some(1.0));
///
/// assert!(fuse.cancel()); // defused
/// update_all(2.0);
/// assert!(bomb.is_alive() && !fuse.is_pending());
/// assert_eq!(World::stats().timers, 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Timer {
    /// Whose it is. It has the tag of its world, so no other world knows this timer.
    pub(super) entity: Entity,
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl Timer {
    /// Names no timer: the default.
    pub const NONE: Self = Self { entity: Entity::NONE, slot: 0, generation: 0 };

    /// Returns the entity to which the timer belongs, or to whose component it belongs. Never fails, also
    /// after the end of the timer.
    #[must_use]
    pub const fn entity(self) -> Entity {
        self.entity
    }
}
