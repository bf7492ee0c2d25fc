//! [`Bundle`]: the components of one entity: one, a tuple of them, or a struct.

use core::any::TypeId;
use std::rc::Rc;

use crate::base::{CallSite, TypeName};
use crate::ids::{Batch, Entity, TypeBits};
use crate::spec::Places;
use crate::world::WorldCore;

use super::super::running::Refusal;

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
    /// Its components: the component itself, or a tuple of them, of which some may be tuples again.
    #[doc(hidden)]
    type Parts: BundleParts;

    #[doc(hidden)]
    fn __into_parts(self) -> Self::Parts;
}

/// The components of one entity on their way there.
pub type AddingOf<B> = <<B as Bundle>::Parts as BundleParts>::Adding;

/// Lists the entities of a store.
pub type Listing = fn(&WorldCore) -> Vec<Entity>;

/// A component, or a tuple of such parts: what a call does with each component of a bundle. Its methods have
/// names that nobody guesses, as rustc proposes `Player::insert` if there is one.
pub trait BundleParts: Bundle<Parts = Self> {
    /// Where its types are written.
    const PLACES: Places;

    /// The name of the first type.
    const NAME: TypeName;

    /// The name of a type whose components have a birth after they are placed.
    const BIRTH: Option<TypeName>;

    /// Counts how many times a type is listed.
    fn times_listed(component: TypeId) -> usize;

    /// Finds a type of these that `All` lists twice.
    fn twice_in<All: BundleParts>() -> Option<&'static str>;

    /// Finds a type of these that excludes one of `All`: both.
    fn excluded_in<All: BundleParts>() -> Option<[&'static str; 2]>;

    #[track_caller]
    fn has_each_part(entity: Entity) -> bool;

    /// Lists the type numbers of those that were added before.
    fn numbers(core: &WorldCore, each: &mut dyn FnMut(u32));

    /// The number of components in the smallest store, and how to list their entities.
    fn smallest(core: &WorldCore) -> (usize, Listing);

    /// Sets the components one by one.
    #[track_caller]
    fn insert_each_part(self, entity: Entity, site: CallSite) -> Result<(), Refusal>;

    /// Drops the values, one by one.
    fn discard(self);

    // ---- many entities ----

    /// The stores to which a call adds the components of many entities.
    type Stores;

    fn stores_of_parts(core: &Rc<WorldCore>, count: usize) -> Result<Self::Stores, Refusal>;

    /// Keeps the values for the next new entity.
    fn keep_each_part(self, stores: &mut Self::Stores);

    /// Places what is kept for these entities, as far as they have not got it, and drops the rest. Refuses
    /// what is excluded by a component that one of them has.
    fn place_each_part(stores: &mut Self::Stores, entities: &[Entity]) -> Result<(), Refusal>;

    /// The bits of the types, which are added now.
    fn types_of_parts(stores: &Self::Stores) -> Option<TypeBits>;

    /// Places what is kept for these entities, in whose sets of types it is listed.
    fn place_enlisted(stores: &mut Self::Stores, batch: Batch<'_>);

    fn init_each_part(stores: &Self::Stores, entity: Entity, site: CallSite) -> Result<(), Refusal>;

    /// Says whether what was placed still has its birth before it.
    fn has_birth(stores: &Self::Stores) -> bool;

    /// Postpones each `init` of the entity that has not run.
    fn postpone_missed(stores: &Self::Stores, entity: Entity, site: CallSite);

    // ---- one entity, as one unit ----

    /// The components on their way to one entity.
    type Adding;

    /// Asks whether the entity takes the components that it has not got.
    #[track_caller]
    fn admit(core: &Rc<WorldCore>, entity: Entity, site: CallSite) -> Result<Self::Adding, Refusal>;

    /// Asks whether the entity takes the components that it has not got, beside those that it has.
    fn refuse_excluded(adding: &Self::Adding) -> Result<(), Refusal>;

    /// Gives the values to the call that adds them.
    fn supply(self, adding: &mut Self::Adding);

    /// Places the values of which the entity has no component.
    fn place_missing(adding: &mut Self::Adding) -> Result<(), Refusal>;

    fn begin_placed(adding: &mut Self::Adding) -> Result<(), Refusal>;
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
            bundle.__into_parts().discard();
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
    #[inline]
    fn __supply_missing(adding: &mut AddingOf<Self>) {
        Self::default().__into_parts().supply(adding);
    }
}
