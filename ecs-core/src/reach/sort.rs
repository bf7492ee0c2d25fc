//! Sorting a store: the user's comparison runs while the store is borrowed for reading; rows move after that.

use core::any::TypeId;
use core::cmp::Ordering;

use super::view::{borrow_for_view, borrow_rows};
use crate::base::CallSite;
use crate::column::Column;
use crate::component::Component;
use crate::error::ViewError;
use crate::ids::Entity;
use crate::spec::name_of;
use crate::store::{RcStore, Store};

/// Sorts the components of a type by a comparison.
#[track_caller]
pub(crate) fn sort_by<T: Component>(
    site: CallSite,
    mut compare: impl FnMut(&T, &T) -> Ordering,
) -> Result<(), ViewError> {
    sort::<T>(site, |all, rows| rows.sort_by(|&a, &b| compare(&all[a as usize], &all[b as usize])))
}

/// Sorts the components of a type by a key, which is made once for each.
#[track_caller]
pub(crate) fn sort_by_key<T: Component, K: Ord>(
    site: CallSite,
    mut key: impl FnMut(&T) -> K,
) -> Result<(), ViewError> {
    sort::<T>(site, |all, rows| {
        let mut keyed: Vec<_> = rows.iter().map(|&row| (key(&all[row as usize]), row)).collect();
        keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
        rows.iter_mut().zip(&keyed).for_each(|(place, &(_, row))| *place = row);
    })
}

/// Sorts the components of a type by a function that sorts row numbers, once for the enabled rows and once
/// for the disabled ones.
#[track_caller]
fn sort<T: Component>(site: CallSite, mut sort_rows: impl FnMut(&[T], &mut [u32])) -> Result<(), ViewError> {
    let Some(store) = flushed::<T>(site)? else { return Ok(()) };
    let rows = borrow_for_view::<T, false>(site)?;
    let values = rows.values();
    let mut order: Vec<u32> = (0..values.len() as u32).collect();
    let (enabled, disabled) = order.split_at_mut(rows.enabled());
    sort_rows(&values, enabled);
    sort_rows(&values, disabled);
    drop(values);
    // The numbers of rows do not outlast the changes that the comparison has made; entities do.
    let left = store.lifecycle.is_queued().then(|| live_entities(&store, &order));
    drop(rows);
    flushed::<T>(site)?;
    match left {
        None => store.permute(&order),
        Some(entities) => store.bring_first(entities.iter().filter_map(|&entity| store.find(entity))),
    }
    Ok(())
}

/// Brings the components of a type in the order of another type's.
#[track_caller]
pub(crate) fn sort_like<T: Component, U: Component>(site: CallSite) -> Result<(), ViewError> {
    // Its hooks and drops may borrow the other store, so they come before that is borrowed.
    let Some(store) = flushed::<T>(site)? else { return Ok(()) };
    if TypeId::of::<T>() == TypeId::of::<U>() {
        return Ok(());
    }
    let rows = borrow_for_view::<U, false>(site)?;
    // Flushing the other store may have run hooks, too.
    flushed::<T>(site)?;
    let entities = (0..rows.len()).filter_map(|row| rows.entity(row));
    store.bring_first(entities.filter_map(|entity| store.find(entity)));
    Ok(())
}

/// Returns the store of a type, flushed; refuses while anything of it is borrowed, or a query is there, which
/// knows the rows by their places. `None` if nothing of the type was ever added.
#[track_caller]
fn flushed<T: Component>(site: CallSite) -> Result<Option<RcStore<T>>, ViewError> {
    let Some(store) = borrow_rows::<T, true>(site)?.store().map(Store::rc) else { return Ok(None) };
    match store.borrows.any_conflict() {
        Some(conflict) => Err(ViewError::borrowed(name_of::<T>(), conflict)),
        None => Ok(Some(store)),
    }
}

/// The entities of those rows whose component is still live, in the order of the rows.
fn live_entities(column: &Column, rows: &[u32]) -> Vec<Entity> {
    let live = rows.iter().filter(|&&row| column.is_live(row));
    live.filter_map(|&row| column.entity_of(row)).collect()
}
