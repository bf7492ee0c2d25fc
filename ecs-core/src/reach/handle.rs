//! [`Handle`]: a smart reference to one component of one entity.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::base::CallSite;
use crate::borrow::Conflict;
use crate::column::Column;
use crate::component::{Component, PerEntity};
use crate::error::{BorrowError, WorldError, fail};
use crate::ids::Entity;
use crate::spec::name_of;
use crate::store::{Guards, Layout, Packed, Ref, RefMut, RefMutOf, RefOf, RowBorrow, Store};
use crate::world::{done_or_noted, note_soft};
use crate::{life, world};

/// Refers to a component: "the `T` of this entity". Copy it, keep it in fields of other components, send it
/// anywhere.
///
/// A handle is an [`Entity`] that knows a component type: 8 bytes, `Copy`, null by default, and it never
/// dangles. It stays valid while values move: through growth, removal of others, enabling and sorting. It is
/// dead while the entity has no `T`, and for ever once the entity is despawned.
///
/// | form | dead | in conflict |
/// |---|---|---|
/// | [`borrow`](Self::borrow), [`borrow_mut`](Self::borrow_mut) | panic | panic |
/// | [`get`](Self::get), [`get_mut`](Self::get_mut), [`copied`](Self::copied), [`with`](Self::with) | `None` | panic |
/// | [`try_borrow`](Self::try_borrow), [`try_borrow_mut`](Self::try_borrow_mut) | `Err` | `Err` |
///
/// Borrows are tracked for each component, not for each type: two components of one type can be borrowed
/// mutably at once. Each access is O(1): one look-up in a table, no lock, no hash. (O(log n) for components
/// whose entities were spawned far apart: more than 64 others between one and the next.)
///
/// ```
/// use ecs_core::{Component, Entity, Handle};
///
/// #[derive(Component, Default)]
/// struct Transform { y: f32 }
///
/// #[derive(Component, Default)]
/// struct Rider { on: Handle<Transform> }
///
/// let plane = Entity::spawn().add::<Transform>();
/// let rider = Entity::spawn().insert(Rider { on: plane });
/// rider.borrow().on.borrow_mut().y = 3.0;
/// assert_eq!(plane.borrow().y, 3.0);
///
/// plane.entity().despawn();
/// assert!(rider.borrow().on.get().is_none());
/// ```
#[repr(transparent)]
pub struct Handle<T: 'static> {
    entity: Entity,
    /// Invariant in `T`, and `Send + Sync` whatever `T` is: a handle is an id, which each thread resolves in
    /// its own world.
    component: PhantomData<fn(T) -> T>,
}

impl<T> Handle<T> {
    /// Refers to nothing: this handle is never alive. It is the default.
    pub const NULL: Self = Self::new(Entity::NONE);

    #[inline]
    pub(crate) const fn new(entity: Entity) -> Self {
        Self { entity, component: PhantomData }
    }

    /// Returns the entity of the component. Does not check whether the entity is alive.
    #[inline]
    #[must_use]
    pub const fn entity(self) -> Entity {
        self.entity
    }

    /// Refers to another component of the same entity. Does not check whether the entity has one.
    #[inline]
    #[must_use]
    pub const fn sibling<U: PerEntity>(self) -> Handle<U> {
        Handle::new(self.entity)
    }
}

// The bound is on each method, not on the whole: so rustc says that `T` is not a component, instead of that
// there is no such method.
impl<T> Handle<T> {
    /// Returns whether the component is alive.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn is_alive(self) -> bool
    where
        T: Component,
    {
        T::__cell().store().is_some_and(|store| store.find(self.entity).is_some())
    }

    /// Borrows the component for reading.
    ///
    /// # Panics
    ///
    /// If it is dead or mutably borrowed; [`get`](Self::get) and [`try_borrow`](Self::try_borrow) are the
    /// softer forms.
    #[inline]
    #[track_caller]
    pub fn borrow<L: Guards<T>>(self) -> Ref<T, L>
    where
        T: Component<__Layout = L>,
    {
        let site = CallSite::here();
        guard(match self.at_once(site) {
            Some(borrow) => borrow,
            None => RowBorrow::unpack(self.ask_or_fail(site), site),
        })
    }

