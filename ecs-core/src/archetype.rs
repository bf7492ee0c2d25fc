//! [`Archetype`]: a list of component types as a type.

use core::marker::PhantomData;

use super::life;
use crate::base::CallSite;
use crate::error::{AddError, or_fail};
use crate::ids::Entity;
use crate::life::{Bundle, BundleParts, DefaultBundle};
use crate::query::{Parts, Query, query};
use crate::world::note_soft;

/// Names a list of component types, such as all types of a bat. It has no values, only associated functions.
///
/// An archetype does not affect how components are stored: each type has its own array. An entity that got
/// its components one by one matches too, and may have other components.
///
/// ```
/// use ecs_core::{Archetype, Component, Entity};
///
/// #[derive(Component, Default)]
/// struct Transform { y: f32 }
///
/// #[derive(Component, Default)]
/// struct Health(u32);
///
/// #[derive(Component, Default)]
/// struct Wings;
///
/// type Bat = Archetype<(Transform, Health, Wings)>;
///
/// let bat = Bat::spawn();
/// let cat = Entity::spawn().with(Health(9));
/// assert!(Bat::matches(bat) && !Bat::matches(cat));
///
/// Bat::apply(cat); // adds what is missing, keeps what is there
/// assert_eq!(cat.borrow::<Health>().0, 9);
/// assert_eq!(Bat::find(), [bat, cat]);
///
/// assert_eq!(Bat::remove(cat), 3);
/// assert!(cat.is_alive() && !cat.has::<Health>());
/// ```
///
/// A list that names a type twice does not compile where it is used. With generic types, such as `(Grid<u8>,
/// Grid<u8>)`, each function panics instead, and the `try_` forms return [`AddError::ListedTwice`].
///
/// ```compile_fail,E0080
/// # use ecs_core::{Archetype, Component};
/// # #[derive(Component, Default)]
/// # struct Wings;
/// Archetype::<(Wings, Wings)>::spawn(); // Wings is listed twice
/// ```
pub struct Archetype<B: Bundle>(PhantomData<fn() -> B>);

impl<B: Bundle> Archetype<B> {
    /// Spawns an entity with the default values of all types.
    ///
    /// All values are placed first; then `init` runs, in the order of the list. If an `init` panics, the
    /// entity is despawned.
    ///
    /// # Panics
    ///
    /// If no entity can be spawned, or a component is refused; [`try_spawn`](Self::try_spawn) returns an
    /// error instead.
    #[track_caller]
    #[must_use]
    pub fn spawn() -> Entity
    where
        B: DefaultBundle,
    {
        const { life::refuse_twice::<B>() };
        or_fail(spawn_default::<B>(CallSite::here()))
    }

    /// Spawns an entity with the default values of all types, or says why not.
    ///
    /// # Errors
    ///
    /// As [`Entity::try_spawn_with`].
    #[track_caller]
    pub fn try_spawn() -> Result<Entity, AddError>
    where
        B: DefaultBundle,
    {
        const { life::refuse_twice::<B>() };
        spawn_default::<B>(CallSite::here())
    }

    /// Adds the components that the entity lacks, with their default values, and runs their `init`. Existing
    /// components stay, and nothing runs for them, not even `Default`.
    ///
    /// All missing values are made and placed first; then `init` runs, in the order of the list. If an `init`
    /// panics, its component is dead, those before it stay, and those after it are removed again without
    /// hooks.
    ///
    /// # Panics
    ///
    /// If the entity is dead or dying; [`try_apply`](Self::try_apply) returns an error instead.
    #[track_caller]
    pub fn apply(entity: Entity)
    where
        B: DefaultBundle,
    {
        const { life::refuse_twice::<B>() };
        let applied = life::apply::<B>(entity, B::__supply_missing, CallSite::here());
        or_fail(applied.map_err(|refusal| *refusal));
    }

    /// Adds the components that the entity lacks, as [`apply`](Self::apply), or says why not.
    ///
    /// # Errors
    ///
    /// [`AddError`] if the entity is dead, dying or of another world, or the archetype lists a type twice:
    /// nothing was added. [`AddError::MissingSibling`] if an `init` takes a component that the entity lacks:
    /// the components before it in the list were added, its own component is dead, and the later ones were
    /// not added.
    #[track_caller]
    pub fn try_apply(entity: Entity) -> Result<(), AddError>
    where
        B: DefaultBundle,
    {
        const { life::refuse_twice::<B>() };
        life::apply::<B>(entity, B::__supply_missing, CallSite::here()).map_err(|refusal| *refusal)
    }

