//! Adding one component: one that the entity has already stays, and no value is made.

use crate::base::CallSite;
use crate::column::{At, TypeInfo};
use crate::component::Component;
use crate::error::WorldError;
use crate::ids::Entity;
use crate::spec::{Info, name_of, spec};
use crate::store::Store;
use crate::world::current;

use super::super::running::Refusal;
use super::admit::{admit, admit_depth, admit_to, no_world, refusal};
use super::aside::aside;
use super::birth::{begin_life, begin_life_as};
use super::new_column::column_or_new;
use super::reuse::add_kept;

/// Adds the component that `make` makes, unless the entity has one; then that stays, and nothing runs.
#[inline]
#[track_caller]
pub(crate) fn add<T: Component>(
    entity: Entity,
    make: impl FnOnce() -> T,
    site: CallSite,
) -> Result<(), Refusal> {
    in_store::<T>(T::__info, entity, |store| {
        if store.find(entity).is_some() {
            return admit(store.at(entity, site), false);
        }
        store.world.structural(|| {
            admit(store.at(entity, site), const { spec::<T>().has_birth() })?;
            // User code: it, or a `Drop` before it, may have added the component itself, or despawned the
            // entity.
            let value = &mut Some(make());
            match store.push_simply(entity, value) {
                Some(row) if const { spec::<T>().has_birth() } => {
                    begin_life_as(store.at(entity, site), spec::<T>(), row)
                }
                Some(row) if store.lifecycle.is_observed() => begin_life_slowly(store.at(entity, site), row),
                Some(_) => Ok(()),
                None if store.find(entity).is_none() => {
                    aside(value, |value| place(store, store.at(entity, site), value))
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
    in_store::<T>(info, entity, |store| {
        let at = store.at(entity, site);
        if store.find(entity).is_some() {
            return admit(at, false);
        }
        store.world.structural(|| {
            // What was pending may have added it.
            if store.find(entity).is_some() {
                return Ok(());
            }
            admit(at, takes_kept || store.has_birth())?;
            if takes_kept && add_kept(at)? {
                return Ok(());
            }
            let value = &mut Some(make());
            if store.find(entity).is_some() { Ok(()) } else { place(store, at, value) }
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
    admit_depth(&core, name_of::<T>(), entity)?;
    let _deeper = core.nesting.enter_init();
    add(entity, make, site)
}

/// Places a value on an entity that has none, and lets it begin to live.
#[cold]
#[inline(never)]
fn place<T: Component>(store: &Store<T>, at: At<'_>, value: &mut Option<T>) -> Result<(), Refusal> {
    match store.push(at.entity, value) {
        Some(row) => begin_life(at, row),
        None => Err(refusal(store, at.entity)),
    }
}

/// As [`begin_life`], out of the way of types that have no birth, and that nobody observes.
#[cold]
#[inline(never)]
fn begin_life_slowly(at: At<'_>, row: u32) -> Result<(), Refusal> {
    begin_life(at, row)
}

/// Runs a function on the store of `T`, of which this is the [`Info`]. It is made if the entity's world has
/// none.
#[inline]
#[track_caller]
pub(super) fn in_store<T: Component>(
    info: Info,
    entity: Entity,
    f: impl FnOnce(&Store<T>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let cell = T::__cell();
    if !cell.is_found() {
        make_column(info(), entity)?;
    }
    match cell.store() {
        Some(store) => f(store),
        None => Err(no_world(name_of::<T>(), WorldError::NoWorld)),
    }
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