    /// Borrows the component for reading and writing.
    ///
    /// # Panics
    ///
    /// If it is dead or borrowed; [`get_mut`](Self::get_mut) and [`try_borrow_mut`](Self::try_borrow_mut) are
    /// the softer forms.
    #[inline]
    #[track_caller]
    pub fn borrow_mut<L: Guards<T>>(self) -> RefMut<T, L>
    where
        T: Component<__Layout = L>,
    {
        let site = CallSite::here();
        guard_mut(match self.at_once(site) {
            Some(borrow) => borrow,
            None => RowBorrow::unpack(self.ask_or_fail(site), site),
        })
    }

    /// Borrows the component for reading; `None` if it is dead.
    ///
    /// # Panics
    ///
    /// If the component is mutably borrowed; [`try_borrow`](Self::try_borrow) returns an error instead.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn get<L: Guards<T>>(self) -> Option<Ref<T, L>>
    where
        T: Component<__Layout = L>,
    {
        self.borrow_softly(CallSite::here()).map(guard)
    }

    /// Borrows the component for reading and writing; `None` if it is dead.
    ///
    /// # Panics
    ///
    /// If the component is borrowed; [`try_borrow_mut`](Self::try_borrow_mut) returns an error instead.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn get_mut<L: Guards<T>>(self) -> Option<RefMut<T, L>>
    where
        T: Component<__Layout = L>,
    {
        self.borrow_softly(CallSite::here()).map(guard_mut)
    }

    /// Copies the component; `None` if it is dead. Nothing stays borrowed.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component, Clone, Copy, Debug, PartialEq)]
    /// struct Pos(f32, f32);
    ///
    /// let target = Entity::spawn().insert(Pos(1.0, 2.0));
    /// assert_eq!(target.copied(), Some(Pos(1.0, 2.0)));
    /// target.kill();
    /// assert_eq!(target.copied(), None);
    /// ```
    ///
    /// # Panics
    ///
    /// If the component is mutably borrowed; [`try_borrow`](Self::try_borrow) returns an error instead.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn copied(self) -> Option<T>
    where
        T: Component + Copy,
    {
        self.get().as_deref().copied()
    }

