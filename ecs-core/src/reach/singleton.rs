//! [`Singleton`]: a component type of which a world has one, reached by the type's name.

use super::handle::Handle;
use crate::base::CallSite;
use crate::borrow::Conflict;
use crate::component::{Component, DerivesSingleton};
use crate::error::{AddError, BorrowError, SingletonError, or_fail};
use crate::ids::Entity;
use crate::life;
use crate::spec::{NotRun, Number, One, name_of};
use crate::store::{Ref, RefMut, Store, Whole, with_store};
use crate::terms::{Opening, SingletonTerm};
use crate::ticks::Tick;
use crate::world::{WorldCore, with_current_or_new};
use std::rc::Rc;

/// A component type of which a world has one: the score, the input, the settings.
///
/// Derive it instead of [`Component`]. The type may have hooks, and handles can refer to it. Its value
/// belongs to an entity of the world, not to one of yours: to add a singleton to an entity, or to query it,
/// does not compile. If the type has a `Default`, the first borrow creates the value, or the first frame in
/// which a pass takes it. Otherwise [`set`](Self::set) the value.
///
/// ```
/// use ecs_core::{Component, Entity, Singleton, update_all};
///
/// #[derive(Singleton, Default)]
/// struct Score(u32);
///
/// #[derive(Component, Default)]
/// struct Coin;
///
/// impl Coin {
///     // A hook takes a singleton as it takes a component of its own entity.
///     fn update(&mut self, score: &mut Score) {
///         score.0 += 1;
///     }
/// }
///
/// Entity::spawn().add::<Coin>();
/// Entity::spawn().add::<Coin>();
/// update_all(0.1);
/// assert_eq!(Score::borrow().0, 2);
/// Score::borrow_mut().0 = 0;
/// ```
///
/// The entity of the singletons is not visited by queries and not counted.
/// [`World::clear`](crate::World::clear) keeps singletons; [`World::reset`](crate::World::reset) ends them
/// too, after all other components.
#[doc(alias = "resource")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a singleton",
    label = "this type does not derive `Singleton`",
    note = "write `#[derive(Singleton)]` above `{Self}`, instead of `#[derive(Component)]`",
    note = "a system takes `Query` and `View` by value"
)]
pub trait Singleton: Component<__Number = One, __Layout = Whole> {
    /// Borrows the value for reading. Creates the default if there is no value.
    ///
    /// # Panics
    ///
    /// If it is mutably borrowed; if there is none, and none can be made. [`get`](Self::get) and
    /// [`try_borrow`](Self::try_borrow) are the softer forms.
    #[inline]
    #[track_caller]
    fn borrow() -> Ref<Self> {
        or_fail(Self::try_borrow())
    }

    /// Borrows the value for reading and writing. Creates the default if there is no value.
    ///
    /// # Panics
    ///
    /// If it is borrowed; if there is none, and none can be made. [`get_mut`](Self::get_mut) and
    /// [`try_borrow_mut`](Self::try_borrow_mut) are the softer forms.
    #[inline]
    #[track_caller]
    fn borrow_mut() -> RefMut<Self> {
        or_fail(Self::try_borrow_mut())
    }

    /// Borrows the value for reading; `None` if there is no value. Creates none.
    ///
    /// # Panics
    ///
    /// If it is mutably borrowed.
    #[track_caller]
    #[must_use]
    fn get() -> Option<Ref<Self>> {
        instance::<Self>().get()
    }

    /// Borrows the value for reading and writing; `None` if there is no value. Creates none.
    ///
    /// # Panics
    ///
    /// If it is borrowed.
    #[track_caller]
    #[must_use]
    fn get_mut() -> Option<RefMut<Self>> {
        instance::<Self>().get_mut()
    }

    /// Borrows the value for reading, or says why not. If there is none yet, makes its default.
    ///
    /// # Errors
    ///
    /// [`SingletonError::Unset`] if there is none and the type has no `Default`, [`SingletonError::Make`] if
    /// none can be made, [`SingletonError::Borrow`] if it is mutably borrowed.
    #[inline]
    #[track_caller]
    fn try_borrow() -> Result<Ref<Self>, SingletonError> {
        let handle = made::<Self>(CallSite::here())?;
        handle.try_borrow().map_err(SingletonError::Borrow)
    }

    /// Borrows the value for reading and writing, or says why not. If there is none yet, makes its default.
    ///
    /// # Errors
    ///
    /// As [`try_borrow`](Self::try_borrow); [`SingletonError::Borrow`] also if it is borrowed for reading.
    #[inline]
    #[track_caller]
    fn try_borrow_mut() -> Result<RefMut<Self>, SingletonError> {
        let handle = made::<Self>(CallSite::here())?;
        handle.try_borrow_mut().map_err(SingletonError::Borrow)
    }

    /// Sets the value, as [`Entity::insert`] does: an old one is shut down and dropped, `init` runs on the
    /// new one.
    ///
    /// # Panics
    ///
    /// While the world is closing; if the type's `init` is nested too deep. [`try_set`](Self::try_set) is the
    /// soft form.
    #[track_caller]
    fn set(value: Self) -> Handle<Self> {
        or_fail(Self::try_set(value))
    }

