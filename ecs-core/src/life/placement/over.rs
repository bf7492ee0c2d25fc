//! Setting one component: the value goes where another one may be, which ends before. That is dropped, or
//! given back.

use core::mem;

use crate::base::{CallSite, One};
use crate::column::At;
use crate::component::Component;
use crate::error::AddError;
use crate::ids::Entity;
use crate::spec::spec;
use crate::store::Store;
use crate::world::{EndCall, Removal};

use super::super::removal::{end_to_take, run_end};
use super::super::running::Refusal;
use super::admit::{admit, refusal};
use super::aside::aside;
use super::birth::{begin_life, begin_life_as, begin_life_of};
use super::one::in_store;
use super::placed::{IfUnborn, Placed};

/// Sets the component: an old value is shut down and dropped, then `init` runs on the new one. If it is
/// refused, the new one may stay in its option.
#[inline]
#[track_caller]
pub(crate) fn insert<T: Component>(
    entity: Entity,
    value: &mut Option<T>,
    site: CallSite,
) -> Result<(), Refusal> {
    in_store::<T>(T::__info, entity, |store| {
        let core = &store.world;
        let slowly =
            |value: &mut Option<T>| aside(value, |value| insert_in(store, store.at(entity, site), value));
        // Where nothing is pending, no user code comes before the new value is in its place.
        if !core.has_nothing_pending()
            || store.lifecycle.is_observed()
            || const { spec::<T>().has_birth() } && core.nesting.is_init_too_deep()
        {
            return slowly(value);
        }
        match store.push_simply(entity, value) {
            Some(row) if const { spec::<T>().has_birth() } => {
                core.structural(|| begin_life_as(store.at(entity, site), spec::<T>(), row))
            }
            Some(_) => Ok(()),
            None => slowly(value),
        }
    })
}

#[cold]
#[inline(never)]
fn insert_in<T: Component>(store: &Store<T>, at: At<'_>, value: &mut Option<T>) -> Result<(), Refusal> {
    place_over(at, &mut |place| match place {
        Destination::New => store.push(at.entity, value),
        Destination::Over(row) => Some(store.replace(row, at.entity, value)),
        Destination::Instead { row, pending_end } => Some(store.supersede(row, pending_end, value)),
    })
}

/// Where another value of a component goes.
enum Destination {
    /// The entity has none.
    New,
    /// In this row, which nothing has borrowed.
    Over(u32),
    /// On a row of its own: this one is borrowed.
    Instead { row: u32, pending_end: Option<EndCall> },
}

/// Sets the component of an entity that may have one. `put` puts the value in its place, once, and returns
/// its row; `None` if the entity is dead.
fn place_over(at: At<'_>, put: &mut dyn FnMut(Destination) -> Option<u32>) -> Result<(), Refusal> {
    let core = &at.column.world;
    if let Some(successor) = core.structural(|| end_and_place(at, put))? {
        // Between the two, if this call is the outermost, the old value was dropped: user code again.
        core.structural(|| begin_life_of(successor))?;
    }
    Ok(())
}

/// Ends a component that the entity has, and puts the value in its place. Returns a component that begins to
/// live once the old value is dropped.
fn end_and_place(
    at: At<'_>,
    put: &mut dyn FnMut(Destination) -> Option<u32>,
) -> Result<Option<Placed>, Refusal> {
    let At { column, entity, site } = at;
    admit(at, column.has_birth())?;
    let place = match column.find(entity) {
        None => Destination::New,
        Some(row) => {
            // A tag ends at once: it has no row that could wait.
            if !column.is_row_held(row) && run_end(at, Removal::Replaced) {
                put_after_end(at, put)?;
                return Ok(Some(Placed::new(column.rc(), entity, site, IfUnborn::IsBornLater)));
            }
            let row = column.find(entity).map_or(row, |row| at.firm(row).row);
            Destination::Instead { row, pending_end: Some(EndCall { why: Removal::Replaced, site }) }
        }
    };
    let row = put(place).ok_or_else(|| refusal(column, entity))?;
    begin_life(at, row).map(|()| None)
}

/// Puts a value where a component may have ended just now. Its hooks are user code: they may have despawned
/// the entity, or kept a guard.
fn put_after_end(at: At<'_>, put: &mut dyn FnMut(Destination) -> Option<u32>) -> Result<u32, Refusal> {
    let At { column, entity, .. } = at;
    admit(at, column.has_birth())?;
    let placed = match column.find(entity) {
        Some(row) if column.borrows.is_row_borrowed(row, column) => {
            put(Destination::Instead { row, pending_end: None })
        }
        Some(row) => put(Destination::Over(row)).inspect(|&row| column.note_change(row)),
        None => put(Destination::New),
    };
    placed.ok_or_else(|| refusal(column, entity))
}

/// Sets the component as [`insert`] does, and gives an old value back. So its end cannot wait.
#[track_caller]
pub(crate) fn replace<T: Component>(entity: Entity, value: T, site: CallSite) -> Result<Option<T>, AddError> {
    // User code that panics comes before the value is placed, and before the old one is given back.
    let mut value = One::of(value);
    let mut replaced = Ok(One::default());
    let placed = in_store::<T>(T::__info, entity, |store| {
        replaced = store.world.structural(|| replace_in(store, store.at(entity, site), &mut value));
        Ok(())
    });
    placed.map_err(|refusal| *refusal)?;
    replaced.map(|mut old| old.take())
}

fn replace_in<T: Component>(store: &Store<T>, at: At<'_>, value: &mut One<T>) -> Result<One<T>, AddError> {
    let refused = |refusal: Refusal| *refusal;
    admit(at, store.has_birth()).map_err(refused)?;
    let ended = end_to_take(at, Removal::Replaced)?;
    // Its hooks may have despawned the entity.
    admit(at, store.has_birth()).map_err(refused)?;
    let (row, old) = match ended {
        Some(row) => {
            let (row, old) = store.exchange(row, at.entity, mem::take(value).into_inner());
            store.note_change(row);
            (Some(row), One::of(old))
        }
        None => (store.push(at.entity, value), One::default()),
    };
    let row = row.ok_or_else(|| refused(refusal(store, at.entity)))?;
    begin_life(at, row).map_err(refused)?;
    Ok(old)
}