    /// Borrows another component of the same entity for reading; `None` if the entity has none. Short for
    /// `handle.sibling::<U>().get()`.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// #[derive(Component)]
    /// struct Enemy;
    ///
    /// #[derive(Component)]
    /// struct Armour(u32);
    ///
    /// let enemy = Entity::spawn().with(Armour(3)).insert(Enemy);
    /// let armour = enemy.get_sibling::<Armour>().map_or(0, |armour| armour.0);
    /// assert_eq!(armour, 3);
    /// ```
    ///
    /// # Panics
    ///
    /// If the component is mutably borrowed; [`try_borrow`](Self::try_borrow) returns an error instead.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn get_sibling<U: PerEntity>(self) -> Option<RefOf<U>> {
        self.sibling::<U>().get()
    }

    /// Borrows another component of the same entity for reading and writing; `None` if the entity has none.
    /// Short for `handle.sibling::<U>().get_mut()`.
    ///
    /// # Panics
    ///
    /// If the component is borrowed; [`try_borrow_mut`](Self::try_borrow_mut) returns an error instead.
    #[inline]
    #[track_caller]
    #[must_use]
    pub fn get_sibling_mut<U: PerEntity>(self) -> Option<RefMutOf<U>> {
        self.sibling::<U>().get_mut()
    }

    /// Calls a function with the component; `None` if it is dead. The borrow ends with the call.
    ///
    /// # Panics
    ///
    /// If the component is borrowed.
    #[inline]
    #[track_caller]
    pub fn with<R>(self, f: impl CalledWith<T, R>) -> Option<R>
    where
        T: Component,
    {
        match self.borrow_softly(CallSite::here()) {
            Some(borrow) => Some(T::__Layout::with_row(borrow, f)),
            None => {
                note_soft("Handle::with", Some(name_of::<T>()), self.entity, CallSite::here());
                None
            }
        }
    }

    /// Borrows the component for reading, or says why not.
    ///
    /// # Errors
    ///
    /// [`BorrowError::Dead`], [`BorrowError::Missing`] or [`BorrowError::Stale`] if the component is dead,
    /// [`BorrowError::Borrowed`] if it is mutably borrowed, [`BorrowError::WrongWorld`] or
    /// [`BorrowError::World`] if the handle cannot be resolved here.
    #[inline]
    #[track_caller]
    pub fn try_borrow<L: Guards<T>>(self) -> Result<Ref<T, L>, BorrowError>
    where
        T: Component<__Layout = L>,
    {
        let site = CallSite::here();
        match self.at_once(site) {
            Some(borrow) => Ok(guard(borrow)),
            None => self.ask(site),
        }
    }

    /// Borrows the component for reading and writing, or says why not.
    ///
    /// # Errors
    ///
    /// As [`try_borrow`](Self::try_borrow); [`BorrowError::Borrowed`] also if the component is borrowed for
    /// reading.
    #[inline]
    #[track_caller]
    pub fn try_borrow_mut<L: Guards<T>>(self) -> Result<RefMut<T, L>, BorrowError>
    where
        T: Component<__Layout = L>,
    {
        let site = CallSite::here();
        match self.at_once(site) {
            Some(borrow) => Ok(guard_mut(borrow)),
            None => self.ask_mut(site),
        }
    }

    /// Sets the component if it is not equal to this value, and says whether it was set. An equal value is no
    /// [change](crate::Tracked). No hook runs.
    ///
    /// ```
    /// use ecs_core::{Component, Entity, World};
    ///
    /// #[derive(Component, PartialEq)]
    /// #[component(track)]
    /// struct Label(String);
    ///
    /// let label = Entity::spawn().insert(Label("3 lives".into()));
    /// let seen = World::tick();
    /// assert!(!label.set_if_neq(Label("3 lives".into())) && !label.changed_since(seen));
    /// assert!(label.set_if_neq(Label("2 lives".into())) && label.changed_since(seen));
    /// ```
    ///
    /// # Panics
    ///
    /// If it is dead; if it is mutably borrowed, or would have to be set and is borrowed. Where the game is
    /// to go on, ask [`try_borrow_mut`](Self::try_borrow_mut).
    #[track_caller]
    pub fn set_if_neq(self, value: T) -> bool
    where
        T: Component + PartialEq,
    {
        let differs = *self.borrow() != value;
        if differs {
            *self.borrow_mut() = value;
        }
        differs
    }

    /// Adds a component to the same entity, as [`Entity::add`] does.
    ///
    /// # Panics
    ///
    /// If the entity is dead or dying.
    #[inline]
    #[track_caller]
    pub fn add<U: PerEntity + Default>(self) -> Handle<U>
    where
        T: Component,
    {
        self.entity.add::<U>()
    }

    /// Kills the component. Returns `false` if it is dead already. Never fails.
    ///
    /// `on_disable`, if the component is enabled, and `shutdown` run inside the call. If the component or a
    /// parameter of these hooks is borrowed, they run at the first sync point at which it is free. The value
    /// is dropped at the next sync point.
    #[doc(alias("destroy", "despawn"))]
    #[track_caller]
    pub fn kill(self) -> bool
    where
        T: Component,
    {
        let site = CallSite::here();
        self.done_or_noted(life::kill::<T>(self.entity, site), "Handle::kill", site)
    }

    /// Enables or disables the component. Returns `false` if it is dead. O(1).
    ///
    /// Passes skip a disabled component, and each component of a disabled entity; handles still reach it.
    /// `on_enable` or `on_disable` runs if the call changes whether the component is enabled: inside the
    /// call, or at the next sync point if the component or a parameter of the hook is borrowed, or after the
    /// `init` of a component whose `init` has not run yet.
    #[track_caller]
    pub fn set_enabled(self, enabled: bool) -> bool
    where
        T: Component,
    {
        let site = CallSite::here();
        self.done_or_noted(life::set_enabled::<T>(self.entity, enabled, site), "Handle::set_enabled", site)
    }

    /// Says whether the component is alive and switched on, and its entity too.
    #[must_use]
    #[track_caller]
    pub fn is_enabled(self) -> bool
    where
        T: Component,
    {
        let is_on = |store: &Store<T>| store.find(self.entity).is_some_and(|row| store.is_enabled(row));
        T::__cell().store().is_some_and(is_on)
    }
}