    /// Sets the value as [`set`](Self::set), or says why not.
    ///
    /// # Errors
    ///
    /// [`SingletonError::Make`] if there is no world to set it in, or if [`Entity::try_insert`] would refuse
    /// it.
    #[track_caller]
    fn try_set(value: Self) -> Result<Handle<Self>, SingletonError> {
        let (site, mut value) = (CallSite::here(), Some(value));
        let set = |entity| match life::insert(entity, &mut value, site) {
            Ok(()) => Ok(Handle::new(entity)),
            Err(refusal) => Err(*refusal),
        };
        globals().and_then(set).map_err(cannot_make::<Self>)
    }

    /// Creates the default value if there is no value, and returns its handle. Call it at the start for a
    /// singleton whose hooks must run from the first frame on.
    ///
    /// ```
    /// use ecs_core::{Singleton, update_all};
    ///
    /// #[derive(Singleton, Default)]
    /// struct Spawner { waves: u32 }
    ///
    /// impl Spawner {
    ///     fn update(&mut self) {
    ///         self.waves += 1;
    ///     }
    /// }
    ///
    /// Spawner::make();
    /// update_all(0.1);
    /// assert_eq!(Spawner::borrow().waves, 1);
    /// ```
    ///
    /// # Panics
    ///
    /// If the type has no `Default`; while the world is closing; if the type's `init` is nested too deep.
    #[track_caller]
    fn make() -> Handle<Self> {
        or_fail(made(CallSite::here()))
    }

    /// Writes the value unless it is equal, as [`Handle::set_if_neq`] does; says whether it was written. If
    /// there is none yet, [sets](Self::set) it. So a type that is [tracked](crate::Tracked) changes only if
    /// there was a difference.
    ///
    /// ```
    /// use ecs_core::{Singleton, World};
    ///
    /// #[derive(Singleton, Default, PartialEq)]
    /// #[component(track)]
    /// struct Volume(u32);
    ///
    /// Volume::set(Volume(5));
    /// let seen = World::tick();
    /// assert!(!Volume::set_if_neq(Volume(5)) && !Volume::changed_since(seen));
    /// assert!(Volume::set_if_neq(Volume(7)) && Volume::changed_since(seen));
    /// ```
    ///
    /// # Panics
    ///
    /// If it is borrowed, and would have to be set; as [`set`](Self::set), if there is none.
    #[track_caller]
    fn set_if_neq(value: Self) -> bool
    where
        Self: PartialEq,
    {
        let handle = instance::<Self>();
        if handle.is_alive() {
            return handle.set_if_neq(value);
        }
        Self::set(value);
        true
    }

    /// Returns the handle of the value, which is dead if there is none: to keep it, to switch it on and off,
    /// or to kill it.
    #[must_use]
    #[track_caller]
    fn instance() -> Handle<Self> {
        instance()
    }

    // ---- features::tracking ----

    /// Says whether the value was changed or set after a moment that [`World::tick`](crate::World::tick) has
    /// returned; `false` if there is none. O(1). [`Tracked`](crate::Tracked) says what a change is.
    ///
    /// ```
    /// use ecs_core::{Singleton, World};
    ///
    /// #[derive(Singleton, Default)]
    /// #[component(track)]
    /// struct Score(u32);
    ///
    /// Score::borrow_mut().0 = 1;
    /// let seen = World::tick();
    /// assert!(!Score::changed_since(seen));
    /// Score::borrow_mut().0 = 2;
    /// assert!(Score::changed_since(seen));
    /// ```
    #[must_use]
    #[track_caller]
    fn changed_since(tick: Tick) -> bool
    where
        Self: super::above::Tracked,
    {
        instance::<Self>().changed_since(tick)
    }

    /// Returns whether the value has changed recently; `false` if there is no value. O(1).
    /// [`Tracked`](crate::Tracked) defines a change.
    ///
    /// As for [`Changed`](crate::Changed), the time from which changes count depends on the caller: in a
    /// condition of a system, the last call of the condition; in a pass or a [local](crate::local) system,
    /// its last run; elsewhere the end of the last frame but one. Other systems take [`Watch`](crate::Watch).
    ///
    /// ```
    /// use ecs_core::{IntoSystem, Schedule, Singleton};
    ///
    /// #[derive(Singleton, Default)]
    /// #[component(track)]
    /// struct Settings { volume: u32 }
    ///
    /// #[derive(Singleton, Default)]
    /// struct Saved(u32);
    ///
    /// fn save(saved: &mut Saved, _: &Settings) {
    ///     saved.0 += 1;
    /// }
    ///
    /// let mut schedule = Schedule::new().add(save.run_if(Settings::has_changed));
    /// for volume in [5, 5, 7, 7, 7] {
    ///     if Settings::borrow().volume != volume {
    ///         Settings::borrow_mut().volume = volume;
    ///     }
    ///     schedule.run(0.1);
    /// }
    /// assert_eq!(Saved::borrow().0, 2);
    /// ```
    #[must_use]
    #[track_caller]
    fn has_changed() -> bool
    where
        Self: super::above::Tracked,
    {
        let since = |store: &Store<Self>| store.world.ticker.since();
        with_store(Self::__cell(), since).is_some_and(Self::changed_since)
    }
}

