//! The owner of a component: given, and asked for.

use crate::component::PerEntity;
use crate::error::fail;
use crate::ids::Entity;
use crate::reach::Handle;
use crate::spec::{name_of, spec};
use crate::store::{Store, with_store};

use super::owners::Owners;

impl<T: PerEntity> Handle<T> {
    /// Gives the component an owner, or none; `false` if the component or the owner is dead.
    #[track_caller]
    pub fn set_owner(self, owner: Option<Entity>) -> bool {
        ask(|store: &Store<T>| {
            let entities = store.world.entities.borrow();
            let is_possible =
                store.find(self.entity()).is_some() && owner.is_none_or(|owner| entities.is_alive(owner));
            is_possible.then(|| Owners::set(store, self.entity(), owner)).is_some()
        })
    }

    /// Returns the owner of the component; `None` if the component has none, or is dead.
    #[track_caller]
    pub fn owner(self) -> Option<Entity> {
        ask(|store: &Store<T>| Owners::get(store, self.entity()))
    }
}

impl Entity {
    /// Returns the components of a type that the entity owns.
    #[track_caller]
    pub fn owned<T: PerEntity>(self) -> Vec<Handle<T>> {
        ask(|store: &Store<T>| {
            let all = store.world.parts.owned.0.borrow().owned_by(self).into_iter();
            all.filter(|owned| owned.1 == store.position).map(|owned| Handle::new(owned.0)).collect()
        })
    }
}

#[track_caller]
fn ask<T: PerEntity, R: Default>(question: impl FnOnce(&Store<T>) -> R) -> R {
    if spec::<T>().extensions.owned.is_none() {
        let name = name_of::<T>();
        fail(&format_args!("{name} has no owners: write `#[component(owned)]` above the type"));
    }
    with_store(T::__cell(), question).unwrap_or_default()
}