impl<T: Component> Handle<T> {
    #[inline]
    pub(crate) fn done_or_noted(self, is_done: bool, call: &'static str, site: CallSite) -> bool {
        done_or_noted(is_done, call, || Some(name_of::<T>()), self.entity, site)
    }

    /// Borrows if it can be had at once: the fast way, then the slow one.
    #[inline(always)]
    fn at_once<const MUT: bool>(self, site: CallSite) -> Option<RowBorrow<T, MUT>> {
        match self.fast(site) {
            Some(borrow) => Some(borrow),
            None => self.slow_row(site),
        }
    }

    /// As [`Handle::at_once`], and otherwise finds out why not: `None` if it is dead.
    #[inline(always)]
    #[track_caller]
    fn borrow_softly<const MUT: bool>(self, site: CallSite) -> Option<RowBorrow<T, MUT>> {
        match self.at_once(site) {
            Some(borrow) => Some(borrow),
            None => Some(RowBorrow::unpack(self.ask_softly(site)?, site)),
        }
    }

    /// Borrows where the component is in the main buffer and nothing of its store is borrowed: nearly always.
    #[inline(always)]
    fn fast<const MUT: bool>(self, site: CallSite) -> Option<RowBorrow<T, MUT>> {
        let cell = T::__cell();
        let store = cell.known()?;
        let (row, value) = store.find_near(self.entity)?;
        RowBorrow::fast(store, row, value, site)
    }

    /// Borrows the row where nothing is needed for it but a look.
    #[inline(always)]
    pub(crate) fn slow_row<const MUT: bool>(self, site: CallSite) -> Option<RowBorrow<T, MUT>> {
        Some(RowBorrow::unpack(self.packed(site)?, site))
    }

    /// As [`Handle::slow_row`], with a guard for reading.
    #[inline(always)]
    pub(crate) fn slow(self, site: CallSite) -> Option<RefOf<T>> {
        self.slow_row(site).map(guard)
    }

    /// As [`Handle::slow`], for reading and writing.
    #[inline(always)]
    pub(crate) fn slow_mut(self, site: CallSite) -> Option<RefMutOf<T>> {
        self.slow_row(site).map(guard_mut)
    }

    /// Borrows where the fast way does not lead, and nothing is needed for it: far from the window of the
    /// look-up, or where passes and queries have borrowed others of the store.
    ///
    /// It cannot panic, and says so by its ABI, under which a panic would abort: around a call that may
    /// unwind, the loop in which it is spills its registers.
    #[expect(improper_ctypes_definitions, reason = "Rust alone calls it")]
    #[cold]
    #[inline(never)]
    extern "C" fn packed<const MUT: bool>(self, site: CallSite) -> Option<Packed<T, MUT>> {
        let cell = T::__cell();
        let store = cell.known()?;
        let (row, value) = store.find_main(self.entity)?;
        match RowBorrow::fast(store, row, value, site) {
            Some(borrow) => Some(borrow.pack()),
            None => RowBorrow::while_visited(store, row, value, site).map(RowBorrow::pack),
        }
    }

    /// Borrows for reading, or finds out why not.
    #[track_caller]
    pub(crate) fn ask(self, site: CallSite) -> Result<RefOf<T>, BorrowError> {
        self.ask_row(site).map(guard)
    }

    /// Borrows for reading and writing, or finds out why not.
    #[track_caller]
    pub(crate) fn ask_mut(self, site: CallSite) -> Result<RefMutOf<T>, BorrowError> {
        self.ask_row(site).map(guard_mut)
    }

    /// Borrows the row, or finds out why not.
    #[inline(never)]
    #[track_caller]
    pub(crate) fn ask_row<const MUT: bool>(self, site: CallSite) -> Result<RowBorrow<T, MUT>, BorrowError> {
        self.ask_store(|store, row| match RowBorrow::row(store, row, store.value(row), site) {
            Ok(borrow) => Ok(borrow),
            Err(conflict) => Err(refused(conflict, MUT, name_of::<T>(), self.entity)),
        })
    }

