//! Adding: a value is placed, then it is born: required components, `sibling` fields, `init`.

use crate::base::{CallSite, Left, TypeName};
use crate::column::{Column, TypeInfo};
use crate::component::Component;
use crate::error::{AddError, WorldError};
use crate::ids::Entity;
use crate::spec::{Info, name_of, spec};
use crate::store::{Store, is_found, with_store};
use crate::world::{WorldCore, current, with_current};

use super::init::{be_born, init, init_slowly};
use super::new_column::column_or_new;
use super::reuse::add_kept;
use super::running::Refusal;

/// Adds the component that `make` makes, unless the entity has one; then that stays, and nothing runs.
#[inline]
#[track_caller]
pub(crate) fn add<T: Component>(
    entity: Entity,
    make: impl FnOnce() -> T,
    site: CallSite,
) -> Result<(), Refusal> {
    in_store::<T>(entity, |store| {
        if store.find(entity).is_some() {
            return if is_dying(store, entity) { Err(refusal(store, entity)) } else { Ok(()) };
        }
        store.world().structural(|| {
            admit(store, const { spec::<T>().has_birth() }, entity)?;
            // User code: it, or a `Drop` before it, may have added the component itself, or despawned the
            // entity.
            let value = &mut Some(make());
            match store.push_simply(entity, value) {
                Some(row) if const { spec::<T>().has_birth() } => {
                    be_born(store.at(entity, site), spec::<T>(), row)
                }
                Some(row) if store.lifecycle.is_observed() => init_slowly(store.at(entity, site), row),
                Some(_) => Ok(()),
                None if store.find(entity).is_none() => {
                    aside(value, |value| place_and_init(store, entity, value, site))
                }
                None => Ok(()),
            }
        })
    })
}

/// Adds a component with its default value, which `make` makes, or, of a pooled type, with one that was used
/// before; unless the entity has one: then that stays, and nothing runs.
#[inline]
#[track_caller]
pub(crate) fn add_default<T: Component>(
    entity: Entity,
    make: impl FnOnce() -> T,
    site: CallSite,
) -> Result<(), Refusal> {
    if const { spec::<T>().pooled == 0 } {
        add(entity, make, site)
    } else {
        add_by_info(T::__info, true, entity, make, site)
    }
}

