//! Running a hook of one component, which it borrows meanwhile.

use core::cell::Cell;

use crate::base::CallSite;
use crate::borrow::HookName;
use crate::column::Column;
use crate::error::{AddError, BorrowError, fail};
use crate::ids::Entity;
use crate::spec::{FillSiblings, Later, LifeCall, NotRun, RunLife};
use crate::store::HookGuard;
use crate::world::EndCall;

use super::panics::{FirstPanic, Named};

/// Why a component was not added, on its way out: one register, so that the calls which succeed need no room
/// for it.
pub(crate) type Refusal = Box<AddError>;

/// Runs a life hook as [`run_hook`] does. Returns `Err` if the hook must wait, because the making of a
/// singleton that it takes has borrowed something else that it takes, has left none, or has panicked.
pub(super) fn run_or_wait(
    hook: &dyn RunLife<Later>,
    column: &Column,
    row: u32,
    call: &LifeCall,
) -> Result<(), FirstPanic> {
    run_hook(hook, column, row, call).map_err(|reason| match *reason {
        NotRun::Blocked(error) if matches!(*error, BorrowError::Borrowed { .. }) => FirstPanic::default(),
        // Nobody makes that one later.
        reason @ NotRun::Unset(_) => reason.fail(call),
        reason => {
            let mut panic = FirstPanic::default();
            panic.run(|| reason.fail(call));
            panic
        }
    })
}

/// Runs a life hook on the component of a row, which the hook borrows meanwhile. Returns `Err` if something
/// that the hook takes is borrowed, or if it is `init` and misses a sibling.
///
/// Inlined in release builds alone: hooks nest, and in a debug build all that is inlined adds to each frame.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn run_hook<Mode>(
    hook: &dyn RunLife<Mode>,
    column: &Column,
    row: u32,
    call: &LifeCall,
) -> Result<(), Box<NotRun>> {
    let LifeCall { entity, hook: name, site } = *call;
    let _inside = column.world().op();
    let _running = column.world().note_running(|| name);
    let named = Named { hook: name, entity };
    let mut guard = borrow_for_hook(column, row, entity, hook.writes(), || name, site);
    let result = hook.run(guard.own(), call);
    drop(guard);
    if !result.as_ref().is_err_and(|reason| matches!(**reason, NotRun::Panicked(_))) {
        core::mem::forget(named);
    }
    result
}

/// Fills the fields of the component of a row that are marked `sibling`.
pub(super) fn fill_siblings(
    siblings: &dyn FillSiblings,
    column: &Column,
    row: u32,
    entity: Entity,
    site: CallSite,
) {
    let hook = HookName { component: column.name(), hook: "sibling" };
    // Closing holes may have moved it.
    let row = column.firm_row(row, entity);
    siblings.fill(borrow_for_hook(column, row, entity, true, || hook, site).own(), entity);
}

/// Borrows a row, which nothing has borrowed, for a hook.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn borrow_for_hook(
    column: &Column,
    row: u32,
    entity: Entity,
    writes: bool,
    hook: impl FnOnce() -> HookName,
    site: CallSite,
) -> HookGuard<'_> {
    match HookGuard::borrow(column, row, writes, hook, site) {
        Ok(guard) => guard,
        // The callers have looked.
        Err(conflict) => fail(&format_args!(
            "cannot run a hook of {} of {entity:?}: it is {}",
            column.name(),
            conflict.borrower
        )),
    }
}

/// Makes the component dead, with no further hook but what is owed, if its hook panics or misses a sibling;
/// its value drops at the next sync point. It is forgotten if all went well.
pub(super) struct DetachOnDrop<'s> {
    pub(super) column: &'s Column,
    pub(super) row: u32,
    pub(super) entity: Entity,
    /// A part of its end is still to come, and why it ends.
    pub(super) owed: Option<EndCall>,
}

impl Drop for DetachOnDrop<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drop(&mut self) {
        detach_failed(self.column, self.row, self.entity, self.owed);
    }
}

/// Makes a component dead whose hook has failed, on a row that the hook had borrowed, so it has not moved.
#[cold]
fn detach_failed(column: &Column, row: u32, entity: Entity, owed: Option<EndCall>) {
    // The hook may have put another component in its place, which stays.
    if column.find(entity) == Some(row) {
        column.detach(row, owed);
    } else {
        // It has ended itself.
        column.keep_not(row);
        column.set_owed_end(row, owed);
    }
}

/// Calls are nested one deeper until this is dropped.
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
