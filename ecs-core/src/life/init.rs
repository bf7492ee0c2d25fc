//! The birth of a new component, at once or later: what it requires is added, `sibling` fields are filled,
//! `init` runs; observers are told, and `on_enable` runs if it is enabled. Before its first pass comes
//! `start`.

use crate::base::CallSite;
use crate::column::{At, Column, PendingInit, Transition};
use crate::error::{AddError, BorrowError, is_unwinding};
use crate::ids::Entity;
use crate::spec::{LifeCall, NotRun, Spec};

use super::enable;
use super::panics::{caught, switch_off};
use super::running::{DetachOnDrop, Refusal, fill_siblings, run_hook};

/// Lets a new component, which is not borrowed, be born: what it requires is added, `sibling` fields are
/// filled, `init` runs. If that fails or panics, the component is dead. While the thread unwinds its birth
/// is left to the next sync point.
pub(super) fn init(at: At<'_>, row: u32) -> Result<(), Refusal> {
    if at.column.has_birth() { be_born(at, at.column.spec(), row) } else { Ok(()) }
}

/// As [`init`], as a call of its own: for a type that has no birth, but for those who observe it.
#[cold]
#[inline(never)]
pub(super) fn init_slowly(at: At<'_>, row: u32) -> Result<(), Refusal> {
    at.column.world().structural(|| init(at, row))
}

/// As [`init`], of a type whose components have a birth, and whose declaration is known: where that is a
/// constant, the hook itself is inlined.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn be_born(at: At<'_>, spec: &'static Spec, row: u32) -> Result<(), Refusal> {
    let At { column, entity, site } = at;
    if is_unwinding() {
        column.postpone_init(entity, site);
        return Ok(());
    }
    if column.world().lifetime.is_hidden() {
        return Ok(());
    }
    let row = {
        let _deeper = column.world().nesting.enter_init();
        if spec.requires.is_empty() {
            run_init(at, spec, row)?
        } else {
            let Some(row) = init_after_required(at, spec)? else { return Ok(()) };
            row
        }
    };
    // Not inside its `init`: what this adds may nest as deep as other hooks.
    if spec.is_notified() || column.lifecycle.is_observed() {
        enable::greet(at, row);
    }
    Ok(())
}

/// Adds the required components that the entity lacks, in their order, then goes on as [`run_init`].
///
/// They have an `init` of their own: the new component may be gone before its own, or borrowed then.
#[cold]
#[inline(never)]
fn init_after_required(at: At<'_>, spec: &Spec) -> Result<Option<u32>, Refusal> {
    let At { column, entity, site } = at;
    let pending = PendingInit::begin(column.rc(), true);
    let undo = DetachUnlessGone { pending: &pending, entity };
    for required in spec.requires {
        if pending.take_birth(entity).is_none() {
            break;
        }
        required.with.add(required.info, entity, site)?;
    }
    let row = take_free_birth(&pending, entity, site);
    core::mem::forget(undo);
    row.map(|row| run_init(at, spec, row)).transpose()
}

/// Fills the `sibling` fields and runs `init`. Returns the row as it is then.
#[cfg_attr(not(debug_assertions), inline(always))]
fn run_init(at: At<'_>, spec: &Spec, row: u32) -> Result<u32, Refusal> {
    if spec.births().has_later || at.column.lifecycle.is_observed() {
        at.column.transit(row, Transition::Begin);
    }
    if spec.hooks.init.is_none() && spec.siblings.is_none() {
        return Ok(row);
    }
    let firm = at.firm(row);
    let undo = DetachOnDrop { firm, owed: None };
    if let Some(siblings) = spec.siblings {
        fill_siblings(siblings, firm);
    }
    if let Some(hook) = spec.hooks.init {
        let call = at.life_call(spec, "init");
        run_hook(hook, firm, &call).map_err(|reason| refused(at.column, *reason, &call))?;
    }
    core::mem::forget(undo);
    Ok(firm.row)
}

/// Runs the `start` of those that wait for it now. Says whether any could have it.
pub(crate) fn start(column: &Column, site: CallSite) -> bool {
    let Some(hook) = column.spec().hooks.start else { return false };
    let mut has_started = false;
    for _ in 0..column.lifecycle.starts.count() {
        let Some((row, entity)) = column.next_start() else { continue };
        has_started = true;
        let at = column.at(entity, site);
        let (call, firm) = (at.life_call(column.spec(), "start"), at.firm(row));
        let mut has_run = true;
        let run = || {
            run_hook(hook, firm, &call).unwrap_or_else(|reason| {
                has_run = false;
                reason.fail(&call)
            });
        };
        if let Err(panic) = caught(run) {
            if !has_run && column.find(entity) == Some(firm.row) {
                column.put_back_start(firm.row, entity);
            }
            switch_off(at, firm.row, call.hook, panic);
        }
    }
    has_started
}

/// Says why `init` has not run.
#[cold]
fn refused(column: &Column, reason: NotRun, call: &LifeCall) -> Refusal {
    let (component, entity) = (column.name(), call.entity);
    if let NotRun::Missing(sibling) = reason {
        return Box::new(AddError::MissingSibling { component, entity, sibling });
    }
    if let NotRun::Blocked(error) = &reason
        && let BorrowError::Borrowed { component: takes, by, at, .. } = **error
    {
        return Box::new(AddError::Blocked { component, entity, hook: call.hook.hook, takes, by, at });
    }
    reason.fail(call)
}

/// Lets what a call has placed before be born, unless that is gone. It waits for the next sync point if it
/// is borrowed.
pub(super) fn init_placed(pending: &PendingInit, entity: Entity, site: CallSite) -> Result<(), Refusal> {
    match take_free_birth(pending, entity, site) {
        Some(row) => init(pending.column().at(entity, site), row),
        None => Ok(()),
    }
}

/// Takes the birth of an entity's component, as a row that is not borrowed. One that cannot be now is
/// postponed.
fn take_free_birth(pending: &PendingInit, entity: Entity, site: CallSite) -> Option<u32> {
    let row = pending.take_birth(entity)?;
    if pending.column().has_birth() && pending.column().borrows().is_row_borrowed(row, pending.column()) {
        pending.postpone(entity, site);
        return None;
    }
    Some(row)
}

/// Makes what a call has placed dead, without further hooks, unless it is gone. It is forgotten if all went
/// well.
pub(super) struct DetachUnlessGone<'p> {
    pub(super) pending: &'p PendingInit,
    pub(super) entity: Entity,
}

impl Drop for DetachUnlessGone<'_> {
    fn drop(&mut self) {
        if let Some(row) = self.pending.take_birth(self.entity) {
            self.pending.column().detach(row, None);
        }
    }
}
