//! [`Bundle`]: the components of one entity: one, a tuple of them, or a struct.

use core::any::TypeId;
use std::rc::Rc;

use crate::base::{CallSite, One, OneByOne, TypeName};
use crate::column::PendingInit;
use crate::component::PerEntity;
use crate::ids::{Batch, Entity, TypeBits};
use crate::spec::{Places, name_of, spec, type_name_of};
use crate::store::{RcStore, find, push_from, with_store};
use crate::world::WorldCore;

use super::super::running::Refusal;
use super::adding::{Adding, Listing, list};
use super::birth::begin_placed_life;
use super::new_column::store_or_new;
use super::over::insert;

/// The components of one entity: a component, a tuple of up to twelve, or a struct that derives this trait.
///
/// A bundle is taken wherever a tuple of components is: by [`Entity::spawn_with`], [`Entity::spawn_many`],
/// [`Entity::insert_all`] and [`Entity::has`], and as the list of an [`Archetype`](crate::Archetype). Its
/// parts may be bundles again. It is no component itself, and leaves no trace on the entity.
///
/// ```
/// use ecs_core::{Archetype, Bundle, Component, Entity};
///
/// #[derive(Component, Default)]
/// struct Pos(f32);
///
/// #[derive(Component, Default)]
/// struct Health(u32);
///
/// #[derive(Component, Default)]
/// struct Wings { beats: u32 }
///
/// #[derive(Bundle, Default)]
/// struct Body { pos: Pos, health: Health }
///
/// #[derive(Bundle, Default)]
/// struct Bat { body: Body, wings: Wings }
///
/// let body = Body { health: Health(3), ..Body::default() };
/// let bat = Entity::spawn_with(Bat { body, ..Bat::default() });
/// assert_eq!((bat.borrow::<Health>().0, bat.has::<Bat>()), (3, true));
/// assert_eq!(Archetype::<Bat>::find(), [bat]);
/// ```
///
/// A bundle that has a type twice does not compile where it is used, also if one is of a bundle in it:
///
/// ```compile_fail,E0080
/// # use ecs_core::{Bundle, Component, Entity};
/// # #[derive(Component)] struct Wings;
/// # #[derive(Bundle)] struct Body { wings: Wings }
/// Entity::spawn_with((Body { wings: Wings }, Wings)); // Wings is listed twice
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a component or a tuple of components",
    note = "derive `Component` for the type, and put at most twelve in a tuple",
    note = "or derive `Bundle` for a struct of components",
    note = "a singleton is no part of it: no entity has one; set it by `T::set(value)`"
)]
pub trait Bundle: Sized + 'static {
    /// What it consists of: itself, or, of a struct that derives this trait, the tuple of its fields, which
    /// does all that follows.
    #[doc(hidden)]
    type Parts: Bundle<Stores = Self::Stores, Adding = Self::Adding>;

    #[doc(hidden)]
    fn __into_parts(self) -> Self::Parts;

    #[doc(hidden)]
    type Stores;

    /// The name of a type whose components have a birth after they are placed.
    #[doc(hidden)]
    const __BIRTH: Option<TypeName> = Self::Parts::__BIRTH;

    #[doc(hidden)]
    fn __stores(core: &Rc<WorldCore>, count: usize) -> Result<Self::Stores, Refusal> {
        Self::Parts::__stores(core, count)
    }

    /// Keeps the values for the next new entity.
    #[doc(hidden)]
    #[inline]
    fn __keep(self, stores: &mut Self::Stores) {
        self.__into_parts().__keep(stores);
    }

    /// Places what is kept for these entities, as far as they have not got it, and drops the rest.
    #[doc(hidden)]
    fn __place(stores: &mut Self::Stores, entities: &[Entity]) {
        Self::Parts::__place(stores, entities);
    }

    /// The bits of the types, which are added now.
    #[doc(hidden)]
    fn __types(stores: &Self::Stores) -> Option<TypeBits> {
        Self::Parts::__types(stores)
    }

    /// Places what is kept for these entities, in whose sets of types it is listed.
    #[doc(hidden)]
    fn __place_enlisted(stores: &mut Self::Stores, batch: Batch<'_>) {
        Self::Parts::__place_enlisted(stores, batch);
    }

    #[doc(hidden)]
    #[inline]
    fn __init(stores: &Self::Stores, entity: Entity, site: CallSite) -> Result<(), Refusal> {
        Self::Parts::__init(stores, entity, site)
    }

    /// Says whether what was placed still has its birth before it.
    #[doc(hidden)]
    fn __has_birth(stores: &Self::Stores) -> bool {
        Self::Parts::__has_birth(stores)
    }

    /// Postpones each `init` of the entity that has not run.
    #[doc(hidden)]
    fn __postpone_missed(stores: &Self::Stores, entity: Entity, site: CallSite) {
        Self::Parts::__postpone_missed(stores, entity, site);
    }

    #[doc(hidden)]
    #[inline]
    #[track_caller]
    fn __has(entity: Entity) -> bool {
        Self::Parts::__has(entity)
    }

    /// Sets the components one by one.
    #[doc(hidden)]
    #[track_caller]
    fn __insert(self, entity: Entity, site: CallSite) -> Result<(), Refusal> {
        self.__into_parts().__insert(entity, site)
    }

    // ---- groups: as one unit for one entity ----

    /// Where its types are written.
    #[doc(hidden)]
    const __PLACES: Places = Self::Parts::__PLACES;

    /// The components on their way to one entity.
    #[doc(hidden)]
    type Adding;

    /// The name of the first type.
    #[doc(hidden)]
    const __NAME: TypeName = Self::Parts::__NAME;

    /// Counts how many times a type is listed.
    #[doc(hidden)]
    #[inline]
    fn __lists(component: TypeId) -> usize {
        Self::Parts::__lists(component)
    }

    /// Finds a type of these that `All` lists twice.
    #[doc(hidden)]
    #[inline]
    fn __twice_in<All: Bundle>() -> Option<&'static str> {
        Self::Parts::__twice_in::<All>()
    }

    /// Asks whether the entity takes the components that it has not got.
    #[doc(hidden)]
    #[inline]
    fn __admit(core: &Rc<WorldCore>, entity: Entity, site: CallSite) -> Result<Self::Adding, Refusal> {
        Self::Parts::__admit(core, entity, site)
    }

    #[doc(hidden)]
    #[inline]
    fn __fill(self, adding: &mut Self::Adding) {
        self.__into_parts().__fill(adding);
    }

    /// Places the values of which the entity has no component.
    #[doc(hidden)]
    #[inline]
    fn __place_missing(adding: &mut Self::Adding) -> Result<(), Refusal> {
        Self::Parts::__place_missing(adding)
    }

    #[doc(hidden)]
    #[inline]
    fn __begin_placed(adding: &mut Self::Adding) -> Result<(), Refusal> {
        Self::Parts::__begin_placed(adding)
    }

    /// Drops the values, one by one.
    #[doc(hidden)]
    fn __discard(self) {
        self.__into_parts().__discard();
    }

    /// Lists the type numbers of those that were added before.
    #[doc(hidden)]
    fn __numbers(core: &WorldCore, each: &mut dyn FnMut(u32)) {
        Self::Parts::__numbers(core, each);
    }

    /// The number of components in the smallest store, and how to list their entities.
    #[doc(hidden)]
    fn __smallest(core: &WorldCore) -> (usize, Listing) {
        Self::Parts::__smallest(core)
    }
}

