//! [`Component`]: what `#[derive(Component)]` gives a type.
//!
//! This file goes up: what stands above it names the trait as its bound, and the trait's methods lead there,
//! as `view` to [`View`] and `kill` to `life`. In two traits, users would have to import both.

use core::any::TypeId;
use core::cmp::Ordering;
use core::future::Future;
use core::ptr;

use crate::base::CallSite;
use crate::column::{Column, TypeInfo};
use crate::error::{AddError, UpdateError, ViewError, fail, or_fail};
use crate::features::inherit::{Inherits, inherited};
use crate::features::soa::{LendFields, Soa};
use crate::features::timers::Timer;
use crate::hooks::ByNumber;
use crate::ids::Entity;
use crate::reach::{self, Handle, Listens, View, ViewMut};
use crate::spec::{Excluded, IsOne, Many, Number, One, SpecOf, Writable, name_of, spec};
use crate::store::{Layout, Locator, OnePiece, Whole};
use crate::world::worker;
use crate::{frame, life};

/// A type whose values belong to entities and live side by side in one store.
///
/// Derive it; the derive finds the hooks in the type's `impl` by their names. The methods with `self` find
/// the entity of the component from the address of `self`, so the struct needs no id. You cannot implement it
/// by hand.
///
/// ```
/// use ecs_core::{Component, Entity, update_all};
///
/// #[derive(Component, Default)]
/// struct Bullet { y: f32 }
///
/// impl Bullet {
///     fn update(&mut self, dt: f32) {
///         self.y += 100.0 * dt;
///         if self.y > 5.0 {
///             self.kill();
///         }
///     }
/// }
///
/// let bullet = Entity::spawn().add::<Bullet>();
/// update_all(0.03);
/// assert_eq!(Bullet::count(), 1);
/// update_all(0.03);
/// assert!(!bullet.is_alive());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a component",
    label = "this type does not derive `Component`",
    note = "write `#[derive(Component)]` above `{Self}`, if it is a type of yours",
    note = "a hook takes `f32`, `Time` and `Entity` by value, and no world; several values at once are \
            `Entity::spawn_with((a, b))` and `entity.insert_all((a, b))`"
)]
pub trait Component: Sized + 'static {
    #[doc(hidden)]
    const __SPEC: SpecOf<Self>;

    /// The types that it excludes. Not a part of `__SPEC`: two types may exclude each other.
    #[doc(hidden)]
    const __EXCLUDES: &'static [Excluded] = &[];

    /// Whether a world has many of the type, or one.
    #[doc(hidden)]
    type __Number: ByNumber;

    /// How its values lie in memory.
    #[doc(hidden)]
    type __Layout: Layout<Self>;

    #[doc(hidden)]
    fn __cell() -> Locator<Self>;

    /// What the type is to its column: the only way to its hooks, which adding takes.
    ///
    /// The derive writes it, so that each type has a function of its own: see [`name_of`](crate::spec).
    #[doc(hidden)]
    fn __info() -> &'static TypeInfo;

    /// Reads a value of the form in this place of `Spec::was`, which becomes the present one by an
    /// expression.
    #[cfg(feature = "serde")]
    #[doc(hidden)]
    fn __was<'de, D: serde::Deserializer<'de>>(place: usize, _from: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        let name = name_of::<Self>();
        Err(D::Error::custom(format_args!(
            "`{name}` does not say how its old form {place} becomes the present one"
        )))
    }

    /// Returns the entity of this component. O(1), from the component's address.
    ///
    /// This works also in the `shutdown` of the component, and in its own update after it was killed.
    ///
    /// # Panics
    ///
    /// If the value is not in the store of the current world, such as a local variable, a field of another
    /// value, or an element of a view's slice of a zero-sized type: such elements share one address.
    ///
    /// A [`Soa`] type has no `entity`: see [`KnowsEntity`].
    #[inline]
    #[track_caller]
    fn entity(&self) -> Entity
    where
        Self: KnowsEntity,
    {
        match self.try_entity() {
            Some(entity) => entity,
            None => not_in_a_store(name_of::<Self>(), size_of::<Self>() == 0),
        }
    }

    /// Returns the entity of this component; `None` if the value is not in the store of the current world.
    #[inline]
    #[track_caller]
    fn try_entity(&self) -> Option<Entity>
    where
        Self: KnowsEntity,
    {
        entity_of(self)
    }

    /// Returns the handle of this component.
    ///
    /// # Panics
    ///
    /// As [`entity`](Self::entity).
    #[inline]
    #[track_caller]
    fn handle(&self) -> Handle<Self>
    where
        Self: KnowsEntity,
    {
        Handle::new(self.entity())
    }

    /// Returns the handle of another component of the same entity, without checking that there is one.
    ///
    /// # Panics
    ///
    /// As [`entity`](Self::entity).
    #[inline]
    #[track_caller]
    fn sibling<U: PerEntity>(&self) -> Handle<U>
    where
        Self: KnowsEntity,
    {
        Handle::new(self.entity())
    }

    /// Adds a component to the same entity, as [`Entity::add`] does.
    ///
    /// # Panics
    ///
    /// As [`entity`](Self::entity) and [`Entity::add`].
    #[inline]
    #[track_caller]
    fn add<U: PerEntity + Default>(&self) -> Handle<U>
    where
        Self: KnowsEntity,
    {
        self.entity().add::<U>()
    }

    /// Kills this component; `false` if it is dead already. `self` stays usable until the hook returns.
    ///
    /// # Panics
    ///
    /// As [`entity`](Self::entity).
    #[track_caller]
    fn kill(&self) -> bool
    where
        Self: KnowsEntity,
    {
        let (handle, site) = (self.handle(), CallSite::here());
        handle.done_or_noted(life::kill::<Self>(handle.entity(), site), "Component::kill", site)
    }

    /// Enables or disables this component, as [`Handle::set_enabled`] does; `false` if it is dead. If a hook
    /// disables its own component, `on_disable` runs at the next sync point.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, update_all};
    ///
    /// #[derive(Component, Default)]
    /// struct Mine {
    ///     ticks: u32,
    /// }
    ///
    /// impl Mine {
    ///     fn update(&mut self) {
    ///         self.ticks += 1;
    ///         if self.ticks == 2 {
    ///             self.set_enabled(false);
    ///         }
    ///     }
    /// }
    ///
    /// let mine = Entity::spawn().add::<Mine>();
    /// (0..5).for_each(|_| update_all(0.1));
    /// assert_eq!((mine.borrow().ticks, mine.is_enabled()), (2, false));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`entity`](Self::entity).
    #[track_caller]
    fn set_enabled(&self, enabled: bool) -> bool
    where
        Self: KnowsEntity,
    {
        let (handle, site) = (self.handle(), CallSite::here());
        let is_switched = life::set_enabled::<Self>(handle.entity(), enabled, site);
        handle.done_or_noted(is_switched, "Component::set_enabled", site)
    }

    crate::features::timers::methods_of_components!();

    /// Counts the live components of this type, disabled and parked ones too; `query::<&T>().count()` leaves
    /// them out. O(1).
    #[must_use]
    #[track_caller]
    fn count() -> usize {
        Self::__cell().store().map_or(0, |store| store.count())
    }

    /// Kills all components of this type, in the order of the store, disabled ones too; returns how many.
    /// Their entities live on.
    ///
    /// Each ends as by [`Handle::kill`]. Components that a hook adds meanwhile stay. If a hook panics, the
    /// components behind it stay alive.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component, Default)]
    /// struct Burning { left: f32 }
    ///
    /// let tree = Entity::spawn();
    /// tree.add::<Burning>();
    /// assert_eq!(Burning::clear(), 1);
    /// assert!(tree.is_alive() && !tree.has::<Burning>());
    /// ```
    #[track_caller]
    fn clear() -> usize {
        const { refuse_read_only::<Self>() };
        life::kill_all::<Self>(CallSite::here())
    }

    /// Makes room for `additional` components, so that adding them moves nothing.
    ///
    /// This is a hint: the call does nothing while a component of the type is borrowed, or while the world is
    /// closing. It makes the thread's world if there is none.
    ///
    /// # Panics
    ///
    /// If there is no memory for so many, or if a hook of the type takes one component twice;
    /// [`try_reserve`](Self::try_reserve) returns an error instead.
    #[track_caller]
    fn reserve(additional: usize) {
        match Self::try_reserve(additional) {
            Ok(()) | Err(AddError::World { .. }) => {}
            Err(error) => fail(&error),
        }
    }

    /// Makes room for `additional` components, or says why not, as [`reserve`](Self::reserve).
    ///
    /// # Errors
    ///
    /// [`AddError::NoRoom`] if there is no memory for so many, [`AddError::World`] if the world is closing,
    /// [`AddError::BadHook`] if a hook of the type takes one component twice.
    #[track_caller]
    fn try_reserve(additional: usize) -> Result<(), AddError> {
        life::reserve::<Self>(additional).map_err(|refusal| *refusal)
    }

    /// Borrows all components of this type for reading, as one slice.
    ///
    /// # Panics
    ///
    /// If one is mutably borrowed, or changes are pending while one is borrowed; [`try_view`](Self::try_view)
    /// returns an error instead.
    #[doc(alias("all", "iter"))]
    #[track_caller]
    fn view() -> View<'static, Self>
    where
        Self: Viewable,
    {
        or_fail(View::borrow(CallSite::here()))
    }

    /// Borrows all components of this type for reading, as one slice, or says why not.
    ///
    /// # Errors
    ///
    /// [`ViewError::Borrowed`] if one is mutably borrowed, [`ViewError::Unsettled`] if changes are pending
    /// while one is borrowed, [`ViewError::EndWaits`] if one has died whose `shutdown` waits for something.
    #[track_caller]
    fn try_view() -> Result<View<'static, Self>, ViewError>
    where
        Self: Viewable,
    {
        View::borrow(CallSite::here())
    }

    /// Borrows all components of this type for reading and writing.
    ///
    /// # Panics
    ///
    /// If one is borrowed; [`try_view_mut`](Self::try_view_mut) returns an error instead.
    #[track_caller]
    fn view_mut() -> ViewMut<'static, Self>
    where
        Self: Viewable,
    {
        or_fail(ViewMut::borrow(CallSite::here()))
    }

    /// Borrows all components of this type for reading and writing, or says why not.
    ///
    /// # Errors
    ///
    /// [`ViewError::Borrowed`] if one is borrowed, [`ViewError::Unsettled`] if changes are pending as well.
    #[track_caller]
    fn try_view_mut() -> Result<ViewMut<'static, Self>, ViewError>
    where
        Self: Viewable,
    {
        ViewMut::borrow(CallSite::here())
    }

    /// Calls a function with each enabled component of this type, in the order of the store.
    ///
    /// The call visits the components that are live and enabled when it begins and still are when their turn
    /// comes, as `update` does. Each is borrowed only during its turn, so the function may reach the others
    /// by their handles, add and kill.
    ///
    /// Inside a hook of this type the call leaves out the component whose hook runs, which the hook has as
    /// `self`.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component)]
    /// struct Bomb { fuse: u32 }
    ///
    /// for fuse in [1, 2, 3] {
    ///     Entity::spawn().insert(Bomb { fuse });
    /// }
    /// Bomb::for_each(|bomb| {
    ///     bomb.fuse -= 1;
    ///     if bomb.fuse == 0 {
    ///         bomb.entity().despawn();
    ///     }
    /// });
    /// assert_eq!(Bomb::count(), 2);
    /// ```
    ///
    /// # Panics
    ///
    /// If one that would be visited is borrowed by a guard, a view, a query or the closure of another
    /// `for_each`, or the whole store by an isolated pass: before anything has run, or when the turn of a
    /// component comes that the function has borrowed for longer. [`try_for_each`](Self::try_for_each)
    /// returns an error instead.
    #[track_caller]
    fn for_each(f: impl FnMut(&mut Self)) {
        const { refuse_read_only::<Self>() };
        reach::expect_visited("Component::for_each", name_of::<Self>(), "visit", Self::try_for_each(f));
    }

    /// Calls a function with each enabled component of this type as [`for_each`](Self::for_each), or says why
    /// not.
    ///
    /// # Errors
    ///
    /// [`ViewError::Borrowed`] if one that would be visited is borrowed, see [`for_each`](Self::for_each);
    /// [`ViewError::World`] while the world is closing, or while the thread unwinds and changes are pending.
    #[track_caller]
    fn try_for_each(f: impl FnMut(&mut Self)) -> Result<(), ViewError> {
        const { refuse_read_only::<Self>() };
        reach::for_each(f, CallSite::here())
    }

    /// Sends an event to all enabled components of this type; returns their number. Borrowed components count
    /// too: they are notified later, unless they end before.
    ///
    /// Notifies the components that were alive and enabled when the call began and still are: inside the
    /// call, or at the next sync point if the component is borrowed. See [`Listens`](crate::Listens). A type
    /// without a handler of the event is a compile error.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// struct Freeze {
    ///     seconds: f32,
    /// }
    ///
    /// #[derive(Component, Default)]
    /// #[component(on(Freeze))]
    /// struct Enemy {
    ///     frozen: f32,
    /// }
    ///
    /// impl Enemy {
    ///     fn on_freeze(&mut self, freeze: &Freeze) {
    ///         self.frozen = self.frozen.max(freeze.seconds);
    ///     }
    /// }
    ///
    /// let enemies = Entity::spawn_many(3, |_, _| Enemy::default());
    /// assert_eq!(Enemy::send_all(Freeze { seconds: 2.0 }), 3);
    /// assert_eq!(enemies[2].borrow::<Enemy>().frozen, 2.0);
    /// ```
    #[track_caller]
    fn send_all<E: 'static>(event: E) -> usize
    where
        Self: Listens<E>,
    {
        life::send_all_of::<Self, E>(event, CallSite::here())
    }

    /// Sorts the components of this type, the enabled ones and the disabled ones each in themselves. Handles
    /// follow.
    ///
    /// Passes, views and queries visit components in this order. The sort is stable: equal components keep
    /// their order. O(n log n) comparisons, then each value moves once.
    ///
    /// Later changes move only single components:
    /// - A new component comes last, or to the place where a component of the same entity index was.
    /// - Removing, killing and despawning either leave the order of the others as it is, or move the last
    ///   component into the gap, so that all but that one stay in order.
    /// - Enabling or disabling moves the component, and moves the component at the border of the enabled ones
    ///   to its place.
    ///
    /// The comparison may do everything that is allowed while a view lives: read components of the type, add
    /// and kill. New and replaced components come after the others.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component)]
    /// struct Sprite { depth: f32 }
    ///
    /// let near = Entity::spawn().insert(Sprite { depth: 1.0 });
    /// let far = Entity::spawn().insert(Sprite { depth: 9.0 });
    /// Sprite::sort_by(|a, b| b.depth.total_cmp(&a.depth));
    /// assert!(Sprite::view().is_sorted_by(|a, b| a.depth >= b.depth));
    /// assert_eq!((near.borrow().depth, far.borrow().depth), (1.0, 9.0));
    /// ```
    ///
    /// # Panics
    ///
    /// If one is borrowed, before or after the comparisons; [`try_sort_by`](Self::try_sort_by) returns an
    /// error instead. Also if the comparison panics, or, as `slice::sort_by`, if it is found not to be a
    /// total order. The order is then as it was.
    #[track_caller]
    fn sort_by(compare: impl FnMut(&Self, &Self) -> Ordering) {
        const { refuse_heirs::<Self>() };
        expect_sorted::<Self>("Component::sort_by", reach::sort_by(CallSite::here(), compare));
    }

    /// Sorts the components of this type as [`sort_by`](Self::sort_by), or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_view_mut`](Self::try_view_mut): [`ViewError::Borrowed`] if one is borrowed, also by a guard
    /// that the comparison has kept; [`ViewError::Unsettled`] if changes are pending as well;
    /// [`ViewError::World`] while the world is closing.
    ///
    /// # Panics
    ///
    /// If the comparison panics or is found not to be a total order. The order is then as it was.
    #[track_caller]
    fn try_sort_by(compare: impl FnMut(&Self, &Self) -> Ordering) -> Result<(), ViewError> {
        const { refuse_heirs::<Self>() };
        reach::sort_by(CallSite::here(), compare)
    }

    /// Sorts the components of this type by a key, as [`sort_by`](Self::sort_by). The key is made once for
    /// each component.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component)]
    /// struct Unit { team: u8 }
    ///
    /// for team in [2, 1, 2, 1] {
    ///     Entity::spawn().insert(Unit { team });
    /// }
    /// Unit::sort_by_key(|unit| unit.team);
    /// assert!(Unit::view().iter().map(|unit| unit.team).eq([1, 1, 2, 2]));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`sort_by`](Self::sort_by); [`try_sort_by_key`](Self::try_sort_by_key) returns an error instead.
    #[track_caller]
    fn sort_by_key<K: Ord>(key: impl FnMut(&Self) -> K) {
        const { refuse_heirs::<Self>() };
        expect_sorted::<Self>("Component::sort_by_key", reach::sort_by_key(CallSite::here(), key));
    }

    /// Sorts the components of this type by a key as [`sort_by_key`](Self::sort_by_key), or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_sort_by`](Self::try_sort_by).
    ///
    /// # Panics
    ///
    /// As [`try_sort_by`](Self::try_sort_by).
    #[track_caller]
    fn try_sort_by_key<K: Ord>(key: impl FnMut(&Self) -> K) -> Result<(), ViewError> {
        const { refuse_heirs::<Self>() };
        reach::sort_by_key(CallSite::here(), key)
    }

    /// Brings the components of this type in the order of the `U`s: first those whose entity also has a `U`,
    /// in the order of the `U`s, then the others in their present order. Enabled ones stay before disabled
    /// ones. Handles stay valid. O(n).
    ///
    /// Passes and queries over both types are fastest where the two orders agree. Types that were filled
    /// together begin with one order; after many adds and removals this call restores it.
    /// [`sort_by`](Self::sort_by) lists the later changes of the order.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component)]
    /// struct Pos(u32);
    /// #[derive(Component)]
    /// struct Vel(u32);
    ///
    /// for n in [3, 1, 2] {
    ///     Entity::spawn().with(Pos(n)).with(Vel(n));
    /// }
    /// Pos::sort_by_key(|pos| pos.0);
    /// Vel::sort_like::<Pos>();
    /// assert!(Vel::view().iter().map(|vel| vel.0).eq([1, 2, 3]));
    /// ```
    ///
    /// # Panics
    ///
    /// If one is borrowed, or a `U` is mutably borrowed; [`try_sort_like`](Self::try_sort_like) returns an
    /// error instead.
    #[track_caller]
    fn sort_like<U: PerEntity>() {
        const { refuse_heirs::<Self>() };
        expect_sorted::<Self>("Component::sort_like", reach::sort_like::<Self, U>(CallSite::here()));
    }

    /// Brings the components of this type in the order of `U`'s as [`sort_like`](Self::sort_like), or says
    /// why not.
    ///
    /// # Errors
    ///
    /// As [`try_view_mut`](Self::try_view_mut) for this type, or as [`try_view`](Self::try_view) for `U`.
    #[track_caller]
    fn try_sort_like<U: Component>() -> Result<(), ViewError> {
        const { refuse_heirs::<Self>() };
        reach::sort_like::<Self, U>(CallSite::here())
    }

    /// Runs the `update` pass of this type alone. `dt` is in seconds. The world's [time](crate::time) does
    /// not go on.
    ///
    /// # Panics
    ///
    /// As [`update_all`](crate::update_all); [`try_update_all`](Self::try_update_all) returns an error
    /// instead.
    #[track_caller]
    fn update_all(dt: f32) {
        let site = CallSite::here();
        let name = Some(name_of::<Self>());
        frame::expect_run("Component::update_all", name, frame::update_one::<Self>(dt, site), site);
    }

    /// Runs the update pass of this type alone, or says why not. `dt` is in seconds.
    ///
    /// # Errors
    ///
    /// As [`try_update_all`](crate::try_update_all).
    #[track_caller]
    fn try_update_all(dt: f32) -> Result<(), UpdateError> {
        frame::update_one::<Self>(dt, CallSite::here())
    }

    // ---- features::inherit ----

    /// Returns a copy of the value that an entity's component of this type would have if `inherit` ran now on
    /// its ancestors and then on itself. If the entity has no such component, the value is that of the
    /// nearest ancestor with one; `None` if there is none. O(depth).
    ///
    /// `inherit` runs after `late_update`: until then components have the inherited values of the last frame.
    /// So call this in the `late_update` of a camera, or right after a spawn. A disabled component keeps its
    /// value.
    ///
    /// # Panics
    ///
    /// If such a component of the entity or of an ancestor is mutably borrowed: a hook that needs its own
    /// value takes `&self`, or asks for the value of its parent, as [`Inherits`] shows. Also if `inherit`
    /// panics.
    #[must_use]
    #[track_caller]
    fn inherited(entity: Entity) -> Option<Self>
    where
        Self: Inherits + Clone,
    {
        or_fail(inherited(entity))
    }

    // ---- features::soa ----

    /// Borrows all components of a [`Soa`] type, and shows each field as a slice: fields of the same names,
    /// to read.
    ///
    /// The enabled components come first. The type stays borrowed until the last of the slices is dropped.
    /// O(1), and one allocation.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component)]
    /// #[component(soa)]
    /// struct Plane { y: f32, speed: f32 }
    ///
    /// Entity::spawn_many(3, |n, _| Plane { y: 0.0, speed: n as f32 });
    /// let columns = Plane::columns();
    /// assert_eq!(columns.speed[..], [0.0, 1.0, 2.0]);
    /// ```
    ///
    /// # Panics
    ///
    /// If a component of the type is mutably borrowed. [`try_columns`](Self::try_columns) returns an error
    /// instead.
    #[track_caller]
    fn columns() -> Self::Columns
    where
        Self: Soa,
    {
        or_fail(Self::try_columns())
    }

    /// Shows each field as a slice as [`columns`](Self::columns), or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_view`](Self::try_view).
    #[track_caller]
    fn try_columns() -> Result<Self::Columns, ViewError>
    where
        Self: Soa,
    {
        let rows = reach::borrow_for_view::<Self, false>(CallSite::here())?;
        Ok(Self::__columns(LendFields::new(rows)))
    }

    /// Borrows all components of a [`Soa`] type, and shows each field as a slice, to read and to write: for
    /// SIMD, plots, and uploads to a GPU.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component)]
    /// #[component(soa)]
    /// struct Plane { y: f32, speed: f32 }
    ///
    /// let planes = Entity::spawn_many(3, |n, _| Plane { y: 0.0, speed: n as f32 });
    /// let mut columns = Plane::columns_mut();
    /// for (y, speed) in columns.y.enabled_mut().iter_mut().zip(columns.speed.enabled()) {
    ///     *y += speed * 0.5;
    /// }
    /// drop(columns);
    /// assert_eq!(planes[2].borrow::<Plane>().y, 1.0);
    /// ```
    ///
    /// If the type is [`Tracked`](crate::Tracked), all components count as changed.
    ///
    /// # Panics
    ///
    /// If a component of the type is borrowed. [`try_columns_mut`](Self::try_columns_mut) returns an error
    /// instead.
    #[track_caller]
    fn columns_mut() -> Self::ColumnsMut
    where
        Self: Soa,
    {
        or_fail(Self::try_columns_mut())
    }

    /// Shows each field as a slice as [`columns_mut`](Self::columns_mut), or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_view_mut`](Self::try_view_mut).
    #[track_caller]
    fn try_columns_mut() -> Result<Self::ColumnsMut, ViewError>
    where
        Self: Soa,
    {
        let rows = reach::borrow_for_view::<Self, true>(CallSite::here())?;
        if const { spec::<Self>().tracked } {
            rows.note_changes(0..rows.len());
        }
        Ok(Self::__columns_mut(LendFields::new(rows)))
    }
}

