//! Replacing: the value goes where another one may be, which is shut down and given back.

use core::mem;

use crate::base::{CallSite, One};
use crate::component::Component;
use crate::error::ReplaceError;
use crate::ids::Entity;
use crate::store::Store;
use crate::world::Removal;

use super::add::{admit, in_store, refusal};
use super::init::init;
use super::kill::end_to_take;
use super::running::Refusal;

/// Sets the component as `insert` does, and gives an old value back.
#[track_caller]
pub(crate) fn replace<T: Component>(
    entity: Entity,
    value: T,
    site: CallSite,
) -> Result<Option<T>, ReplaceError> {
    // User code that panics comes before the value is placed, and before the old one is given back.
    let mut value = One::of(value);
    let mut replaced = Ok(One::default());
    let placed = in_store::<T>(entity, |store| {
        store.world().structural(|| {
            replaced = replace_in(store, entity, &mut value, site);
            Ok(())
        })
    });
    placed.map_err(|refusal| ReplaceError::Add(*refusal))?;
    replaced.map(|mut old| old.take())
}

fn replace_in<T: Component>(
    store: &Store<T>,
    entity: Entity,
    value: &mut One<T>,
    site: CallSite,
) -> Result<One<T>, ReplaceError> {
    let at = store.at(entity, site);
    let refused = |refusal: Refusal| ReplaceError::Add(*refusal);
    admit(store, store.has_birth(), entity).map_err(refused)?;
    let ended = end_to_take(at, Removal::Replaced)?;
    // `shutdown` is user code: it may have despawned the entity.
    admit(store, store.has_birth(), entity).map_err(refused)?;
    let (row, old) = match ended {
        Some(row) => {
            let (row, old) = store.exchange(row, entity, mem::take(value).into_inner());
            store.note_change(row);
            (row, One::of(old))
        }
        None => {
            let row = store.push(entity, value);
            (row.ok_or_else(|| refused(refusal(store, entity)))?, One::default())
        }
    };
    init(at, row).map_err(refused)?;
    Ok(old)
}
