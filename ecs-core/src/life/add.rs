//! Adding: a value is placed, then it has its turn: required components, `sibling` fields, `init`.

use crate::component::Component;
use crate::error::{AddError, WorldError};
use crate::handle::Handle;
use crate::hooks::Kind;
use crate::ids::Entity;
use crate::store::{CallSite, PendingInit, Store, is_found, with_store};
use crate::world::{WorldCore, current, with_current};

use super::Refusal;
use super::init::{Deeper, init, init_in_turn};
use super::kill::shut_down;
use super::store::store_or_new;

/// Refuses a type of which a world has one.
pub(super) fn refuse_singleton<T: Component>() -> Result<(), Refusal> {
    if T::__Kind::IS_ONE {
        return Err(Box::new(AddError::Singleton { component: T::__SPEC.name }));
    }
    Ok(())
}

/// Adds the component that `make` makes, unless the entity has one; then that stays, and nothing runs.
#[inline]
#[track_caller]
pub(crate) fn add<T: Component>(
    entity: Entity,
    make: impl FnOnce() -> T,
    site: CallSite,
) -> Result<Handle<T>, Refusal> {
    refuse_singleton::<T>()?;
    add_one(entity, make, site)
}

/// As [`add`], also for singletons.
#[inline]
#[track_caller]
fn add_one<T: Component>(
    entity: Entity,
    make: impl FnOnce() -> T,
    site: CallSite,
) -> Result<Handle<T>, Refusal> {
    in_store::<T>(entity, |store| {
        if store.find(entity).is_some() {
            return if is_dying(store, entity) {
                Err(refusal(store, entity))
            } else {
                Ok(Handle::new(entity))
            };
        }
        store.world().structural(|| {
            admit(store, entity)?;
            // User code: it, or a `Drop` before it, may have added the component itself, or despawned the entity.
            let value = make();
            if store.find(entity).is_none() {
                place(store, entity, value, site)?;
            }
            Ok(Handle::new(entity))
        })
    })
}

/// Adds a singleton. What makes its value may ask for another one, and so on: that is not nested deeper than `init` may be.
#[track_caller]
pub(crate) fn add_singleton<T: Component>(
    entity: Entity,
    make: impl FnOnce() -> T,
    site: CallSite,
) -> Result<Handle<T>, Refusal> {
    let core = current().map_err(no_world::<T>)?;
    if core.is_too_deep(core.init_depth()) {
        let limit = core.init_limit().get();
        return Err(Box::new(AddError::TooDeep { component: T::__SPEC.name, entity, limit }));
    }
    let _deeper = Deeper::enter(core.init_depth());
    add_one(entity, make, site)
}

/// Sets the component: an old value is shut down and dropped, then `init` runs on the new one.
#[inline]
#[track_caller]
pub(crate) fn insert<T: Component>(entity: Entity, value: T, site: CallSite) -> Result<Handle<T>, Refusal> {
    refuse_singleton::<T>()?;
    insert_one(entity, value, site)
}

/// As [`insert`], also for singletons.
#[inline]
#[track_caller]
pub(crate) fn insert_one<T: Component>(
    entity: Entity,
    value: T,
    site: CallSite,
) -> Result<Handle<T>, Refusal> {
    in_store::<T>(entity, |store| {
        let core = store.world();
        // Where nothing is pending, no user code comes before the new value is in its place.
        if store.find(entity).is_none() && core.has_nothing_pending() {
            return core.structural(|| {
                admit(store, entity)?;
                place(store, entity, value, site)?;
                Ok(Handle::new(entity))
            });
        }
        insert_over(store, entity, value, site)
    })
}

/// Sets the component of an entity that may have one.
#[inline(never)]
fn insert_over<T: Component>(
    store: &Store<T>,
    entity: Entity,
    value: T,
    site: CallSite,
) -> Result<Handle<T>, Refusal> {
    let core = store.world();
    let successor = core.structural(|| -> Result<_, Refusal> {
        admit(store, entity)?;
        let Some(row) = store.find(entity) else {
            place(store, entity, value, site)?;
            return Ok(None);
        };
        if store.borrows().is_row_borrowed(row, store) || !shut_down(store, entity, site) {
            let row = store.find(entity).map_or(row, |row| store.firm_row(row, entity));
            let row = store.supersede(row, true, value);
            init(store, row, entity, site)?;
            return Ok(None);
        }
        // `shutdown` is user code too: it may have despawned the entity, or kept a guard.
        admit(store, entity)?;
        match store.find(entity) {
            Some(row) if !store.borrows().is_row_borrowed(row, store) => {
                let row = store.replace(row, entity, value);
                if T::__SPEC.tracked {
                    store.note_change(row);
                }
            }
            Some(row) => {
                store.supersede(row, false, value);
            }
            None => {
                store.push(entity, value).map_err(|_| refusal(store, entity))?;
            }
        }
        Ok(Some(Successor { pending: PendingInit::begin(store.rc(), T::__SPEC.has_turn()), entity }))
    })?;
    if let Some(successor) = successor {
        // Between the two, if this call is the outermost, the old value was dropped: user code again.
        core.structural(|| successor.init(site))?;
    }
    Ok(Handle::new(entity))
}

