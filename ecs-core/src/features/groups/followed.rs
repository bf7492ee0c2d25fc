//! [`FollowedFilters`]: the filters whose members a world lists as they come and go.

use core::any::TypeId;
use core::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::ids::Entity;
use crate::life::shows;
use crate::query::Has;
use crate::world::WorldCore;

use super::super::part::WorldPart;
use super::membership::Membership;

/// A list that groups share, on whatever thread they are.
pub(super) type Shared = Arc<Mutex<Membership>>;

/// Locks a list. Nothing panics while it is locked.
pub(super) fn lock(list: &Shared) -> MutexGuard<'_, Membership> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says whether an entity passes a filter.
type Holds = fn(Has<'_>) -> bool;

/// A filter whose members are listed as they come and go.
struct Followed {
    /// The type of the filter.
    filter: TypeId,
    /// The types whose components may let an entity pass, or pass no more.
    types: Box<[TypeId]>,
    holds: Holds,
    /// Held by the groups.
    list: Weak<Mutex<Membership>>,
}

impl Followed {
    /// Says whether no group holds the list any more.
    fn is_over(&self) -> bool {
        self.list.strong_count() == 0
    }

    /// Looks whether an entity passes now. A dead one does not: a followed filter needs a type.
    fn look_at(&self, core: &WorldCore, entity: Entity) {
        if let Some(list) = self.list.upgrade() {
            lock(&list).set(entity, (self.holds)(&|component| shows(core, entity, component)));
        }
    }
}

/// The filters that groups of a world follow.
#[derive(Default)]
pub(crate) struct FollowedFilters(RefCell<Vec<Followed>>);

impl FollowedFilters {
    /// The list of the entities that pass a filter, if it is followed.
    pub(super) fn list_of(&self, filter: TypeId) -> Option<Shared> {
        let all = self.0.borrow();
        all.iter().filter(|followed| followed.filter == filter).find_map(|followed| followed.list.upgrade())
    }

    /// Follows a filter from now on, as components of some types are shown and hidden. Returns its list,
    /// which is empty.
    pub(super) fn follow(&self, core: &WorldCore, filter: TypeId, types: &[TypeId], holds: Holds) -> Shared {
        let list = Shared::default();
        let followed = Followed { filter, types: types.into(), holds, list: Arc::downgrade(&list) };
        self.0.borrow_mut().push(followed);
        types.iter().for_each(|&component| core.set_followed(component, true));
        list
    }

    /// Forgets the filters that no group looks at any more.
    pub(super) fn forget_ended(&self, core: &WorldCore) {
        let ended: Vec<Followed> =
            self.0.borrow_mut().extract_if(.., |followed| followed.is_over()).collect();
        for component in ended.iter().flat_map(|followed| &followed.types) {
            let is_followed = self.0.borrow().iter().any(|followed| followed.types.contains(component));
            core.set_followed(*component, is_followed);
        }
    }
}

impl WorldPart for FollowedFilters {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }

    fn note_shown(&self, core: &WorldCore, entity: Entity, component: TypeId) {
        let all = self.0.borrow();
        all.iter()
            .filter(|followed| followed.types.contains(&component))
            .for_each(|followed| followed.look_at(core, entity));
        if all.iter().any(Followed::is_over) {
            drop(all);
            self.forget_ended(core);
        }
    }
}

impl super::super::saved::SavedPart for FollowedFilters {
    fn note_restored(&self, core: &WorldCore) {
        let entities = core.entities.borrow();
        for followed in &*self.0.borrow() {
            let members = followed.list.upgrade().map(|list| lock(&list).members().collect::<Vec<_>>());
            let all = members.into_iter().flatten().chain(entities.iter());
            all.for_each(|entity| followed.look_at(core, entity));
        }
    }
}
