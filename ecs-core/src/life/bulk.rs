//! Adding many: all values are placed, then `init` runs entity by entity.

use std::rc::Rc;

use crate::component::Component;
use crate::error::{AddError, SpawnError};
use crate::ids::{Entity, TypeBits};
use crate::store::{PendingInit, Site};
use crate::world::{WorldCore, with_current_or_new};

use super::Refusal;
use super::init::init_in_turn;
use super::store::store_or_new;

/// The components of one entity: a component, or a tuple of up to eight.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a component or a tuple of components",
    note = "derive `Component` for the type, and put at most eight in a tuple"
)]
pub trait Bundle: 'static {
    #[doc(hidden)]
    type Stores;

    /// The name of a type whose components have a turn after they are placed.
    #[doc(hidden)]
    const __TURN: Option<&'static str>;

    #[doc(hidden)]
    fn __stores(core: &Rc<WorldCore>, count: usize) -> Result<Self::Stores, Refusal>;

    /// Places the values that the entity has not got, and drops the others.
    #[doc(hidden)]
    fn __place(self, stores: &Self::Stores, entity: Entity);

    /// The bits of the types, once they were added for the first time.
    #[doc(hidden)]
    fn __types(stores: &Self::Stores) -> Option<TypeBits>;

    /// Places the values on an entity, in whose set of types they are listed.
    #[doc(hidden)]
    fn __place_enlisted(self, stores: &Self::Stores, entity: Entity, enabled: bool);

    #[doc(hidden)]
    fn __init(stores: &Self::Stores, entity: Entity, site: Site) -> Result<(), Refusal>;

    /// Postpones each `init` of the entity that has not had its turn.
    #[doc(hidden)]
    fn __postpone_missed(stores: &Self::Stores, entity: Entity);

    #[doc(hidden)]
    fn __has(entity: Entity) -> bool;
}

impl<T: Component> Bundle for T {
    type Stores = PendingInit<T>;

    const __TURN: Option<&'static str> = if T::__SPEC.has_turn() { Some(T::__SPEC.name) } else { None };

    fn __stores(core: &Rc<WorldCore>, count: usize) -> Result<PendingInit<T>, Refusal> {
        let store = store_or_new::<T>(core)?;
        store.reserve(count)?;
        Ok(PendingInit::begin(store, T::__SPEC.has_turn()))
    }

    #[inline]
    fn __place(self, pending: &PendingInit<T>, entity: Entity) {
        pending.place(entity, self);
    }

    fn __types(pending: &PendingInit<T>) -> Option<TypeBits> {
        TypeBits::of(pending.store().known_number()?)
    }

    #[inline]
    fn __place_enlisted(self, pending: &PendingInit<T>, entity: Entity, enabled: bool) {
        pending.place_enlisted(entity, self, enabled);
    }

    #[inline]
    fn __init(pending: &PendingInit<T>, entity: Entity, site: Site) -> Result<(), Refusal> {
        if Self::__TURN.is_some() { init_in_turn(pending, entity, site) } else { Ok(()) }
    }

    fn __postpone_missed(pending: &PendingInit<T>, entity: Entity) {
        pending.postpone_missed(entity);
    }

    fn __has(entity: Entity) -> bool {
        crate::handle::Handle::<T>::new(entity).is_alive()
    }
}

