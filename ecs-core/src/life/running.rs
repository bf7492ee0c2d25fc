//! Running a hook of one component, which it borrows meanwhile.

use crate::base::Panic;
use crate::borrow::HookName;
use crate::column::{At, Column, Fate, FirmRow};
use crate::error::{AddError, BorrowError, fail};
use crate::ids::Entity;
use crate::outcomes::name_panicking;
use crate::spec::{FillSiblings, Later, LifeCall, LifeMode, NotRun, RunLife};
use crate::store::{HookGuard, UntypedOwn};
use crate::world::{EndCall, note_failed};

use super::panics::{caught, switch_off_row};

/// Why a component was not added, on its way out: one register, so that the calls which succeed need no room
/// for it.
pub(crate) type Refusal = Box<AddError>;

/// Runs a life hook as [`run_hook`] does. Returns `Err` if the hook must wait, because the making of a
/// singleton that it takes has borrowed something else that it takes, has left none, or has panicked.
pub(super) fn run_or_wait(
    hook: &dyn RunLife<Later>,
    firm: FirmRow<'_>,
    call: &LifeCall,
) -> Result<(), Option<Panic>> {
    run_hook(hook, firm, call).map_err(|reason| match *reason {
        NotRun::Blocked(error) if matches!(*error, BorrowError::Borrowed { .. }) => None,
        // Nobody makes that one later.
        reason @ NotRun::Unset(_) => reason.fail(call),
        reason => caught(|| -> () { reason.fail(call) }).err(),
    })
}

/// Runs a life hook on the component of a row, which the hook borrows meanwhile. Returns `Err` if something
/// that the hook takes is borrowed, or if it is `init` and misses a sibling.
///
/// Inlined in release builds alone: hooks nest, and in a debug build all that is inlined adds to each frame.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn run_hook<Mode: LifeMode>(
    hook: &dyn RunLife<Mode>,
    firm: FirmRow<'_>,
    call: &LifeCall,
) -> Result<(), Box<NotRun>> {
    let result = run_named(firm, call, hook.writes(), |own| hook.run(own, call));
    result.or_else(|reason| settle::<Mode>(reason, firm, call))
}

/// Notes the error of a hook, after a `start` as the policy says. The error of an `init` is its caller's.
#[cold]
#[inline(never)]
fn settle<Mode: LifeMode>(
    reason: Box<NotRun>,
    firm: FirmRow<'_>,
    call: &LifeCall,
) -> Result<(), Box<NotRun>> {
    match *reason {
        NotRun::Failed(error) if !Mode::PASSES_ERRORS => {
            if note_failed(call.hook, call.entity, error) && call.hook.hook == "start" {
                switch_off_row(*firm, firm.row);
            }
            Ok(())
        }
        NotRun::Panicked(_) => {
            drop(NamedHook(call));
            Err(reason)
        }
        _ => Err(reason),
    }
}

/// Runs a method on the component of a row, which is borrowed meanwhile, and names it if it panics.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn run_named<R>(
    firm: FirmRow<'_>,
    call: &LifeCall,
    writes: bool,
    run: impl FnOnce(UntypedOwn<'_>) -> R,
) -> R {
    let _inside = firm.column.world.nesting.enter();
    let _running = firm.column.world.log.note_running(|| call.hook);
    let named = NamedHook(call);
    let mut guard = borrow_for_hook(firm, writes, || call.hook);
    let result = run(guard.own());
    drop(guard);
    core::mem::forget(named);
    result
}

/// Names a hook of an entity if it panics. It is forgotten if all went well.
struct NamedHook<'c>(&'c LifeCall);

impl Drop for NamedHook<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drop(&mut self) {
        name_panicking(self.0.hook, self.0.entity);
    }
}

/// Fills the fields of the component of a row that are marked `sibling`.
pub(super) fn fill_siblings(siblings: &dyn FillSiblings, firm: FirmRow<'_>) {
    let hook = HookName { component: firm.column.name(), hook: "sibling" };
    siblings.fill(borrow_for_hook(firm, true, || hook).own(), firm.entity);
}

/// Borrows a row, which nothing has borrowed, for a hook.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn borrow_for_hook<'c>(
    firm: FirmRow<'c>,
    writes: bool,
    hook: impl FnOnce() -> HookName,
) -> HookGuard<'c> {
    match HookGuard::borrow(firm, writes, hook) {
        Ok(guard) => guard,
        // The callers have looked.
        Err(conflict) => fail(&format_args!(
            "cannot run a hook of {} of {:?}: it is {}",
            firm.column.name(),
            firm.entity,
            conflict.borrower
        )),
    }
}

/// Makes the component dead if its hook panics or misses a sibling: of its hooks only those of a pending end
/// still run, and its value drops at the next sync point. It is forgotten if all went well.
pub(super) struct DetachOnDrop<'s> {
    pub(super) firm: FirmRow<'s>,
    /// The call that ends it, if steps of that end are still to come.
    pub(super) pending_end: Option<EndCall>,
}

impl Drop for DetachOnDrop<'_> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drop(&mut self) {
        // Field by field: so the row stays in registers, which saves 4 instructions of an `init`.
        let At { column, entity, .. } = *self.firm;
        detach_failed(column, self.firm.row, entity, self.pending_end);
    }
}

/// Makes a component dead whose hook has failed, on a row that the hook had borrowed, so it has not moved.
#[cold]
fn detach_failed(column: &Column, row: u32, entity: Entity, pending_end: Option<EndCall>) {
    // The hook may have put another component in its place, which stays.
    if column.find(entity) == Some(row) {
        column.detach(row, pending_end, Fate::Dropped);
    } else {
        // It has ended itself.
        column.lifecycle.ends_mut().dont_keep(row);
        column.lifecycle.ends_mut().set_pending(row, pending_end);
    }
}