/// A bundle that is in no store yet. If it is dropped, so because a call refuses it or panics, its parts drop
/// one by one, as [`OneByOne`](crate::base::OneByOne) says.
pub(crate) struct Unplaced<B: Bundle>(Option<B>);

impl<B: Bundle> Unplaced<B> {
    #[inline]
    pub(crate) const fn new(bundle: B) -> Self {
        Self(Some(bundle))
    }

    #[inline]
    pub(crate) fn into_inner(mut self) -> B {
        self.0.take().expect("it is taken once")
    }
}

impl<B: Bundle> Drop for Unplaced<B> {
    #[inline]
    fn drop(&mut self) {
        if let Some(bundle) = self.0.take() {
            bundle.__discard();
        }
    }
}

/// Components that all have a default value: a component, or a tuple of up to twelve.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of components that all have a default value",
    note = "derive `Default` for each of its types, or give values, with `spawn_with` or `apply_with`"
)]
pub trait DefaultBundle: Bundle + Default {
    /// Makes the values of which the entity has no component.
    #[doc(hidden)]
    fn __fill_missing(adding: &mut Self::Adding);
}

impl<T: PerEntity + Default> DefaultBundle for T {
    #[inline]
    fn __fill_missing(adding: &mut Adding<T>) {
        adding.fill_if_missing(T::default);
    }
}

