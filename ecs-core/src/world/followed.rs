//! [`Followed`]: a filter whose members a world lists as they come and go, for [`Group`](crate::Group)s.

use core::any::TypeId;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::ids::Entity;

use super::membership::Membership;

/// Says whether an entity has an enabled component of a type.
pub type Has<'h> = &'h dyn Fn(TypeId) -> bool;

/// A list that groups share, on whatever thread they are.
pub(crate) type Shared = Arc<Mutex<Membership>>;

/// A filter whose members are listed as they come and go.
pub(crate) struct Followed {
    /// The type of the filter.
    filter: TypeId,
    /// Says whether an entity passes that has some types.
    holds: fn(Has<'_>) -> bool,
    /// Held by the groups.
    list: Weak<Mutex<Membership>>,
}

impl Followed {
    pub(super) fn new(filter: TypeId, holds: fn(Has<'_>) -> bool, list: &Shared) -> Self {
        Self { filter, holds, list: Arc::downgrade(list) }
    }

    /// Its list, if it is that of a filter.
    pub(super) fn list_of(&self, filter: TypeId) -> Option<Shared> {
        self.list.upgrade().filter(|_| self.filter == filter)
    }

    /// Says whether no group holds its list any more.
    pub(crate) fn is_over(&self) -> bool {
        self.list.strong_count() == 0
    }

    /// Looks whether each of these entities passes now; all others do not.
    #[cfg(feature = "snapshot")]
    pub(crate) fn look_at_all(
        &self,
        alive: &[Entity],
        is_alive: impl Fn(Entity) -> bool,
        has: impl Fn(Entity, TypeId) -> bool,
    ) {
        let Some(list) = self.list.upgrade() else { return };
        let gone: Vec<Entity> = lock(&list).members().filter(|&member| !is_alive(member)).collect();
        gone.into_iter().for_each(|member| lock(&list).set(member, false));
        alive.iter().for_each(|&entity| self.look_at(entity, &|component| has(entity, component)));
    }

    /// Looks whether an entity passes now.
    pub(crate) fn look_at(&self, entity: Entity, has: Has<'_>) {
        if let Some(list) = self.list.upgrade() {
            lock(&list).set(entity, (self.holds)(has));
        }
    }
}

/// Locks a list. Nothing panics while it is locked.
pub(crate) fn lock(list: &Shared) -> MutexGuard<'_, Membership> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}
