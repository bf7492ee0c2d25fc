//! The turn of a new component, at once or later: what it requires is added, `sibling` fields are filled, `init` runs, and `on_enable` if it
//! is enabled. Before its first pass comes `start`.

use core::cell::Cell;

use crate::component::Component;
use crate::error::{AddError, UpdateError};
use crate::hooks::Missing;
use crate::ids::Entity;
use crate::store::{HookName, PendingInit, Site, Store};
use crate::unwinding::is_unwinding;

use super::panics::{caught, switch_off};
use super::{DetachOnDrop, Refusal, enable, fill_siblings, run_hook};

/// Gives a new component, which is not lent, its turn: what it requires is added, `sibling` fields are filled, `init` runs. If that
/// fails or panics, the component is dead. While the thread unwinds the turn is left to the next quiet point.
#[inline]
pub(super) fn init<T: Component>(
    store: &Store<T>,
    row: u32,
    entity: Entity,
    site: Site,
) -> Result<(), Refusal> {
    if const { !T::__SPEC.has_turn() } {
        return Ok(());
    }
    if is_unwinding() {
        store.postpone_init(entity);
        return Ok(());
    }
    let _deeper = Deeper::enter(store.world().init_depth());
    if const { T::__SPEC.requires.is_empty() } {
        run_init(store, row, entity, site)
    } else {
        init_after_required(store, entity, site)
    }
}

/// Adds the required components that the entity lacks, in their order, then goes on as [`run_init`].
///
/// They have an `init` of their own: the new component may be gone before its turn comes, or lent when it does.
#[inline(never)]
fn init_after_required<T: Component>(store: &Store<T>, entity: Entity, site: Site) -> Result<(), Refusal> {
    let pending = PendingInit::begin(store.rc(), true);
    let undo = DetachUnlessGone { pending: &pending, entity };
    for required in T::__SPEC.requires {
        if pending.take_turn(entity).is_none() {
            break;
        }
        (required.add)(entity, site)?;
    }
    let row = take_free_turn(&pending, entity);
    core::mem::forget(undo);
    row.map_or(Ok(()), |row| run_init(store, row, entity, site))
}

/// Fills the `sibling` fields and runs `init`, then `on_enable`.
#[inline]
fn run_init<T: Component>(store: &Store<T>, row: u32, entity: Entity, site: Site) -> Result<(), Refusal> {
    if const { T::__SPEC.births().has_later } {
        store.note_born(row);
    }
    let mut row = row;
    if const { T::__SPEC.init.is_some() || T::__SPEC.siblings.is_some() } {
        row = store.firm_row(row, entity);
        let undo = DetachOnDrop { store, row, entity, owes_end: false };
        fill_siblings(store, row, entity, site);
        if let Some(hook) = T::__SPEC.init {
            run_hook(hook, "init", store, row, entity, site)
                .map_err(|missing| lacks::<T>(entity, missing))?;
        }
        core::mem::forget(undo);
    }
    if const { T::__SPEC.is_told() } {
        enable::greet(store, row, entity, site);
    }
    Ok(())
}

/// Runs the `start` of those that wait for it, also of those that come meanwhile. Refuses to go on if there is no end of them.
pub(super) fn start<T: Component>(store: &Store<T>, site: Site) -> Result<(), UpdateError> {
    let Some(hook) = T::__SPEC.start else { return Ok(()) };
    let limit = store.world().init_limit().get();
    for _ in 0..limit {
        let mut has_started = false;
        for _ in 0..store.unstarted() {
            if let Some((row, entity)) = store.next_start() {
                let row = store.firm_row(row, entity);
                let run = || drop(run_hook(hook, "start", store, row, entity, site));
                if let Err(panic) = caught(run) {
                    let name = HookName { component: T::__SPEC.name, hook: T::__SPEC.method("start") };
                    switch_off(store, entity, name, panic);
                }
                has_started = true;
            }
        }
        if !has_started {
            return Ok(());
        }
    }
    Err(UpdateError::EndlessStart { component: T::__SPEC.name, limit })
}

#[cold]
fn lacks<T: Component>(entity: Entity, Missing(sibling): Missing) -> Refusal {
    Box::new(AddError::MissingSibling { component: T::__SPEC.name, entity, sibling })
}

/// Gives what a call has placed before its turn, unless that is gone. It waits for the next quiet point if it is lent.
#[inline]
pub(super) fn init_in_turn<T: Component>(
    pending: &PendingInit<T>,
    entity: Entity,
    site: Site,
) -> Result<(), Refusal> {
    match take_free_turn(pending, entity) {
        Some(row) => init(pending.store(), row, entity, site),
        None => Ok(()),
    }
}

/// Takes the turn of an entity, as a row that is not lent. A turn that cannot be now is postponed.
#[inline]
fn take_free_turn<T: Component>(pending: &PendingInit<T>, entity: Entity) -> Option<u32> {
    let row = pending.take_turn(entity)?;
    if T::__SPEC.has_turn() && pending.store().lent().is_row_lent(row, pending.store()) {
        pending.postpone(entity);
        return None;
    }
    Some(row)
}

/// Makes what a call has placed dead, without further hooks, unless it is gone. It is forgotten if all went well.
struct DetachUnlessGone<'p, T: Component> {
    pending: &'p PendingInit<T>,
    entity: Entity,
}

impl<T: Component> Drop for DetachUnlessGone<'_, T> {
    fn drop(&mut self) {
        if let Some(row) = self.pending.take_turn(self.entity) {
            self.pending.store().detach(row, false);
        }
    }
}

pub(super) struct Deeper<'w>(&'w Cell<u32>);

impl<'w> Deeper<'w> {
    pub(super) fn enter(depth: &'w Cell<u32>) -> Self {
        depth.set(depth.get() + 1);
        Self(depth)
    }
}

impl Drop for Deeper<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}
