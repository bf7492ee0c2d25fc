//! [`Adding`]: one component on its way to an entity, together with others.

use super::super::running::Refusal;
use super::admit::{admit, refusal, stay};
use super::birth::begin_life_of;
use super::new_column::store_or_new;
use super::placed::{IfUnborn, Placed};
use crate::base::{CallSite, One};
use crate::component::Component;
use crate::ids::Entity;
use crate::spec::spec;
use crate::store::{RcStore, Store, find, with_store};
use crate::world::WorldCore;
use std::rc::Rc;

/// One component on its way to an entity, together with others.
pub struct Adding<T: Component> {
    store: RcStore<T>,
    entity: Entity,
    site: CallSite,
    value: One<T>,
    placed: Option<Placed>,
}

impl<T: Component> Adding<T> {
    #[inline]
    #[track_caller]
    pub(super) fn admit(core: &Rc<WorldCore>, entity: Entity, site: CallSite) -> Result<Self, Refusal> {
        let store = match with_store(T::__cell(), Store::rc) {
            Some(store) => store,
            None => store_or_new::<T>(core)?,
        };
        let at = store.at(entity, site);
        if store.find(entity).is_none() {
            admit(at, const { spec::<T>().has_birth() })?;
        } else {
            stay(at)?;
        }
        Ok(Self { store, entity, site, value: One::default(), placed: None })
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
            let column = self.store.column().clone();
            self.placed = Some(Placed::new(column, self.entity, self.site, IfUnborn::Dies));
        }
        Ok(())
    }

    #[inline]
    pub(super) fn begin_life(&mut self) -> Result<(), Refusal> {
        self.placed.take().map_or(Ok(()), begin_life_of)
    }
}

/// Lists the entities of a store.
pub type Listing = fn(&WorldCore) -> Vec<Entity>;

pub(super) fn list<T: Component>(core: &WorldCore) -> Vec<Entity> {
    find::<T>(core)
        .map_or_else(Vec::new, |store| store.live_entities(false).without_singletons(core).into_vec())
}