/// So many are made before they are placed: their values stay in the first cache meanwhile.
pub(super) const AT_ONCE: usize = 256;

/// A store to which a call adds many components.
pub struct Placing<T: 'static> {
    store: RcStore<T>,
    pending: PendingInit,
    /// Values that were made, and are not placed.
    values: OneByOne<Vec<T>>,
}

impl<T: PerEntity> Bundle for T {
    type Parts = Self;

    #[inline]
    fn __into_parts(self) -> Self {
        self
    }

    type Stores = Placing<T>;
    type Adding = Adding<T>;

    const __NAME: TypeName = type_name_of::<T>();

    const __PLACES: Places = Places::One(spec::<T>().place);

    const __BIRTH: Option<TypeName> = if spec::<T>().has_birth() { Some(type_name_of::<T>()) } else { None };

    fn __stores(core: &Rc<WorldCore>, count: usize) -> Result<Placing<T>, Refusal> {
        let store = store_or_new::<T>(core)?;
        store.reserve(count)?;
        let pending = PendingInit::begin(store.column().clone(), store.has_birth());
        Ok(Placing { store, pending, values: OneByOne::new(Vec::with_capacity(count.min(AT_ONCE))) })
    }

    #[inline]
    fn __keep(self, placing: &mut Placing<T>) {
        push_from(&mut Some(self), &mut placing.values);
    }

    fn __place(Placing { store, pending, values }: &mut Placing<T>, entities: &[Entity]) {
        store.place_new(pending, entities, values);
    }

    fn __types(placing: &Placing<T>) -> Option<TypeBits> {
        TypeBits::of(placing.store.number())
    }

    fn __place_enlisted(Placing { store, pending, values }: &mut Placing<T>, batch: Batch<'_>) {
        store.place_enlisted(pending, batch, values);
    }

    #[inline]
    fn __init(placing: &Placing<T>, entity: Entity, site: CallSite) -> Result<(), Refusal> {
        let has_birth = const { Self::__BIRTH.is_some() } || placing.store.lifecycle.is_observed();
        if has_birth { begin_placed_life(&placing.pending, entity, site) } else { Ok(()) }
    }

    fn __has_birth(placing: &Placing<T>) -> bool {
        placing.store.has_birth()
    }

    fn __postpone_missed(placing: &Placing<T>, entity: Entity, site: CallSite) {
        placing.pending.postpone_missed(entity, site);
    }

    #[inline]
    #[track_caller]
    fn __has(entity: Entity) -> bool {
        with_store(T::__cell(), |store| store.find(entity).is_some()).unwrap_or(false)
    }

    #[track_caller]
    fn __insert(self, entity: Entity, site: CallSite) -> Result<(), Refusal> {
        insert(entity, &mut Some(self), site)
    }

    #[inline]
    fn __lists(component: TypeId) -> usize {
        usize::from(TypeId::of::<T>() == component)
    }

    #[inline]
    fn __twice_in<All: Bundle>() -> Option<&'static str> {
        (All::__lists(TypeId::of::<T>()) > 1).then_some(name_of::<T>())
    }

    #[inline]
    fn __admit(core: &Rc<WorldCore>, entity: Entity, site: CallSite) -> Result<Adding<T>, Refusal> {
        Adding::admit(core, entity, site)
    }

    #[inline]
    fn __fill(self, adding: &mut Adding<T>) {
        adding.fill(self);
    }

    #[inline]
    fn __place_missing(adding: &mut Adding<T>) -> Result<(), Refusal> {
        adding.place()
    }

    #[inline]
    fn __begin_placed(adding: &mut Adding<T>) -> Result<(), Refusal> {
        adding.begin_life()
    }

    fn __discard(self) {
        drop(One::of(self));
    }

    fn __numbers(core: &WorldCore, each: &mut dyn FnMut(u32)) {
        find::<T>(core).and_then(|store| store.known_number()).map(each);
    }

    fn __smallest(core: &WorldCore) -> (usize, Listing) {
        (find::<T>(core).map_or(0, |store| store.count()), list::<T>)
    }
}
