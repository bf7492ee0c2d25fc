//! What can be done with an [`Entity`]: spawn it, give it components, take them, end it.

use super::handle::Handle;
use crate::base::CallSite;
use crate::component::PerEntity;
use crate::error::{AddError, BorrowError, RemoveError, fail, or_fail};
use crate::ids::Entity;
use crate::life::{self, Bundle, BundleParts, Unplaced};
use crate::spec::name_of;
use crate::store::{RefMutOf, RefOf};
use crate::world::{
    EndCall, Removal, current, done_or_noted, note_soft, note_unwinding, with_current, with_current_or_new,
};

impl Entity {
    /// Spawns an entity without components. The entity gets the lowest free index. O(log n).
    ///
    /// The first spawn of a thread makes the thread's world.
    ///
    /// # Panics
    ///
    /// If no index is free, or the world is closing; [`try_spawn`](Self::try_spawn) is the soft form.
    #[doc(alias("instantiate", "create"))]
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn spawn() -> Self {
        or_fail(Self::try_spawn())
    }

    /// Spawns an entity without components, or returns the reason why it cannot.
    ///
    /// # Errors
    ///
    /// [`AddError::OutOfIds`] if no index is free, [`AddError::World`] if the world is closing.
    #[inline]
    #[track_caller]
    pub fn try_spawn() -> Result<Self, AddError> {
        match with_current_or_new(|core| core.entities.borrow_mut().spawn()) {
            Ok(Ok(entity)) => Ok(entity),
            Ok(Err(_)) => Err(AddError::OutOfIds),
            Err(error) => Err(error.into()),
        }
    }