/// Adds a component as [`add_default`] does if it `takes_kept` values, and else as [`add`]. This function
/// does not name the hooks of the type: the caller gives what leads there.
#[inline]
#[track_caller]
pub(super) fn add_by_info<T: Component>(
    info: Info,
    takes_kept: bool,
    entity: Entity,
    make: impl FnOnce() -> T,
    site: CallSite,
) -> Result<(), Refusal> {
    in_store_of::<T>(info, entity, |store| {
        if store.find(entity).is_some() {
            return if is_dying(store, entity) { Err(refusal(store, entity)) } else { Ok(()) };
        }
        store.world().structural(|| {
            // What was pending may have added it.
            if store.find(entity).is_some() {
                return Ok(());
            }
            admit(store, takes_kept || store.has_birth(), entity)?;
            if takes_kept && add_kept(store.at(entity, site))? {
                return Ok(());
            }
            let value = &mut Some(make());
            if store.find(entity).is_some() { Ok(()) } else { place_and_init(store, entity, value, site) }
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
    let core = current().map_err(|error| no_world(name_of::<T>(), error))?;
    if core.nesting.is_init_too_deep() {
        let limit = core.nesting.limit();
        return Err(Box::new(AddError::TooDeep { component: name_of::<T>(), entity, limit }));
    }
    let _deeper = core.nesting.enter_init();
    add(entity, make, site)
}

/// Places a new component and runs its `init`.
#[cold]
#[inline(never)]
fn place_and_init<T: Component>(
    store: &Store<T>,
    entity: Entity,
    value: &mut Option<T>,
    site: CallSite,
) -> Result<(), Refusal> {
    match store.push(entity, value) {
        Some(row) => init(store.at(entity, site), row),
        None => Err(refusal(store, entity)),
    }
}

/// Calls what is rarely called with a value. In optimised builds it moves there before: so the value has no
/// address where all is simple, and stays in registers.
#[inline(always)]
pub(super) fn aside<T, R>(value: &mut Option<T>, rare: impl FnOnce(&mut Option<T>) -> R) -> R {
    if cfg!(debug_assertions) { with_left(value, rare) } else { with_left(&mut value.take(), rare) }
}

/// Calls a function with a value, and drops what it has left of that.
fn with_left<T, R>(value: &mut Option<T>, f: impl FnOnce(&mut Option<T>) -> R) -> R {
    let left = Left(value);
    let done = f(&mut *left.0);
    drop(left);
    done
}

/// Runs a function on the store of `T`, which is made if the entity's world has none.
#[inline]
#[track_caller]
pub(super) fn in_store<T: Component>(
    entity: Entity,
    f: impl FnOnce(&Store<T>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    in_store_of(T::__info, entity, f)
}

/// As [`in_store`], of a type of which this is the [`Info`].
#[inline]
#[track_caller]
fn in_store_of<T: Component>(
    info: Info,
    entity: Entity,
    f: impl FnOnce(&Store<T>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    if !is_found(T::__cell()) {
        make_column(info(), entity)?;
    }
    with_store(T::__cell(), f).unwrap_or_else(|| Err(no_world(name_of::<T>(), WorldError::NoWorld)))
}

#[cold]
#[inline(never)]
#[track_caller]
fn make_column(info: &'static TypeInfo, entity: Entity) -> Result<(), Refusal> {
    let core = current().map_err(|error| no_world(info.name.get(), error))?;
    if core.columns.of(info.id).is_none() {
        admit_to(&core, info.name, entity)?;
        column_or_new(&core, info)?;
    }
    Ok(())
}

fn no_world(component: &'static str, error: WorldError) -> Refusal {
    Box::new(AddError::World { component, error })
}

/// Refuses an entity or component that is being shut down, and an `init` that is nested too deep.
/// `place_and_init` refuses dead entities.
#[inline]
pub(super) fn admit(column: &Column, has_birth: bool, entity: Entity) -> Result<(), Refusal> {
    let core = column.world();
    let too_deep = has_birth && core.nesting.is_init_too_deep();
    if too_deep || is_dying(column, entity) { Err(refusal(column, entity)) } else { Ok(()) }
}

#[inline]
pub(super) fn is_dying(column: &Column, entity: Entity) -> bool {
    column.world().deaths.is_any() && column.world().is_dying(entity, column.known_number())
}

/// Says why an entity takes no component.
#[cold]
#[inline(never)]
pub(super) fn refusal(column: &Column, entity: Entity) -> Refusal {
    let core = column.world();
    if let Err(error) = admit_to(core, column.info.name, entity) {
        return error;
    }
    let component = column.name();
    if is_dying(column, entity) {
        return Box::new(AddError::Dying { component, entity });
    }
    Box::new(AddError::TooDeep { component, entity, limit: core.nesting.limit() })
}

/// Says why an entity takes no component.
#[cold]
#[inline(never)]
pub(super) fn admit_to(core: &WorldCore, component: TypeName, entity: Entity) -> Result<(), Refusal> {
    let entities = core.entities.borrow();
    if entities.is_alive(entity) {
        return Ok(());
    }
    let component = component.get();
    if entities.is_foreign(entity) {
        return Err(Box::new(AddError::WrongWorld { component, entity }));
    }
    Err(Box::new(AddError::DeadEntity { component, entity }))
}

/// Says whether the entity is alive in the current world.
#[track_caller]
pub(crate) fn is_alive(entity: Entity) -> bool {
    with_current(|core| core.entities.borrow().is_alive(entity)).unwrap_or(false)
}