macro_rules! bundle {
    ($($part:ident $place:tt),*) => {
        impl<$($part: Bundle),*> Bundle for ($($part,)*) {
            type Stores = ($($part::Stores,)*);

            const __TURN: Option<&'static str> = {
                let mut named = None;
                $(if $part::__TURN.is_some() {
                    named = $part::__TURN;
                })*
                named
            };

            fn __stores(core: &Rc<WorldCore>, count: usize) -> Result<Self::Stores, Refusal> {
                Ok(($($part::__stores(core, count)?,)*))
            }

            #[inline]
            fn __place(self, stores: &Self::Stores, entity: Entity) {
                $(self.$place.__place(&stores.$place, entity);)*
            }

            fn __types(stores: &Self::Stores) -> Option<TypeBits> {
                let mut types = TypeBits::default();
                $(types = types.and($part::__types(&stores.$place)?)?;)*
                Some(types)
            }

            #[inline]
            fn __place_enlisted(self, stores: &Self::Stores, entity: Entity, enabled: bool) {
                $(self.$place.__place_enlisted(&stores.$place, entity, enabled);)*
            }

            #[inline]
            fn __init(stores: &Self::Stores, entity: Entity, site: Site) -> Result<(), Refusal> {
                $($part::__init(&stores.$place, entity, site)?;)*
                Ok(())
            }

            fn __postpone_missed(stores: &Self::Stores, entity: Entity) {
                $($part::__postpone_missed(&stores.$place, entity);)*
            }

            fn __has(entity: Entity) -> bool {
                $($part::__has(entity))&&*
            }
        }
    };
}

bundle!(A 0);
bundle!(A 0, B 1);
bundle!(A 0, B 1, C 2);
bundle!(A 0, B 1, C 2, D 3);
bundle!(A 0, B 1, C 2, D 3, E 4);
bundle!(A 0, B 1, C 2, D 3, E 4, F 5);
bundle!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
bundle!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

/// Spawns entities with the components that `make` returns for each.
pub(crate) fn spawn_many<B: Bundle>(
    count: usize,
    mut make: impl FnMut(usize, Entity) -> B,
    site: Site,
) -> Result<Vec<Entity>, SpawnError> {
    let core = &with_current_or_new(Rc::clone).map_err(SpawnError::World)?;
    core.structural(|| {
        let stores = B::__stores(core, count).map_err(|refusal| SpawnError::Add(*refusal))?;
        let mut entities = Vec::new();
        let room = entities.try_reserve_exact(count).and_then(|()| core.reserve(count));
        room.map_err(|_| SpawnError::NoRoom { additional: count })?;
        if let Some(component) = B::__TURN
            && core.init_depth().get() >= core.init_limit().get()
        {
            let limit = core.init_limit().get();
            return Err(SpawnError::Add(AddError::TooDeep { component, entity: Entity::NONE, limit }));
        }
        let mut spawned = Spawned::<B> { core, stores: &stores, entities, done: 0 };
        let mut types = None;
        for place in 0..count {
            let entity = core.entities.borrow_mut().spawn().map_err(|_| SpawnError::OutOfIds)?;
            spawned.entities.push(entity);
            let bundle = make(place, entity);
            match types.and_then(|types| core.entities.borrow_mut().enlist_all(entity, types)) {
                Some(enabled) => bundle.__place_enlisted(&stores, entity, enabled),
                None => {
                    bundle.__place(&stores, entity);
                    types = B::__types(&stores);
                }
            }
        }
        if B::__TURN.is_some() {
            while let Some(&entity) = spawned.entities.get(spawned.done) {
                spawned.done += 1;
                B::__init(&stores, entity, site).map_err(|refusal| SpawnError::Add(*refusal))?;
            }
        }
        Ok(core::mem::take(&mut spawned.entities))
    })
}

/// What was spawned until now; its drop undoes it, without hooks.
struct Spawned<'w, B: Bundle> {
    core: &'w WorldCore,
    stores: &'w B::Stores,
    entities: Vec<Entity>,
    /// Those whose turn has come; they stay.
    done: usize,
}

impl<B: Bundle> Drop for Spawned<'_, B> {
    fn drop(&mut self) {
        if let Some(&failed) = self.done.checked_sub(1).and_then(|last| self.entities.get(last)) {
            B::__postpone_missed(self.stores, failed);
        }
        for &entity in self.entities.iter().skip(self.done).rev() {
            if self.core.entities.borrow().is_alive(entity) {
                for number in self.core.types(entity).iter_rev() {
                    self.core.numbered(number).detach(entity, false);
                }
                self.core.end(entity);
            }
        }
    }
}
