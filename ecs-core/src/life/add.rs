//! Adding: a value is placed, then it is born: required components, `sibling` fields, `init`.

use crate::borrow::CallSite;
use crate::column::{Column, PendingInit};
use crate::component::Component;
use crate::error::{AddError, WorldError};
use crate::ids::Entity;
use crate::spec::{Number, spec};
use crate::store::{Store, is_found, with_store};
use crate::world::{WorldCore, current, with_current};

use super::column::store_or_new;
use super::init::{init, init_placed};
use super::kill::shut_down;
use super::running::{Deeper, Refusal};

/// Refuses a type of which a world has one.
pub(super) fn refuse_singleton<T: Component>() -> Result<(), Refusal> {
    if T::__Number::IS_ONE {
        return Err(Box::new(AddError::Singleton { component: spec::<T>().name }));
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
) -> Result<(), Refusal> {
    refuse_singleton::<T>()?;
    add_one(entity, make, site)
}

/// As [`add`], also for singletons.
#[inline]
#[track_caller]
fn add_one<T: Component>(entity: Entity, make: impl FnOnce() -> T, site: CallSite) -> Result<(), Refusal> {
    in_store::<T>(entity, |store| {
        if store.find(entity).is_some() {
            return if is_dying(store, entity) { Err(refusal(store, entity)) } else { Ok(()) };
        }
        store.world().structural(|| {
            admit(store, entity)?;
            // User code: it, or a `Drop` before it, may have added the component itself, or despawned the
            // entity.
            let value = make();
            if store.find(entity).is_none() {
                place_and_init(store, entity, value, site)?;
            }
            Ok(())
        })
    })
}

/// Adds a singleton. What makes its value may ask for another one, and so on: that is not nested deeper than
/// `init` may be.
#[track_caller]
pub(crate) fn add_singleton<T: Component>(
    entity: Entity,
    make: impl FnOnce() -> T,
    site: CallSite,
) -> Result<(), Refusal> {
    let core = current().map_err(no_world::<T>)?;
    if core.is_too_deep(core.init_depth()) {
        let limit = core.init_limit().get();
        return Err(Box::new(AddError::TooDeep { component: spec::<T>().name, entity, limit }));
    }
    let _deeper = Deeper::enter(core.init_depth());
    add_one(entity, make, site)
}

/// Sets the component: an old value is shut down and dropped, then `init` runs on the new one.
#[inline]
#[track_caller]
pub(crate) fn insert<T: Component>(entity: Entity, value: T, site: CallSite) -> Result<(), Refusal> {
    refuse_singleton::<T>()?;
    insert_one(entity, value, site)
}

/// As [`insert`], also for singletons.
#[inline]
#[track_caller]
pub(crate) fn insert_one<T: Component>(entity: Entity, value: T, site: CallSite) -> Result<(), Refusal> {
    in_store::<T>(entity, |store| {
        let core = store.world();
        // Where nothing is pending, no user code comes before the new value is in its place.
        if store.find(entity).is_none() && core.has_nothing_pending() {
            return core.structural(|| {
                admit(store, entity)?;
                place_and_init(store, entity, value, site)?;
                Ok(())
            });
        }
        let mut value = Some(value);
        let mut put = |place| {
            let value = value.take()?;
            match place {
                Destination::New => store.push(entity, value).ok(),
                Destination::Over(row) => Some(store.replace(row, entity, value)),
                Destination::Instead { row, owes_end } => Some(store.supersede(row, owes_end, value)),
            }
        };
        insert_over(store, entity, &mut put, site)
    })
}

/// Where another value of a component goes.
enum Destination {
    /// The entity has none.
    New,
    /// In this row, which nothing has borrowed.
    Over(u32),
    /// On a row of its own: this one is borrowed.
    Instead { row: u32, owes_end: bool },
}

/// Sets the component of an entity that may have one. `put` puts the value in its place, once, and returns
/// its row; `None` if the entity is dead.
fn insert_over(
    column: &Column,
    entity: Entity,
    put: &mut dyn FnMut(Destination) -> Option<u32>,
    site: CallSite,
) -> Result<(), Refusal> {
    let core = column.world();
    let successor = core.structural(|| -> Result<_, Refusal> {
        admit(column, entity)?;
        let Some(row) = column.find(entity) else {
            let row = put(Destination::New).ok_or_else(|| refusal(column, entity))?;
            init(column, row, entity, site)?;
            return Ok(None);
        };
        if column.borrows().is_row_borrowed(row, column) || !shut_down(column, entity, site) {
            let row = column.find(entity).map_or(row, |row| column.firm_row(row, entity));
            let row = put(Destination::Instead { row, owes_end: true }).unwrap_or(row);
            init(column, row, entity, site)?;
            return Ok(None);
        }
        // `shutdown` is user code too: it may have despawned the entity, or kept a guard.
        admit(column, entity)?;
        let placed = match column.find(entity) {
            Some(row) if !column.borrows().is_row_borrowed(row, column) => {
                put(Destination::Over(row)).inspect(|&row| column.note_change(row))
            }
            Some(row) => put(Destination::Instead { row, owes_end: false }),
            None => put(Destination::New),
        };
        placed.ok_or_else(|| refusal(column, entity))?;
        Ok(Some(Successor { pending: PendingInit::begin(column.rc(), column.spec().has_birth()), entity }))
    })?;
    if let Some(successor) = successor {
        // Between the two, if this call is the outermost, the old value was dropped: user code again.
        core.structural(|| successor.init(site))?;
    }
    Ok(())
}

/// A value that was put in the place of another, before its `init`.
struct Successor {
    pending: PendingInit,
    entity: Entity,
}

impl Successor {
    fn init(self, site: CallSite) -> Result<(), Refusal> {
        init_placed(&self.pending, self.entity, site)
    }
}

impl Drop for Successor {
    fn drop(&mut self) {
        // The `Drop` of the old value may have panicked.
        self.pending.postpone_missed(self.entity);
    }
}

/// Places a new component and runs its `init`.
#[inline]
fn place_and_init<T: Component>(
    store: &Store<T>,
    entity: Entity,
    value: T,
    site: CallSite,
) -> Result<(), Refusal> {
    match store.push(entity, value) {
        Ok(row) if const { spec::<T>().has_birth() } => init(store, row, entity, site),
        Ok(_) => Ok(()),
        Err(_) => Err(refusal(store, entity)),
    }
}

/// Runs a function on the store of `T`, which is made if the entity's world has none.
#[inline]
#[track_caller]
fn in_store<T: Component>(
    entity: Entity,
    f: impl FnOnce(&Store<T>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
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
    admit_to(&core, spec::<T>().name, entity)?;
    store_or_new::<T>(&core).map(drop)
}

fn no_world<T: Component>(error: WorldError) -> Refusal {
    Box::new(AddError::World { component: spec::<T>().name, error })
}

/// Refuses an entity or component that is being shut down, and an `init` that is nested too deep.
/// `place_and_init` refuses dead entities.
#[inline]
pub(super) fn admit(column: &Column, entity: Entity) -> Result<(), Refusal> {
    let core = column.world();
    let too_deep = column.spec().has_birth() && core.is_too_deep(core.init_depth());
    if too_deep || is_dying(column, entity) { Err(refusal(column, entity)) } else { Ok(()) }
}

#[inline]
pub(super) fn is_dying(column: &Column, entity: Entity) -> bool {
    column.world().is_any_dying() && column.world().is_dying(entity, column.known_number())
}

/// Says why an entity takes no component.
#[cold]
#[inline(never)]
pub(super) fn refusal(column: &Column, entity: Entity) -> Refusal {
    let (core, component) = (column.world(), column.name());
    if let Err(error) = admit_to(core, component, entity) {
        return error;
    }
    if is_dying(column, entity) {
        return Box::new(AddError::Dying { component, entity });
    }
    Box::new(AddError::TooDeep { component, entity, limit: core.init_limit().get() })
}

/// Says why an entity takes no component.
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
