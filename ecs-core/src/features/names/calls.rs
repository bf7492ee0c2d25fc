//! The name of an entity: given, and read.

use std::sync::Arc;

use crate::base::CallSite;
use crate::ids::Entity;
use crate::world::{done_or_noted, with_current};

impl Entity {
    /// Gives the entity a name, in place of the one that it has; `""` removes it. `false` if the entity is
    /// dead.
    ///
    /// Every message about the entity shows the name, as `Debug` does: `3v1 "boss"`. Several entities may
    /// share one. It belongs to one life: the next entity of the index has none, and an entity that is taken
    /// from a [`Pool`](crate::Pool) again has none either. An entity without a name costs nothing.
    ///
    /// ```
    /// use ecs_core::{Entity, find};
    ///
    /// let boss = Entity::spawn();
    /// boss.set_name("boss");
    /// assert_eq!(find("boss"), Some(boss));
    /// assert_eq!(format!("{boss:?}"), "0v1 \"boss\"");
    ///
    /// boss.despawn();
    /// assert_eq!(find("boss"), None);
    /// assert_eq!(format!("{boss:?}"), "0v1 \"boss\""); // messages still say who it was
    /// ```
    #[doc(alias = "with_name")]
    #[track_caller]
    pub fn set_name(self, name: &str) -> bool {
        let is_set = with_current(|core| core.set_name(self, name)).unwrap_or(false);
        done_or_noted(is_set, "Entity::set_name", || None, self, CallSite::here())
    }

    /// Returns the entity's name; `None` if it has none or is dead.
    #[must_use]
    #[track_caller]
    pub fn name(self) -> Option<Arc<str>> {
        with_current(|core| core.known_name(self).filter(|_| core.entities.borrow().is_alive(self))).ok()?
    }
}