/// A component that an entity can have: all but singletons, of which a world has one and no entity of yours
/// has any.
///
/// Code that is generic over components, and adds them to entities, asks entities for them or visits them by
/// queries, has this as its bound:
///
/// ```
/// use ecs_core::{Component, Entity, PerEntity};
///
/// fn spawn_many<T: PerEntity + Default>(count: usize) -> Vec<Entity> {
///     (0..count).map(|_| Entity::spawn().add::<T>().entity()).collect()
/// }
/// # #[derive(Component, Default)] struct Coin;
/// # assert_eq!((spawn_many::<Coin>(3).len(), Coin::count()), (3, 3));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a component",
    label = "this type does not derive `Component`",
    note = "write `#[derive(Component)]` above `{Self}`, if it is a type of yours",
    note = "several values at once are `Entity::spawn_with((a, b))` and `entity.insert_all((a, b))`"
)]
pub trait PerEntity: Component {}

impl<T: Component<__Number: OfEntities<T>>> PerEntity for T {}

/// How many of a type a world has: any number, as each entity may have one.
#[diagnostic::on_unimplemented(
    message = "`{T}` is a singleton, or may be one; no entity has a singleton",
    label = "takes a component that an entity can have",
    note = "reach it by `{T}::borrow()` and `{T}::borrow_mut()`, and set it by `{T}::set(value)`; a hook or \
            a system takes it as `&{T}` or `&mut {T}`",
    note = "if `{T}` is a generic parameter, it may be one: give it the bound `{T}: PerEntity`"
)]
pub trait OfEntities<T> {}

