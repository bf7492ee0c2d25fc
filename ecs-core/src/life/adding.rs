//! [`Adding`]: one component on its way to an entity, together with others.

use super::add::{admit, is_dying, refusal};
use super::init::init_placed;
use super::new_column::store_or_new;
use super::running::Refusal;
use crate::base::{CallSite, One};
use crate::column::PendingInit;
use crate::component::Component;
use crate::ids::Entity;
use crate::spec::spec;
use crate::store::{RcStore, Store, find, with_store};
use crate::world::WorldCore;
use std::rc::Rc;

/// One component on its way to an entity, together with others. What was placed and has not had its `init`
/// when this is dropped is removed again, without hooks.
pub struct Adding<T: Component> {
    store: RcStore<T>,
    entity: Entity,
    value: One<T>,
    placed: Option<PendingInit>,
}

impl<T: Component> Adding<T> {
    #[inline]
    #[track_caller]
    pub(super) fn admit(core: &Rc<WorldCore>, entity: Entity) -> Result<Self, Refusal> {
        let store = match with_store(T::__cell(), Store::rc) {
            Some(store) => store,
            None => store_or_new::<T>(core)?,
        };
        if store.find(entity).is_none() {
            admit(&store, const { spec::<T>().has_birth() }, entity)?;
        } else if is_dying(&store, entity) {
            return Err(refusal(&store, entity));
        }
        Ok(Self { store, entity, value: One::default(), placed: None })
    }

    #[inline]
    pub(super) fn fill(&mut self, value: T) {
        *self.value = Some(value);
    }

    #[inline]
    pub(super) fn fill_if_missing(&mut self, make: impl FnOnce() -> T) {
        if self.store.find(self.entity).is_none() {
            *self.value = Some(make());
        }
    }

    #[inline]
    pub(super) fn place(&mut self) -> Result<(), Refusal> {
        if self.store.find(self.entity).is_none() && self.value.is_some() {
            if self.store.push(self.entity, &mut self.value).is_none() {
                // What made the values has despawned the entity. This one drops with the others.
                return Err(refusal(&self.store, self.entity));
            }
            // Also for a type without `init`: what is done with it until its birth must be known.
            self.placed = Some(PendingInit::begin(self.store.column().clone(), true));
        }
        Ok(())
    }

    #[inline]
    pub(super) fn init(&mut self, site: CallSite) -> Result<(), Refusal> {
        match self.placed.take() {
            Some(pending) => init_placed(&pending, self.entity, site),
            None => Ok(()),
        }
    }
}

impl<T: Component> Drop for Adding<T> {
    fn drop(&mut self) {
        if let Some(row) = self.placed.take().and_then(|pending| pending.take_birth(self.entity)) {
            self.store.detach(row, None);
        }
    }
}

/// Lists the entities of a store.
pub type Listing = fn(&WorldCore) -> Vec<Entity>;

pub(super) fn list<T: Component>(core: &WorldCore) -> Vec<Entity> {
    find::<T>(core)
        .map_or_else(Vec::new, |store| store.live_entities(false).without_singletons(core).into_vec())
}
