//! The life of a component: add, notify, kill, flush. Here, and in passes, user code runs.

mod add;
mod bulk;
mod clear;
mod column;
mod enable;
mod free;
mod group;
mod init;
mod kill;
#[cfg(test)]
mod many_types;
mod panics;
mod recycle;
mod required;
mod reset;
mod send;
mod sync_point;

use crate::borrow::{CallSite, HookName};
use crate::column::Column;
use crate::error::{AddError, fail};
use crate::hooks::{EventCall, Missing, RunEvent};
use crate::ids::Entity;
use crate::store::HookGuard;

use panics::Named;
pub(crate) use panics::{caught, switch_off};

pub(crate) use add::{add, add_singleton, insert, insert_one, is_alive};
pub(crate) use bulk::spawn_many;
pub use bulk::{Bundle, DefaultBundle};
pub(crate) use column::reserve;
pub(crate) use enable::{set_enabled, set_entity_enabled};
pub(crate) use group::{DespawnOnDrop, apply, check_listed_once, find_all, remove_all, spawn_one};
pub(crate) use init::start;
pub(crate) use kill::{despawn, despawn_at, despawn_many, kill, note_despawn, remove};
pub(crate) use recycle::{Recycling, begin_again, recycle};
pub use required::{Required, require};
pub(crate) use send::{send, send_all, send_all_of};
pub(crate) use sync_point::flush_for_view;

/// Why a component was not added, on its way out: one register, so that the calls which succeed need no room
/// for it.
pub(crate) type Refusal = Box<AddError>;

/// Runs an event hook on the component of a row, which it borrows meanwhile. Only `init` can miss a sibling.
fn run_hook<Mode>(
    hook: &dyn RunEvent<Mode>,
    name: &'static str,
    store: &Column,
    row: u32,
    entity: Entity,
    site: CallSite,
) -> Result<(), Missing> {
    let _inside = store.world().op();
    let name = HookName { component: store.name(), hook: store.spec().method(name) };
    let _running = store.world().note_running(name);
    let named = Named { hook: name, entity };
    let mut guard = borrow_for_hook(store, row, entity, hook.writes(), name, site);
    let result = hook.run(guard.own(), &EventCall { entity, hook: name, site });
    drop(guard);
    core::mem::forget(named);
    result
}

/// Fills the fields of the component of a row that are marked `sibling`.
fn fill_siblings(store: &Column, row: u32, entity: Entity, site: CallSite) {
    if let Some(siblings) = store.spec().siblings {
        let hook = HookName { component: store.name(), hook: "sibling" };
        siblings.fill(borrow_for_hook(store, row, entity, true, hook, site).own(), entity);
    }
}

/// Borrows a row, which nothing has borrowed, for a hook.
fn borrow_for_hook(
    store: &Column,
    row: u32,
    entity: Entity,
    writes: bool,
    hook: HookName,
    site: CallSite,
) -> HookGuard<'_> {
    match HookGuard::borrow(store, row, writes, hook, site) {
        Ok(guard) => guard,
        // The callers have looked.
        Err(conflict) => fail(&format_args!(
            "cannot run a hook of {} of {entity:?}: it is {}",
            store.name(),
            conflict.borrower
        )),
    }
}

/// Makes the component dead, with no further hook but what is owed, if its hook panics or misses a sibling; its value drops
/// at the next sync point. It is forgotten if all went well.
struct DetachOnDrop<'s> {
    store: &'s Column,
    row: u32,
    entity: Entity,
    /// A hook of its end is still to run.
    owes_end: bool,
}

impl Drop for DetachOnDrop<'_> {
    fn drop(&mut self) {
        // The hook had borrowed the row, so it has not moved. The hook may have put another component in its
        // place, which stays.
        if self.store.find(self.entity) == Some(self.row) {
            self.store.detach(self.row, self.owes_end);
        } else {
            // It has ended itself.
            self.store.set_owed_end(self.row, self.owes_end);
        }
    }
}