impl<T> OfEntities<T> for Many {}

/// A type that derives `Singleton`. Asked for by name, so that rustc says which derive is missing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a singleton",
    label = "this type does not derive `Singleton`",
    note = "if `{Self}` is a `State`, nobody writes to it: take `&{Self}`, and call `{Self}::go(..)` or \
            `commands.go(..)`",
    note = "otherwise write `#[derive(Singleton)]` above `{Self}`, instead of `#[derive(Component)]`"
)]
pub trait DerivesSingleton: Component<__Number = One, __Layout = Whole> {}

/// A type of which a world has one value that systems and conditions may read: a singleton, or a state.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a singleton",
    label = "this type does not derive `Singleton`",
    note = "write `#[derive(Singleton)]` above `{Self}`, instead of `#[derive(Component)]`",
    note = "a system takes `Query` and `View` by value"
)]
pub trait Sole: Component<__Layout = Whole> {}

#[diagnostic::do_not_recommend]
impl<T: Component<__Number: IsOne, __Layout = Whole>> Sole for T {}

/// A component whose value knows its entity: it lies in the store in one piece, and its address tells.
///
/// Every component without [`#[component(soa)]`](Soa). Of one with it, hooks get a copy, which lies anywhere;
/// they take `entity: Entity` as a parameter instead. Code that is generic over components, and asks them for
/// their entities, has this as its bound:
///
/// ```
/// use ecs_core::{Component, Entity, KnowsEntity};
///
/// fn is_player<T: KnowsEntity>(component: &T) -> bool {
///     component.entity().has::<Player>()
/// }
/// # #[derive(Component, Default)] struct Player;
/// # let player = Entity::spawn().add::<Player>();
/// # assert!(is_player(&*player.borrow()));
/// ```
#[diagnostic::on_unimplemented(
    message = "a value of `{Self}` does not know its entity",
    label = "a copy, if `{Self}` is `#[component(soa)]`",
    note = "in a hook of a type with `soa` take a parameter `me: Entity`, and use that instead of `self`: \
            `me.kill::<Self>()`, `me.add::<U>()`, `me.handle::<Self>().after(..)`; elsewhere ask the \
            handle, or the query for `Entity`",
    note = "code that is generic over components has the bound `T: KnowsEntity`"
)]
pub trait KnowsEntity: Component {}