    #[cold]
    #[inline(never)]
    #[track_caller]
    fn ask_or_fail<const MUT: bool>(self, site: CallSite) -> Packed<T, MUT> {
        match self.ask_row(site) {
            Ok(borrow) => borrow.pack(),
            Err(error) => fail(&error),
        }
    }

    /// Lets a conflict panic, and makes every other error `None`.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn ask_softly<const MUT: bool>(self, site: CallSite) -> Option<Packed<T, MUT>> {
        match self.ask_row(site) {
            Ok(borrow) => Some(borrow.pack()),
            Err(error @ BorrowError::Borrowed { .. }) => fail(&error),
            Err(_) => None,
        }
    }

    /// Calls a function with the row, or finds out why there is none.
    #[track_caller]
    pub(crate) fn ask_store<G>(
        self,
        borrow: impl FnOnce(&Store<T>, u32) -> Result<G, BorrowError>,
    ) -> Result<G, BorrowError> {
        match T::__cell().store() {
            Some(store) => borrow(store, find_row(store, name_of::<T>(), self.entity)?),
            None => Err(no_store(name_of::<T>(), self.entity)),
        }
    }
}

/// Finds the row of an entity in the column of a component, or why there is none.
fn find_row(column: &Column, component: &'static str, entity: Entity) -> Result<u32, BorrowError> {
    column.close_holes();
    match column.find(entity) {
        Some(row) => Ok(row),
        None => Err(column.world.why_gone(component, entity, column.number.get())),
    }
}

/// Says why there is no store in which a component could be.
#[cold]
#[inline(never)]
#[track_caller]
fn no_store(component: &'static str, entity: Entity) -> BorrowError {
    match world::with_current(|core| core.why_gone(component, entity, None)) {
        Ok(error) => error,
        // Null is null everywhere.
        Err(WorldError::NoWorld) if entity == Entity::NONE => {
            BorrowError::Dead { component, entity, ending: None }
        }
        Err(error) => BorrowError::World { component, error },
    }
}

#[cold]
#[inline(never)]
fn refused(conflict: Conflict, mutably: bool, component: &'static str, entity: Entity) -> BorrowError {
    BorrowError::Borrowed { component, entity, mutably, by: conflict.borrower, at: conflict.at }
}

/// The guard on a row that is borrowed.
#[inline(always)]
fn guard<T: Component>(borrow: RowBorrow<T, false>) -> RefOf<T> {
    T::__Layout::guard(borrow)
}

/// As [`guard`], for reading and writing.
#[inline(always)]
fn guard_mut<T: Component>(borrow: RowBorrow<T, true>) -> RefMutOf<T> {
    T::__Layout::guard_mut(borrow)
}

/// A function that [`Handle::with`] can call.
#[diagnostic::on_unimplemented(
    message = "a handle's `with` calls a function with the component, and `{Self}` is none",
    label = "not a function",
    note = "to add a component, call `with` on the entity, before `add`: \
            `Entity::spawn().with(value).add::<Other>()`",
    note = "or write `handle.entity().insert(value)`"
)]
pub trait CalledWith<T, R>: FnOnce(&mut T) -> R {}

#[diagnostic::do_not_recommend]
impl<T, R, F: FnOnce(&mut T) -> R> CalledWith<T, R> for F {}

// Written by hand: a derive would ask the same of `T`.

crate::base::copy_always!([T] Handle<T>);

impl<T> Default for Handle<T> {
    /// Returns [`Handle::NULL`].
    #[inline]
    fn default() -> Self {
        Self::NULL
    }
}

impl<T> PartialEq for Handle<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.entity == other.entity
    }
}

impl<T> Eq for Handle<T> {}

impl<T> PartialOrd for Handle<T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Handle<T> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.entity.cmp(&other.entity)
    }
}

impl<T> Hash for Handle<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.entity.hash(state);
    }
}

impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = core::any::type_name::<T>();
        let name = path.split('<').next().and_then(|path| path.rsplit("::").next()).unwrap_or(path);
        write!(f, "Handle<{name}>({:?})", self.entity)
    }
}