#[diagnostic::do_not_recommend]
impl<T: DerivesSingleton> Singleton for T {}

#[track_caller]
fn instance<T: Component>() -> Handle<T> {
    Handle::new(with_store(T::__cell(), |store| store.world.globals.entity()).unwrap_or_default())
}

/// Returns the handle of the value, which is made if there is none.
#[inline]
#[track_caller]
pub(crate) fn made<T: Component>(site: CallSite) -> Result<Handle<T>, SingletonError> {
    // A closure would report itself as the place of a panic.
    match known() {
        Some(handle) => Ok(handle),
        None => make(site),
    }
}

/// The handle of the value, if there is one.
#[inline]
fn known<T: Component>() -> Option<Handle<T>> {
    let cell = T::__cell();
    let store = cell.known()?;
    let globals = store.world.globals.entity();
    store.find(globals).map(|_| Handle::new(globals))
}

#[cold]
#[inline(never)]
#[track_caller]
fn make<T: Component>(site: CallSite) -> Result<Handle<T>, SingletonError> {
    if instance::<T>().is_alive() {
        return Ok(instance());
    }
    let component = name_of::<T>();
    let Some(default) = (const { T::__SPEC.default }) else {
        return Err(match T::__Number::IS_READ_ONLY {
            true => SingletonError::Absent { component },
            false => SingletonError::Unset { component },
        });
    };
    let add = |entity| match life::add_singleton(entity, default, site) {
        Ok(()) => Ok(Handle::new(entity)),
        Err(refusal) => Err(*refusal),
    };
    globals().and_then(add).map_err(cannot_make::<T>)
}

/// The entity of the current world's singletons.
#[track_caller]
fn globals() -> Result<Entity, AddError> {
    let known = with_current_or_new(|core| core.globals.entity())?;
    if known.is_alive() {
        return Ok(known);
    }
    if let Some(promised) = with_current_or_new(promised_globals)? {
        return Ok(promised);
    }
    let entity = Entity::try_spawn()?;
    with_current_or_new(|core| core.globals.set(entity))?;
    Ok(entity)
}

/// The entity that a save which is being read has promised to singletons, now alive.
fn promised_globals(core: &Rc<WorldCore>) -> Option<Entity> {
    core.keep_promised_globals().then(|| core.globals.entity())
}

fn cannot_make<T: Component>(error: AddError) -> SingletonError {
    SingletonError::Make { component: name_of::<T>(), error }
}

/// Opens the value for a visit: it is made if there is none, or none where it may be missing.
#[track_caller]
pub(crate) fn open<T: Component, const MUT: bool>(
    needed: bool,
    opening: &Opening<'_>,
) -> Result<SingletonTerm<T, MUT>, SingletonError> {
    let handle = if needed { made::<T>(opening.site)? } else { instance() };
    let open = |store: &Store<T>| {
        store.close_holes();
        store.find(handle.entity()).map(|row| SingletonTerm::open(store.rc(), row, opening))
    };
    let (component, entity) = (name_of::<T>(), handle.entity());
    let Some(opened) = with_store(T::__cell(), open).flatten() else {
        let dead = SingletonError::Borrow(BorrowError::Dead { component, entity, ending: None });
        return if needed { Err(dead) } else { Ok(SingletonTerm::none()) };
    };
    opened.map_err(|Conflict { borrower: by, at }| {
        SingletonError::Borrow(BorrowError::Borrowed { component, entity, mutably: MUT, by, at })
    })
}

/// What a life hook may take: the value, which is made if there is none, or none where it may be missing.
#[track_caller]
pub(crate) fn borrow<T: Component, G>(
    needed: bool,
    site: CallSite,
    ask: impl FnOnce(Handle<T>) -> Result<G, BorrowError>,
) -> Result<Option<G>, NotRun> {
    let handle = match known() {
        Some(handle) => handle,
        None if needed => make_for_hook(site)?,
        None => instance(),
    };
    match ask(handle) {
        Ok(guard) => Ok(Some(guard)),
        Err(BorrowError::Dead { .. } | BorrowError::Missing { .. }) if !needed => Ok(None),
        Err(error) => Err(NotRun::Blocked(Box::new(error))),
    }
}

#[cold]
#[track_caller]
fn make_for_hook<T: Component>(site: CallSite) -> Result<Handle<T>, NotRun> {
    match life::caught(|| make(site)) {
        Ok(made) => made.map_err(|error| NotRun::Unset(Box::new(error))),
        Err(panic) => Err(NotRun::Panicked(panic)),
    }
}