#[diagnostic::do_not_recommend]
impl<T: Component<__Layout: OnePiece, __Number: Writable>> KnowsEntity for T {}

/// A component whose values lie side by side, so that a view shows them as one slice.
///
/// Every component without [`#[component(soa)]`](Soa), whose fields are slices instead:
/// [`Component::columns`]. Code that is generic over components, and makes views of them, has this as its
/// bound:
///
/// ```
/// use ecs_core::{Component, Entity, Viewable};
///
/// fn copies<T: Viewable + Clone>() -> Vec<T> {
///     T::view().to_vec()
/// }
/// # #[derive(Component, Clone)] struct Coin(u32);
/// # Entity::spawn().insert(Coin(3));
/// # assert_eq!(copies::<Coin>()[0].0, 3);
/// ```
///
/// Where it has no such bound, generic code visits a type by [`for_each`](Component::for_each), by the `each`
/// of a query, or by a `for` that takes what it gets as a reference, whatever it is:
///
/// ```
/// use ecs_core::{Component, PerEntity, query};
///
/// fn all<T: PerEntity>(f: impl Fn(&mut T)) {
///     for mut one in &mut query::<&mut T>() {
///         f(&mut one);
///     }
/// }
/// # #[derive(Component)] struct Coin(u32);
/// # ecs_core::Entity::spawn().insert(Coin(3));
/// # all(|coin: &mut Coin| coin.0 += 1);
/// # assert_eq!(Coin::view()[0].0, 4);
/// ```
#[diagnostic::on_unimplemented(
    message = "there is no slice of values of `{Self}`, and no view",
    label = "the fields of `{Self}` lie apart, if it is `#[component(soa)]`",
    note = "`T::columns()` and `T::columns_mut()` give a slice of each field, and a query gives each value; \
            a hook that is parallel and follows handles of the type becomes a system with a `Query<&T>`",
    note = "code that is generic over components has the bound `T: Viewable`"
)]
pub trait Viewable: Component {}

