//! Enabling and disabling: known at once; rows change sides too, or at the next sync point if they may not
//! move now.

use crate::base::CallSite;
use crate::column::Column;
use crate::component::Component;
use crate::error::is_unwinding;
use crate::ids::{Entity, TypeSet};
use crate::store::with_store;
use crate::world::{WorldCore, current};

use super::running::Deeper;

use super::running::run_hook;

/// Switches a component; `false` if it is dead.
#[track_caller]
pub(crate) fn set_enabled<T: Component>(entity: Entity, enabled: bool, site: CallSite) -> bool {
    with_store(T::__cell(), |store| switch(store, entity, enabled, site)).unwrap_or(false)
}

fn switch(column: &Column, entity: Entity, enabled: bool, site: CallSite) -> bool {
    column.world().structural(|| {
        if column.find(entity).is_none() {
            return false;
        }
        column.prepare_switch(entity);
        column.set_own_switch(entity, enabled);
        column.change_side(entity);
        follow(column, entity, site);
        true
    })
}

/// Switches an entity with all its components; `false` if it is dead.
#[track_caller]
pub(crate) fn set_entity_enabled(entity: Entity, enabled: bool) -> bool {
    let Ok(core) = current() else { return false };
    core.structural(|| {
        if !core.entities.borrow().is_alive(entity) {
            return false;
        }
        if core.entities.borrow().is_enabled(entity.index()) != enabled {
            // All are prepared before anything changes, and all have changed before the first is notified:
            // its hook may panic.
            let types = core.types(entity);
            types.iter().for_each(|number| core.column(number).prepare_switch(entity));
            core.entities.borrow_mut().set_enabled(entity.index(), enabled);
            types.iter().for_each(|number| core.column(number).change_side(entity));
            Notifying { core: &core, entity, types, notified: 0 }.notify_all();
        }
        true
    })
}

/// Notifies the components of an entity, in the order of their types, that it was switched. If a hook panics,
/// the others are notified at the next sync point.
struct Notifying<'w> {
    core: &'w WorldCore,
    entity: Entity,
    types: TypeSet,
    notified: usize,
}

impl Notifying<'_> {
    fn notify_all(&mut self) {
        for number in self.types.iter() {
            self.notified += 1;
            follow(&self.core.column(number), self.entity, CallSite::here());
        }
    }
}

impl Drop for Notifying<'_> {
    fn drop(&mut self) {
        for number in self.types.iter().skip(self.notified) {
            self.core.column(number).note_switched(self.entity);
        }
    }
}

/// Notifies a component that it was switched; at the next sync point if it is borrowed, if the thread
/// unwinds, or if hooks are nested too deep. One that waits for its `init` is notified after that.
pub(super) fn follow(column: &Column, entity: Entity, site: CallSite) {
    let Some(row) = column.find(entity) else { return };
    let core = column.world();
    if column.spec().is_notified() && !column.is_born(row) {
        return;
    }
    let must_wait = is_unwinding() || core.is_too_deep(core.waiting_depth());
    if !must_wait && !column.borrows().is_row_borrowed(row, column) {
        notify(column, row, entity, site);
    } else {
        // It may be noted already; being noted twice does no harm.
        column.note_switched(entity);
    }
}

/// Notifies a new component, which had its `init`, that it is enabled, if it is; at the next sync point if it
/// is borrowed or hooks are nested too deep. It may be gone.
pub(super) fn greet(column: &Column, row: u32, entity: Entity, site: CallSite) {
    // What its `init` has put in its place had a birth of its own.
    if column.find(entity) != Some(row) {
        return;
    }
    let core = column.world();
    if core.is_too_deep(core.waiting_depth()) || column.borrows().is_row_borrowed(row, column) {
        column.note_unnotified(entity);
    } else {
        let row = column.firm_row(row, entity);
        notify(column, row, entity, site);
    }
}

/// Runs `on_enable` or `on_disable`, if the component does not know yet.
pub(super) fn notify(column: &Column, row: u32, entity: Entity, site: CallSite) {
    let spec = column.spec();
    let hook = match column.notify(row) {
        Some(true) => {
            if spec.start.is_some() {
                column.await_start(row, entity);
            }
            (spec.on_enable, "on_enable")
        }
        Some(false) => (spec.on_disable, "on_disable"),
        None => (None, ""),
    };
    if let (Some(hook), name) = hook {
        let _deeper = Deeper::enter(column.world().waiting_depth());
        let _ = run_hook(hook, name, column, row, entity, site);
    }
}