/// A value that was put in the place of another, before its `init`.
struct Successor<T: Component> {
    pending: PendingInit<T>,
    entity: Entity,
}

impl<T: Component> Successor<T> {
    fn init(self, site: CallSite) -> Result<(), Refusal> {
        init_in_turn(&self.pending, self.entity, site)
    }
}

impl<T: Component> Drop for Successor<T> {
    fn drop(&mut self) {
        // The `Drop` of the old value may have panicked.
        self.pending.postpone_missed(self.entity);
    }
}

/// Places a new component and runs its `init`. Inlined for the same reason as [`Store::push`].
#[cfg_attr(not(debug_assertions), inline(always))]
fn place<T: Component>(store: &Store<T>, entity: Entity, value: T, site: CallSite) -> Result<(), Refusal> {
    match store.push(entity, value) {
        Ok(row) => init(store, row, entity, site),
        Err(_) => Err(refusal(store, entity)),
    }
}

/// Runs a function on the store of `T`, which is made if the entity's world has none.
#[inline]
#[track_caller]
fn in_store<T: Component>(
    entity: Entity,
    f: impl FnOnce(&Store<T>) -> Result<Handle<T>, Refusal>,
) -> Result<Handle<T>, Refusal> {
    if !is_found(T::__cell()) {
        make_store::<T>(entity)?;
    }
    with_store(T::__cell(), f).unwrap_or_else(|| Err(no_world::<T>(WorldError::NoWorld)))
}

#[cold]
#[inline(never)]
#[track_caller]
fn make_store<T: Component>(entity: Entity) -> Result<(), Refusal> {
    let core = current().map_err(no_world::<T>)?;
    admit_to(&core, T::__SPEC.name, entity)?;
    store_or_new::<T>(&core).map(drop)
}

fn no_world<T: Component>(error: WorldError) -> Refusal {
    Box::new(AddError::World { component: T::__SPEC.name, error })
}

/// Refuses an entity or component that is being shut down, and an `init` that is nested too deep. `place` refuses dead entities.
#[inline]
pub(super) fn admit<T: Component>(store: &Store<T>, entity: Entity) -> Result<(), Refusal> {
    let core = store.world();
    let too_deep = T::__SPEC.has_turn() && core.is_too_deep(core.init_depth());
    if too_deep || is_dying(store, entity) { Err(refusal(store, entity)) } else { Ok(()) }
}

#[inline]
pub(super) fn is_dying<T>(store: &Store<T>, entity: Entity) -> bool {
    store.world().is_any_dying() && store.world().is_dying(entity, store.known_number())
}

/// Tells why an entity takes no component.
#[cold]
#[inline(never)]
pub(super) fn refusal<T: Component>(store: &Store<T>, entity: Entity) -> Refusal {
    let (core, component) = (store.world(), T::__SPEC.name);
    if let Err(error) = admit_to(core, component, entity) {
        return error;
    }
    if is_dying(store, entity) {
        return Box::new(AddError::Dying { component, entity });
    }
    Box::new(AddError::TooDeep { component, entity, limit: core.init_limit().get() })
}

/// Tells why an entity takes no component.
#[cold]
#[inline(never)]
pub(super) fn admit_to(core: &WorldCore, component: &'static str, entity: Entity) -> Result<(), Refusal> {
    let entities = core.entities.borrow();
    if entities.is_alive(entity) {
        return Ok(());
    }
    if entity != Entity::NONE && entity.stamp().tag() != entities.tag() {
        return Err(Box::new(AddError::WrongWorld { component, entity }));
    }
    Err(Box::new(AddError::DeadEntity { component, entity }))
}

/// Says whether the entity is alive in the current world.
#[track_caller]
pub(crate) fn is_alive(entity: Entity) -> bool {
    with_current(|core| core.entities.borrow().is_alive(entity)).unwrap_or(false)
}