#[diagnostic::do_not_recommend]
impl<T: Component<__Layout: OnePiece, __Number: Writable>> Viewable for T {}

/// Fails if a store was not sorted.
#[track_caller]
fn expect_sorted<T: Component>(call: &'static str, sorted: Result<(), ViewError>) {
    reach::expect_visited(call, name_of::<T>(), "sort", sorted);
}

/// Refuses a type that has an order of its own. To be called at compile time, by what the user calls: that is
/// where the error is shown.
const fn refuse_heirs<T: Component>() {
    assert!(
        !spec::<T>().has_own_order,
        "this type is `#[component(inherits)]`, so its store is kept parents first, and cannot be sorted: \
         collect what a query gives, and sort that"
    );
}

/// Finds the entity of a component. Not inlined: most hooks ask seldom, and one that stays small can be
/// inlined itself.
#[inline(never)]
#[track_caller]
fn entity_of<T: Component>(component: &T) -> Option<Entity> {
    match T::__cell().known() {
        Some(store) => store.entity_at(component),
        None => own_or_found(component),
    }
}

/// Finds the entity of a component whose store is not known yet, or whose parallel hook runs.
#[cold]
#[inline(never)]
#[track_caller]
fn own_or_found<T: Component>(component: &T) -> Option<Entity> {
    let address = ptr::from_ref(component).addr();
    match worker() {
        Some(worker) => worker.own?.entity_at(TypeId::of::<T>(), address),
        None => Column::entity_at(T::__cell().store()?, address),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn not_in_a_store(component: &str, is_zero_sized: bool) -> ! {
    let way = match is_zero_sized {
        false => "",
        true => "; a view gives the entities of a type without fields by `iter_with_entity`",
    };
    panic!(
        "this {component} has no entity: it is not in the store of the current world; add it with \
         `Entity::insert`, and ask inside its hooks or through a handle{way}"
    )
}

/// Refuses a type to which only the library writes. To be called at compile time.
pub(crate) const fn refuse_read_only<T: Component>() {
    assert!(
        !<T::__Number as Number>::IS_READ_ONLY,
        "a state is read only: take it as `&S`, and ask for another value by `S::go(..)`, so that nothing \
         goes past `Exit` and `Enter`"
    );
}
