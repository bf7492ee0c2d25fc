//! `init`: on a component that was just placed, or when its turn comes.

use core::cell::Cell;

use crate::component::Component;
use crate::error::AddError;
use crate::hooks::Missing;
use crate::ids::Entity;
use crate::store::{PendingInit, Site, Store};

use super::{DetachOnDrop, Refusal, run_hook};

/// Runs `init` on a new component, which is not lent. If it panics, or misses a sibling, the component is dead.
#[inline]
pub(super) fn init<T: Component>(
    store: &Store<T>,
    row: u32,
    entity: Entity,
    site: Site,
) -> Result<(), Refusal> {
    let Some(hook) = T::__SPEC.init else { return Ok(()) };
    let row = store.firm_row(row, entity);
    let _deeper = Deeper::enter(store.world().init_depth());
    let undo = DetachOnDrop { store, row, entity };
    run_hook(hook, store, row, entity, site).map_err(|missing| lacks::<T>(entity, missing))?;
    core::mem::forget(undo);
    Ok(())
}

#[cold]
fn lacks<T: Component>(entity: Entity, Missing(sibling): Missing) -> Refusal {
    Box::new(AddError::MissingSibling { component: T::__SPEC.name, entity, sibling })
}

/// Runs `init` on what a call has placed before, unless that is gone. It waits for the next quiet point if it is lent.
#[inline]
pub(super) fn init_in_turn<T: Component>(
    pending: &PendingInit<T>,
    entity: Entity,
    site: Site,
) -> Result<(), Refusal> {
    match pending.take_turn(entity) {
        Some(row) if T::__SPEC.init.is_some() && pending.store().lent().is_row_lent(row) => {
            pending.postpone(entity);
            Ok(())
        }
        Some(row) => init(pending.store(), row, entity, site),
        None => Ok(()),
    }
}

struct Deeper<'w>(&'w Cell<u32>);

impl<'w> Deeper<'w> {
    fn enter(depth: &'w Cell<u32>) -> Self {
        depth.set(depth.get() + 1);
        Self(depth)
    }
}

impl Drop for Deeper<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}