    /// Spawns an entity with these values, as [`spawn`](Self::spawn). For many at once there is
    /// [`Entity::spawn_many`].
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn); [`Entity::try_spawn_with`] returns an error instead.
    #[track_caller]
    pub fn spawn_with(values: B) -> Entity {
        const { life::refuse_twice::<B>() };
        or_fail(life::spawn_one(values, true, CallSite::here()))
    }

    /// Adds the components that the entity lacks, with these values, as [`apply`](Self::apply). Existing
    /// components stay as they are, and the values for them are dropped: to set values, use
    /// [`Entity::insert`].
    ///
    /// # Panics
    ///
    /// As [`apply`](Self::apply); [`try_apply_with`](Self::try_apply_with) returns an error instead.
    #[track_caller]
    pub fn apply_with(entity: Entity, values: B) {
        const { life::refuse_twice::<B>() };
        let applied = life::apply_with(entity, values, CallSite::here());
        or_fail(applied.map_err(|refusal| *refusal));
    }

    /// Adds the components that the entity lacks, as [`apply_with`](Self::apply_with), or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_apply`](Self::try_apply). Values that were not added are dropped.
    #[track_caller]
    pub fn try_apply_with(entity: Entity, values: B) -> Result<(), AddError> {
        const { life::refuse_twice::<B>() };
        life::apply_with(entity, values, CallSite::here()).map_err(|refusal| *refusal)
    }

    /// Says whether the entity has a component of each type; other components do not matter. `false` if the
    /// entity is dead.
    ///
    /// # Panics
    ///
    /// If the archetype lists a type twice.
    #[track_caller]
    #[must_use]
    pub fn matches(entity: Entity) -> bool {
        const { life::refuse_twice::<B>() };
        Self::expect_listed_once();
        B::Parts::has_each_part(entity)
    }

    /// Lists the entities that have a component of each type, disabled ones too; other components do not
    /// matter.
    ///
    /// Takes time in proportion to the type with the fewest components, in whose order it lists the entities.
    /// The result is a list, so entities may come and go while you go through it. To work on values, a query
    /// is faster.
    ///
    /// # Panics
    ///
    /// If the archetype lists a type twice.
    #[track_caller]
    #[must_use]
    pub fn find() -> Vec<Entity> {
        const { life::refuse_twice::<B>() };
        Self::expect_listed_once();
        life::find_all::<B>()
    }

    /// Kills the entity's components of these types, and returns their number. The entity keeps its other
    /// components.
    ///
    /// First each `on_disable` and `shutdown` runs, in the reverse order of the types, while all components
    /// still exist; then all of them are dead at once, as in a despawn. The call never fails: a borrowed
    /// component is dead too, and its hooks run at the next sync point, as with
    /// [`Handle::kill`](crate::Handle::kill). The entity need not [match](Self::matches). Zero if the entity
    /// is dead.
    ///
    /// # Panics
    ///
    /// If the archetype lists a type twice.
    #[track_caller]
    pub fn remove(entity: Entity) -> usize {
        const { life::refuse_twice::<B>() };
        Self::expect_listed_once();
        let removed = life::remove_all::<B>(entity, CallSite::here());
        if removed == 0 {
            note_soft("Archetype::remove", None, entity, CallSite::here());
        }
        removed
    }

    /// Makes a query of the entities that have a component of each type, to read them, as
    /// [`query::<(&A, &B)>()`](crate::query) does.
    ///
    /// ```
    /// # use ecs_core::{Archetype, Component};
    /// #[derive(Component, Default)]
    /// struct Health(u32);
    ///
    /// #[derive(Component, Default)]
    /// struct Wings { span: u32 }
    ///
    /// type Bat = Archetype<(Health, Wings)>;
    ///
    /// Bat::spawn_with((Health(3), Wings { span: 1 }));
    /// for (health, wings) in &mut Bat::query_mut() {
    ///     wings.span += health.0;
    /// }
    /// assert_eq!(Bat::query().iter().map(|(_, wings)| wings.span).sum::<u32>(), 4);
    /// ```
    ///
    /// # Panics
    ///
    /// As [`query`](crate::query()), and if the archetype lists a type twice. [`try_query`](crate::try_query)
    /// returns an error instead.
    #[track_caller]
    pub fn query() -> Query<'static, B::Shared>
    where
        B: Parts,
    {
        const { life::refuse_twice::<B>() };
        Self::expect_listed_once();
        query()
    }

    /// Makes a query of the entities that have a component of each type, to write to them, as
    /// [`query::<(&mut A, &mut B)>()`](crate::query) does.
    ///
    /// # Panics
    ///
    /// As [`query`](Self::query).
    #[track_caller]
    pub fn query_mut() -> Query<'static, B::Mutable>
    where
        B: Parts,
    {
        const { life::refuse_twice::<B>() };
        Self::expect_listed_once();
        query()
    }

    #[inline]
    #[track_caller]
    fn expect_listed_once() {
        or_fail(life::check_listed_once::<B>());
    }
}

/// Spawns an entity with default values, which are not made if the list has a type twice.
#[track_caller]
fn spawn_default<B: DefaultBundle>(site: CallSite) -> Result<Entity, AddError> {
    life::check_listed_once::<B>()?;
    life::spawn_one(B::default(), true, site)
}
