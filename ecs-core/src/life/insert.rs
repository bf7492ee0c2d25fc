//! Inserting: the value goes where another one may be, which is shut down first.

use crate::base::CallSite;
use crate::column::{At, PendingInit};
use crate::component::Component;
use crate::ids::Entity;
use crate::spec::spec;
use crate::store::Store;
use crate::world::{EndCall, Removal};

use super::add::{admit, aside, in_store, refusal};
use super::end::shut_down;
use super::init::{be_born, init, init_placed};
use super::running::Refusal;

/// Sets the component: an old value is shut down and dropped, then `init` runs on the new one. If it is
/// refused, the new one may stay in its option.
#[inline]
#[track_caller]
pub(crate) fn insert<T: Component>(
    entity: Entity,
    value: &mut Option<T>,
    site: CallSite,
) -> Result<(), Refusal> {
    in_store::<T>(entity, |store| {
        let core = store.world();
        // Where nothing is pending, no user code comes before the new value is in its place.
        if !core.has_nothing_pending()
            || store.lifecycle.is_observed()
            || const { spec::<T>().has_birth() } && core.nesting.is_init_too_deep()
        {
            return aside(value, |value| insert_otherwise(store, entity, value, site));
        }
        match store.push_simply(entity, value) {
            Some(row) if const { spec::<T>().has_birth() } => {
                core.structural(|| be_born(store.at(entity, site), spec::<T>(), row))
            }
            Some(_) => Ok(()),
            None => aside(value, |value| insert_otherwise(store, entity, value, site)),
        }
    })
}

#[cold]
#[inline(never)]
fn insert_otherwise<T: Component>(
    store: &Store<T>,
    entity: Entity,
    value: &mut Option<T>,
    site: CallSite,
) -> Result<(), Refusal> {
    let mut put = |place| match place {
        Destination::New => store.push(entity, value),
        Destination::Over(row) => Some(store.replace(row, entity, value)),
        Destination::Instead { row, owed } => Some(store.supersede(row, owed, value)),
    };
    insert_over(store.at(entity, site), &mut put)
}

/// Where another value of a component goes.
enum Destination {
    /// The entity has none.
    New,
    /// In this row, which nothing has borrowed.
    Over(u32),
    /// On a row of its own: this one is borrowed.
    Instead { row: u32, owed: Option<EndCall> },
}

/// Sets the component of an entity that may have one. `put` puts the value in its place, once, and returns
/// its row; `None` if the entity is dead.
fn insert_over(at: At<'_>, put: &mut dyn FnMut(Destination) -> Option<u32>) -> Result<(), Refusal> {
    let At { column, entity, site } = at;
    let (core, has_birth) = (column.world(), column.has_birth());
    let successor = core.structural(|| -> Result<_, Refusal> {
        admit(column, has_birth, entity)?;
        let Some(row) = column.find(entity) else {
            let row = put(Destination::New).ok_or_else(|| refusal(column, entity))?;
            init(at, row)?;
            return Ok(None);
        };
        if column.borrows().is_row_borrowed(row, column) || !shut_down(at, Removal::Replaced) {
            let row = column.find(entity).map_or(row, |row| at.firm(row).row);
            let owed = Some(EndCall { why: Removal::Replaced, site });
            let row = put(Destination::Instead { row, owed }).unwrap_or(row);
            init(at, row)?;
            return Ok(None);
        }
        // `shutdown` is user code too: it may have despawned the entity, or kept a guard.
        admit(column, has_birth, entity)?;
        let placed = match column.find(entity) {
            Some(row) if !column.borrows().is_row_borrowed(row, column) => {
                put(Destination::Over(row)).inspect(|&row| column.note_change(row))
            }
            Some(row) => put(Destination::Instead { row, owed: None }),
            None => put(Destination::New),
        };
        placed.ok_or_else(|| refusal(column, entity))?;
        Ok(Some(Successor { pending: PendingInit::begin(column.rc(), has_birth), entity, site }))
    })?;
    if let Some(successor) = successor {
        // Between the two, if this call is the outermost, the old value was dropped: user code again.
        core.structural(|| successor.init())?;
    }
    Ok(())
}

/// A value that was put in the place of another, before its `init`.
struct Successor {
    pending: PendingInit,
    entity: Entity,
    site: CallSite,
}

impl Successor {
    fn init(self) -> Result<(), Refusal> {
        init_placed(&self.pending, self.entity, self.site)
    }
}

impl Drop for Successor {
    fn drop(&mut self) {
        // The `Drop` of the old value may have panicked.
        self.pending.postpone_missed(self.entity, self.site);
    }
}
