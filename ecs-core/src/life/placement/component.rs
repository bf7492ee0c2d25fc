//! A component as a [`Bundle`]: what a call does with each part.

use core::any::TypeId;
use std::rc::Rc;

use crate::base::{CallSite, One, OneByOne, TypeName};
use crate::column::PendingInit;
use crate::component::{Component, PerEntity};
use crate::ids::{Batch, Entity, TypeBits};
use crate::spec::{Places, name_of, spec, type_name_of};
use crate::store::{RcStore, Store, find, push_from, with_store};
use crate::world::WorldCore;

use super::super::running::Refusal;
use super::admit::{admit, refusal};
use super::batch::AT_ONCE;
use super::birth::{begin_life_of, begin_placed_life};
use super::bundle::{Bundle, BundleParts, DefaultBundle, Listing};
use super::new_column::store_or_new;
use super::over::insert;
use super::placed::{IfUnborn, Placed};

/// A store to which a call adds many components.
pub struct Placing<T: 'static> {
    store: RcStore<T>,
    pending: PendingInit,
    /// Values that were made, and are not placed.
    values: OneByOne<Vec<T>>,
}

/// One component on its way to an entity, together with others.
pub struct Adding<T: Component> {
    store: RcStore<T>,
    entity: Entity,
    site: CallSite,
    value: One<T>,
    placed: Option<Placed>,
}

impl<T: PerEntity + Default> DefaultBundle for T {
    #[inline]
    fn __supply_missing(adding: &mut Adding<T>) {
        if adding.store.find(adding.entity).is_none() {
            *adding.value = Some(T::default());
        }
    }
}

impl<T: PerEntity> Bundle for T {
    type Parts = Self;

    #[inline]
    fn __into_parts(self) -> Self {
        self
    }
}

impl<T: PerEntity> BundleParts for T {
    type Stores = Placing<T>;
    type Adding = Adding<T>;

    const NAME: TypeName = type_name_of::<T>();

    const PLACES: Places = Places::One { place: spec::<T>().place, excludes: T::__EXCLUDES };

    const BIRTH: Option<TypeName> = if spec::<T>().has_birth() { Some(type_name_of::<T>()) } else { None };

    fn stores_of_parts(core: &Rc<WorldCore>, count: usize) -> Result<Placing<T>, Refusal> {
        let store = store_or_new::<T>(core)?;
        store.reserve(count)?;
        let pending = PendingInit::begin(store.column().clone(), store.has_birth());
        Ok(Placing { store, pending, values: OneByOne::new(Vec::with_capacity(count.min(AT_ONCE))) })
    }

    #[inline]
    fn keep_each_part(self, placing: &mut Placing<T>) {
        push_from(&mut Some(self), &mut placing.values);
    }

    fn place_each_part(
        Placing { store, pending, values }: &mut Placing<T>,
        entities: &[Entity],
    ) -> Result<(), Refusal> {
        let refused = store.place_new(pending, entities, values);
        refused.map_or(Ok(()), |entity| Err(refusal(store, entity)))
    }

    fn types_of_parts(placing: &Placing<T>) -> Option<TypeBits> {
        TypeBits::of(placing.store.number())
    }

    fn place_enlisted(Placing { store, pending, values }: &mut Placing<T>, batch: Batch<'_>) {
        store.place_enlisted(pending, batch, values);
    }

    #[inline]
    fn init_each_part(placing: &Placing<T>, entity: Entity, site: CallSite) -> Result<(), Refusal> {
        let has_birth = const { Self::BIRTH.is_some() } || placing.store.lifecycle.is_observed();
        if has_birth { begin_placed_life(&placing.pending, entity, site) } else { Ok(()) }
    }

    fn has_birth(placing: &Placing<T>) -> bool {
        placing.store.has_birth()
    }

    fn postpone_missed(placing: &Placing<T>, entity: Entity, site: CallSite) {
        placing.pending.postpone_missed(entity, site);
    }

    #[inline]
    #[track_caller]
    fn has_each_part(entity: Entity) -> bool {
        with_store(T::__cell(), |store| store.find(entity).is_some()).unwrap_or(false)
    }

    #[track_caller]
    fn insert_each_part(self, entity: Entity, site: CallSite) -> Result<(), Refusal> {
        insert(entity, &mut Some(self), site)
    }

    #[inline]
    fn times_listed(component: TypeId) -> usize {
        usize::from(TypeId::of::<T>() == component)
    }

    #[inline]
    fn twice_in<All: BundleParts>() -> Option<&'static str> {
        (All::times_listed(TypeId::of::<T>()) > 1).then_some(name_of::<T>())
    }

    #[inline]
    fn excluded_in<All: BundleParts>() -> Option<[&'static str; 2]> {
        let excluded = const { T::__EXCLUDES }.iter().find(|other| All::times_listed(other.of.id) != 0)?;
        Some([name_of::<T>(), (excluded.of.name)()])
    }

    #[inline]
    fn admit(core: &Rc<WorldCore>, entity: Entity, site: CallSite) -> Result<Adding<T>, Refusal> {
        let store = match with_store(T::__cell(), Store::rc) {
            Some(store) => store,
            None => store_or_new::<T>(core)?,
        };
        let has_birth = const { spec::<T>().has_birth() } && store.find(entity).is_none();
        admit(store.at(entity, site), has_birth)?;
        Ok(Adding { store, entity, site, value: One::default(), placed: None })
    }

    fn refuse_excluded(Adding { store, entity, .. }: &Adding<T>) -> Result<(), Refusal> {
        let is_refused = store.find(*entity).is_none() && store.excluder(*entity).is_some();
        if is_refused { Err(refusal(store, *entity)) } else { Ok(()) }
    }

    #[inline]
    fn supply(self, adding: &mut Adding<T>) {
        *adding.value = Some(self);
    }

    #[inline]
    fn place_missing(adding: &mut Adding<T>) -> Result<(), Refusal> {
        let Adding { store, entity, site, value, placed } = adding;
        if store.find(*entity).is_none() && value.is_some() {
            if store.push(*entity, value).is_none() {
                // What made the values has despawned the entity. This one drops with the others.
                return Err(refusal(store, *entity));
            }
            *placed = Some(Placed::new(store.column().clone(), *entity, *site, IfUnborn::Dies));
        }
        Ok(())
    }

    #[inline]
    fn begin_placed(adding: &mut Adding<T>) -> Result<(), Refusal> {
        adding.placed.take().map_or(Ok(()), begin_life_of)
    }

    fn discard(self) {
        drop(One::of(self));
    }

    fn numbers(core: &WorldCore, each: &mut dyn FnMut(u32)) {
        find::<T>(core).and_then(|store| store.number.get()).map(each);
    }

    fn smallest(core: &WorldCore) -> (usize, Listing) {
        let list: Listing = |core| match find::<T>(core) {
            Some(store) => store.live_entities(false).without_singletons(core).into_vec(),
            None => Vec::new(),
        };
        (find::<T>(core).map_or(0, |store| store.count()), list)
    }
}