    /// Spawns an entity with these components: one, or a tuple.
    ///
    /// First all components are added, then `init` runs on each, in the order of the tuple. If an `init`
    /// panics, the entity is despawned. To spawn many entities, call [`spawn_many`](Self::spawn_many).
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component)]
    /// struct Health(u32);
    ///
    /// #[derive(Component, Default)]
    /// struct Armour { left: u32 }
    ///
    /// impl Armour {
    ///     // What comes in the same tuple is there.
    ///     fn init(&mut self, health: &Health) {
    ///         self.left = health.0 / 2;
    ///     }
    /// }
    ///
    /// let knight = Entity::spawn_with((Armour::default(), Health(10)));
    /// assert_eq!(knight.borrow::<Armour>().left, 5);
    /// ```
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn), and if a component is refused or the tuple lists a type twice;
    /// [`try_spawn_with`](Self::try_spawn_with) is the soft form.
    #[track_caller]
    pub fn spawn_with<B: Bundle>(values: B) -> Self {
        const { life::refuse_twice::<B>() };
        or_fail(life::spawn_one(values, true, CallSite::here()))
    }

    /// Spawns an entity with these components, or says why not; then nothing was spawned, and they are
    /// dropped.
    ///
    /// # Errors
    ///
    /// As [`try_spawn`](Self::try_spawn), and as [`try_add`](Self::try_add) if a component is refused. If the
    /// reason is that its `init` lacks a sibling, the entity is despawned, and `shutdown` runs on the
    /// components whose `init` has run.
    #[track_caller]
    pub fn try_spawn_with<B: Bundle>(values: B) -> Result<Self, AddError> {
        const { life::refuse_twice::<B>() };
        life::spawn_one(values, true, CallSite::here())
    }

    /// Spawns `count` entities with the components that `make` returns for each. The fastest way to make
    /// many.
    ///
    /// First the values are added, some hundred entities at a time: `make` may not find values yet that it
    /// has returned before. Then `init` and `on_enable` run, entity by entity, in the order of the tuple;
    /// missing required components are added before each `init`. If a component is still borrowed by an
    /// earlier `init`, its own `init` runs at the next sync point. If `make` panics, the call is undone,
    /// and no hook has run. If an `init` panics, its component is dead, and the entities after it are undone.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, Handle};
    ///
    /// #[derive(Component, Default)]
    /// struct Transform { y: f32 }
    ///
    /// #[derive(Component)]
    /// struct Plane { transform: Handle<Transform>, speed: f32 }
    ///
    /// let planes = Entity::spawn_many(1_000, |place, entity| {
    ///     (Plane { transform: entity.handle(), speed: place as f32 }, Transform::default())
    /// });
    /// assert_eq!(planes.len(), 1_000);
    /// assert_eq!(planes[7].borrow::<Plane>().speed, 7.0);
    /// ```
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn), and if the tuple lists a type twice;
    /// [`try_spawn_many`](Self::try_spawn_many) is the soft form.
    #[track_caller]
    pub fn spawn_many<B: Bundle>(count: usize, make: impl FnMut(usize, Self) -> B) -> Vec<Self> {
        const { life::refuse_twice::<B>() };
        or_fail(life::spawn_many(count, make, CallSite::here()))
    }

    /// Spawns `count` entities with components, or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_spawn`](Self::try_spawn), and as [`try_add`](Self::try_add) if a component is refused;
    /// then nothing was spawned. But if that is because its `init` misses a sibling, it is dead, and only the
    /// entities that follow are undone.
    #[track_caller]
    pub fn try_spawn_many<B: Bundle>(
        count: usize,
        make: impl FnMut(usize, Self) -> B,
    ) -> Result<Vec<Self>, AddError> {
        const { life::refuse_twice::<B>() };
        life::spawn_many(count, make, CallSite::here())
    }

    /// Says whether the entity was spawned in the current world and not despawned since.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn is_alive(self) -> bool {
        with_current(|core| core.entities.borrow().is_alive(self)).unwrap_or(false)
    }

    /// Ends the entity, its components and all its [descendants](Self::child_of). Returns `false` if the
    /// entity is dead already. Never fails, not even while components are borrowed: see [`Handle::kill`].
    ///
    /// `shutdown` of children runs before that of their parents, and the components of an entity are shut
    /// down in the reverse order of their types. Until all these hooks have run, they reach all the objects;
    /// then all die together. To keep the children, call [`detach_children`](Self::detach_children) first.
    #[doc(alias("destroy", "delete"))]
    #[track_caller]
    pub fn despawn(self) -> bool {
        let site = CallSite::here();
        done_or_noted(life::despawn_at(self, site), "Entity::despawn", || None, self, site)
    }

    /// Despawns entities, as [`despawn`](Self::despawn) does one by one in this order; returns how many were
    /// alive.
    ///
    /// This is the fastest way to end many entities: if no component has a `shutdown`, an `on_disable` or a
    /// `Drop`, each store is cleaned up in one go. If a hook panics, the entities after it stay alive.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component)]
    /// struct Spark { heat: f32 }
    ///
    /// let sparks = Entity::spawn_many(1_000, |_, _| Spark { heat: 1.0 });
    /// assert_eq!(Entity::despawn_many(&sparks), 1_000);
    /// assert_eq!(Spark::count(), 0);
    /// ```
    #[track_caller]
    pub fn despawn_many(entities: &[Self]) -> usize {
        let site = CallSite::here();
        life::note_despawn("despawn_many", entities, site);
        let on_dead = |dead| note_soft("Entity::despawn_many", None, dead, site);
        life::despawn_many(entities, on_dead, EndCall { why: Removal::Despawned, site })
    }

    /// Adds a component with its default value and its missing required components, and runs `init`. If the
    /// entity has the component, its value stays, and nothing runs.
    ///
    /// # Panics
    ///
    /// If the entity is dead or dying; [`try_add`](Self::try_add) is the soft form.
    #[doc(alias = "add_component")]
    #[inline]
    #[track_caller]
    pub fn add<T: PerEntity + Default>(self) -> Handle<T> {
        match life::add_default(self, T::default, CallSite::here()) {
            Ok(()) => Handle::new(self),
            Err(refusal) => fail(&refusal),
        }
    }

    /// Adds a component with its default value, or says why not.
    ///
    /// # Errors
    ///
    /// [`AddError`] if the entity is dead, dying or of another world.
    #[inline]
    #[track_caller]
    pub fn try_add<T: PerEntity + Default>(self) -> Result<Handle<T>, AddError> {
        let added = life::add_default(self, T::default, CallSite::here());
        added.map(|()| Handle::new(self)).map_err(|refusal| *refusal)
    }

    /// Adds the component that `make` returns and its missing required components, and runs `init`. If the
    /// entity has the component, its value stays, and nothing runs.
    ///
    /// # Panics
    ///
    /// If the entity is dead or dying; [`try_add_with`](Self::try_add_with) is the soft form.
    #[inline]
    #[track_caller]
    pub fn add_with<T: PerEntity>(self, make: impl FnOnce() -> T) -> Handle<T> {
        match life::add(self, make, CallSite::here()) {
            Ok(()) => Handle::new(self),
            Err(refusal) => fail(&refusal),
        }
    }

    /// Adds the component that `make` makes, or says why not.
    ///
    /// # Errors
    ///
    /// [`AddError`] if the entity is dead, dying or of another world.
    #[inline]
    #[track_caller]
    pub fn try_add_with<T: PerEntity>(self, make: impl FnOnce() -> T) -> Result<Handle<T>, AddError> {
        life::add(self, make, CallSite::here()).map(|()| Handle::new(self)).map_err(|refusal| *refusal)
    }

    /// Sets a component: adds it, or replaces its value. `shutdown` runs on the old value, and handles refer
    /// to the new one. Missing required components are added, and `init` runs.
    ///
    /// # Panics
    ///
    /// If the entity is dead or dying; [`try_insert`](Self::try_insert) is the soft form.
    #[doc(alias = "add_component")]
    #[track_caller]
    pub fn insert<T: PerEntity>(self, value: T) -> Handle<T> {
        insert_or_fail(self, &mut Some(value), CallSite::here());
        Handle::new(self)
    }

    /// Sets a component, or says why not; then the value is dropped.
    ///
    /// # Errors
    ///
    /// [`AddError`] if the entity is dead, dying or of another world.
    #[track_caller]
    pub fn try_insert<T: PerEntity>(self, value: T) -> Result<Handle<T>, AddError> {
        let inserted = life::insert(self, &mut Some(value), CallSite::here());
        inserted.map(|()| Handle::new(self)).map_err(|refusal| *refusal)
    }

    /// Sets the components of a tuple or another [`Bundle`], as [`insert`](Self::insert) does one by one, and
    /// returns the entity.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component)]
    /// struct Health(u32);
    ///
    /// #[derive(Component)]
    /// struct Title(&'static str);
    ///
    /// let hero = Entity::spawn().with(Health(1));
    /// hero.insert_all((Health(10), Title("Sir")));
    /// assert_eq!((hero.borrow::<Health>().0, hero.borrow::<Title>().0), (10, "Sir"));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`insert`](Self::insert), and if the tuple lists a type twice;
    /// [`try_insert_all`](Self::try_insert_all) is the soft form.
    #[track_caller]
    pub fn insert_all<B: Bundle>(self, values: B) -> Self {
        const { life::refuse_twice::<B>() };
        or_fail(insert_each(self, values, CallSite::here()));
        self
    }

    /// Sets the components of a tuple or another [`Bundle`], or says why not; then those before the refused
    /// one are set, and the others are dropped.
    ///
    /// # Errors
    ///
    /// [`AddError`] if the entity is dead, dying or of another world, or if the tuple lists a type twice:
    /// then none is set.
    #[track_caller]
    pub fn try_insert_all<B: Bundle>(self, values: B) -> Result<(), AddError> {
        const { life::refuse_twice::<B>() };
        insert_each(self, values, CallSite::here())
    }

    /// Sets a component, as [`insert`](Self::insert), and returns the entity:
    /// `Entity::spawn().with(a).with(b)`.
    ///
    /// # Panics
    ///
    /// As [`insert`](Self::insert).
    #[track_caller]
    pub fn with<T: PerEntity>(self, value: T) -> Self {
        insert_or_fail(self, &mut Some(value), CallSite::here());
        self
    }

    /// Sets a component, as [`insert`](Self::insert), and returns the old value, after its `shutdown`; `None`
    /// if the entity had none.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component, Debug, PartialEq)]
    /// struct Hat(u32);
    ///
    /// let hero = Entity::spawn();
    /// assert_eq!(hero.replace(Hat(1)), None);
    /// assert_eq!(hero.replace(Hat(2)), Some(Hat(1)));
    /// assert_eq!(hero.borrow::<Hat>().0, 2);
    /// ```
    ///
    /// # Panics
    ///
    /// As [`insert`](Self::insert), and if the component is borrowed, also by its own hook: then use
    /// `insert`. [`try_replace`](Self::try_replace) is the soft form.
    #[track_caller]
    pub fn replace<T: PerEntity>(self, value: T) -> Option<T> {
        or_fail(self.try_replace(value))
    }

    /// Sets a component and gives the old value back, or says why not; then the new value is dropped.
    ///
    /// # Errors
    ///
    /// As [`try_insert`](Self::try_insert); [`AddError::Blocked`] also if the old component is borrowed, or
    /// what a hook of its end takes; [`AddError::OldStays`] if its end must wait, as while the thread
    /// unwinds. If `init` of the new value misses a sibling, the old one has gone.
    #[track_caller]
    pub fn try_replace<T: PerEntity>(self, value: T) -> Result<Option<T>, AddError> {
        life::replace(self, value, CallSite::here())
    }

    /// Ends a component and returns its value, after its `shutdown`; `None` if the entity has none. To end a
    /// component without its value, call [`kill`](Self::kill), which works on borrowed ones too. While the
    /// thread unwinds, a component whose type has a `shutdown` or an `on_disable` stays, and the call returns
    /// `None`.
    ///
    /// # Panics
    ///
    /// If the component is borrowed, also by its own hook: use [`Handle::kill`].
    /// [`try_remove`](Self::try_remove) is the soft form.
    #[track_caller]
    pub fn remove<T: PerEntity>(self) -> Option<T> {
        let value = match self.try_remove() {
            Ok(value) => value,
            Err(RemoveError::Unwinding { component, entity }) => {
                note_unwinding("Entity::remove", Some(component), entity, CallSite::here());
                return None;
            }
            Err(error) => fail(&error),
        };
        if value.is_none() {
            note_soft("Entity::remove", Some(name_of::<T>()), self, CallSite::here());
        }
        value
    }

    /// Ends a component and returns its value, or returns the reason why it cannot.
    ///
    /// # Errors
    ///
    /// [`RemoveError::Borrowed`] if the component is borrowed; if the type has a `shutdown` or an
    /// `on_disable`, [`RemoveError::Blocked`] if that takes something which is borrowed,
    /// [`RemoveError::Unwinding`] while the thread unwinds, and [`RemoveError::TooDeep`] if hooks are nested
    /// too deep.
    #[track_caller]
    pub fn try_remove<T: PerEntity>(self) -> Result<Option<T>, RemoveError> {
        life::remove(self, CallSite::here())
    }

    /// Kills a component, as [`Handle::kill`]; `false` if the entity has none.
    #[track_caller]
    pub fn kill<T: PerEntity>(self) -> bool {
        let site = CallSite::here();
        done_or_noted(life::kill::<T>(self, site), "Entity::kill", || Some(name_of::<T>()), self, site)
    }

    /// Says whether the entity has a component, or all of a tuple: `entity.has::<(Transform, Plane)>()`.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn has<B: Bundle>(self) -> bool {
        B::Parts::has_each_part(self)
    }

    /// Lists the types of the entity's components, in the order in which the types were first added.
    ///
    /// O(the number of components of the entity), however many types the program has. Empty if the entity is
    /// dead.
    #[must_use]
    #[track_caller]
    pub fn components(self) -> Vec<&'static str> {
        let Ok(core) = current() else { return Vec::new() };
        core.types(self).iter().map(|number| core.columns.numbered(number).name()).collect()
    }

    /// Enables or disables the entity, its components and all its [descendants](Self::child_of). Returns
    /// `false` if the entity is dead. O(the number of descendants).
    ///
    /// Each component and each entity has a switch. A component is enabled while its own switch, that of its
    /// entity and those of all ancestors are on. This holds for components and children that are added later,
    /// too.
    ///
    /// `on_enable` runs for parents first, `on_disable` for children first, and only on components that
    /// become enabled or disabled.
    #[doc(alias = "set_active")]
    #[track_caller]
    pub fn set_enabled(self, enabled: bool) -> bool {
        let site = CallSite::here();
        let is_switched = life::set_entity_enabled(self, enabled, site);
        done_or_noted(is_switched, "Entity::set_enabled", || None, self, site)
    }

    /// Says whether the entity is alive and enabled: it is switched on, and so are all above it.
    #[must_use]
    #[track_caller]
    pub fn is_enabled(self) -> bool {
        current().is_ok_and(|core| {
            let entities = core.entities.borrow();
            entities.is_alive(self) && entities.is_enabled(self.index())
        })
    }

    /// Says whether the entity is alive and its own switch is on, as [`set_enabled`](Self::set_enabled) set
    /// it last. The switches of its parents do not count.
    #[must_use]
    #[track_caller]
    pub fn is_switched_on(self) -> bool {
        current().is_ok_and(|core| {
            let entities = core.entities.borrow();
            entities.is_alive(self) && entities.is_on(self.index())
        })
    }

    /// Says whether the entity is alive and waits in a [`Pool`](crate::Pool) for its next use.
    #[must_use]
    #[track_caller]
    pub fn is_parked(self) -> bool {
        current().is_ok_and(|core| {
            let entities = core.entities.borrow();
            entities.is_alive(self) && entities.is_parked(self.index())
        })
    }

    /// Refers to a component of the entity. Does not check whether the entity has one.
    #[inline]
    #[must_use]
    pub const fn handle<T: PerEntity>(self) -> Handle<T> {
        Handle::new(self)
    }

    /// Borrows a component for reading, as [`Handle::borrow`].
    ///
    /// # Panics
    ///
    /// As [`Handle::borrow`].
    #[inline]
    #[track_caller]
    pub fn borrow<T: PerEntity>(self) -> RefOf<T> {
        self.handle::<T>().borrow()
    }

    /// Borrows a component for reading and writing, as [`Handle::borrow_mut`].
    ///
    /// # Panics
    ///
    /// As [`Handle::borrow_mut`].
    #[inline]
    #[track_caller]
    pub fn borrow_mut<T: PerEntity>(self) -> RefMutOf<T> {
        self.handle::<T>().borrow_mut()
    }

    /// Borrows a component for reading, as [`Handle::get`]; `None` if the entity has none.
    ///
    /// # Panics
    ///
    /// As [`Handle::get`].
    #[doc(alias = "get_component")]
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn get<T: PerEntity>(self) -> Option<RefOf<T>> {
        self.handle::<T>().get()
    }

    /// Borrows a component for reading and writing, as [`Handle::get_mut`]; `None` if the entity has none.
    ///
    /// # Panics
    ///
    /// As [`Handle::get_mut`].
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn get_mut<T: PerEntity>(self) -> Option<RefMutOf<T>> {
        self.handle::<T>().get_mut()
    }

    /// Borrows a component for reading, or says why not, as [`Handle::try_borrow`].
    ///
    /// # Errors
    ///
    /// As [`Handle::try_borrow`].
    #[inline]
    #[track_caller]
    pub fn try_borrow<T: PerEntity>(self) -> Result<RefOf<T>, BorrowError> {
        self.handle::<T>().try_borrow()
    }

    /// Borrows a component for reading and writing, or says why not, as [`Handle::try_borrow_mut`].
    ///
    /// # Errors
    ///
    /// As [`Handle::try_borrow_mut`].
    #[inline]
    #[track_caller]
    pub fn try_borrow_mut<T: PerEntity>(self) -> Result<RefMutOf<T>, BorrowError> {
        self.handle::<T>().try_borrow_mut()
    }
}

/// Sets a component, or panics, when the value that was refused has dropped.
#[inline]
#[track_caller]
fn insert_or_fail<T: PerEntity>(entity: Entity, value: &mut Option<T>, site: CallSite) {
    if let Err(refusal) = life::insert(entity, value, site) {
        *value = None;
        fail(&refusal);
    }
}

/// Sets the components of a bundle, one by one.
#[track_caller]
pub(super) fn insert_each<B: Bundle>(entity: Entity, values: B, site: CallSite) -> Result<(), AddError> {
    let values = Unplaced::new(values);
    life::check_listed_once::<B>()?;
    values.into_inner().__into_parts().insert_each_part(entity, site).map_err(|refusal| *refusal)
}
