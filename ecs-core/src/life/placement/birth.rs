//! How a component begins to live, once its value is placed. The types that it requires are added, its
//! `sibling` fields are filled, and its hook runs. Then observers are notified, and `on_enable` runs if it is
//! enabled. `start` runs before its first pass.

use crate::base::CallSite;
use crate::column::{At, Column, FirmRow, PendingInit, Transition};
use crate::error::{AddError, BorrowError, is_unwinding};
use crate::ids::Entity;
use crate::spec::{LifeCall, LifeMode, NotRun, RunLife, Spec};

use super::super::enable::{has_notices, notify_added};
use super::super::panics::{caught, switch_off};
use super::super::running::{DetachOnDrop, Refusal, fill_siblings, run_hook};
use super::placed::{IfUnborn, Placed, take_free_birth};

/// How a component begins to live: the hook that it gets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Birth {
    /// It is new: `init`.
    New,
    /// Its value or its entity is used again: `on_reset`.
    Reused,
}

impl Birth {
    /// Fills the `sibling` fields of a component that is not borrowed, and runs the hook. `refuse` gets the
    /// reason why the hook has not run.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn begin<E>(
        self,
        firm: FirmRow<'_>,
        spec: &Spec,
        refuse: impl FnOnce(NotRun, &LifeCall) -> E,
    ) -> Result<(), E> {
        if let Some(siblings) = spec.siblings {
            fill_siblings(siblings, firm);
        }
        match self {
            Self::New => run(spec.hooks.init, "init", firm, spec, refuse),
            Self::Reused => run(spec.hooks.on_reset, "on_reset", firm, spec, refuse),
        }
    }
}

/// Runs the hook of a birth, if the type has it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn run<Mode: LifeMode, E>(
    hook: Option<&dyn RunLife<Mode>>,
    name: &'static str,
    firm: FirmRow<'_>,
    spec: &Spec,
    refuse: impl FnOnce(NotRun, &LifeCall) -> E,
) -> Result<(), E> {
    let Some(hook) = hook else { return Ok(()) };
    let call = firm.life_call(spec, name);
    run_hook(hook, firm, &call).map_err(|reason| refuse(*reason, &call))
}

/// Lets a new component, which is not borrowed, begin to live. If that fails or panics, the component is
/// dead. While the thread unwinds its birth is left to the next sync point.
pub(in crate::life) fn begin_life(at: At<'_>, row: u32) -> Result<(), Refusal> {
    if at.column.has_birth() { begin_life_as(at, at.column.info.spec, row) } else { Ok(()) }
}

/// As [`begin_life`], of a component that a call has placed before, unless it is gone. One that is borrowed
/// begins to live at the next sync point.
pub(super) fn begin_placed_life(
    pending: &PendingInit,
    entity: Entity,
    site: CallSite,
) -> Result<(), Refusal> {
    match take_free_birth(pending, entity, site) {
        Some(row) => begin_life(pending.column().at(entity, site), row),
        None => Ok(()),
    }
}

/// As [`begin_placed_life`], of a component that is still to have its turn.
pub(super) fn begin_life_of(mut placed: Placed) -> Result<(), Refusal> {
    match placed.take_turn() {
        Some(row) => begin_life(placed.at(), row),
        None => Ok(()),
    }
}

/// As [`begin_life`], of a type that has a birth, and whose declaration is known: where that is a
/// constant, the hook itself is inlined.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn begin_life_as(at: At<'_>, spec: &'static Spec, row: u32) -> Result<(), Refusal> {
    let At { column, entity, site } = at;
    if is_unwinding() {
        column.postpone_init(entity, site);
        return Ok(());
    }
    if column.world.lifetime.is_hidden() {
        return Ok(());
    }
    let row = {
        let _deeper = column.world.nesting.enter_init();
        if spec.requires.is_empty() {
            init(at, spec, row)?
        } else {
            let Some(row) = init_after_required(at, spec)? else { return Ok(()) };
            row
        }
    };
    // Not inside its `init`: what this adds may nest as deep as other hooks.
    if has_notices(column, spec) {
        notify_added(at, row);
    }
    Ok(())
}

/// Adds the required components that the entity lacks, in their order, then goes on as [`init`].
///
/// They have an `init` of their own: the new component may be gone before its own, or borrowed then.
#[cold]
#[inline(never)]
fn init_after_required(at: At<'_>, spec: &Spec) -> Result<Option<u32>, Refusal> {
    let mut placed = Placed::new(at.column.rc(), at.entity, at.site, IfUnborn::Dies);
    for required in spec.requires {
        if !placed.is_there() {
            break;
        }
        required.with.add(required.info, at.entity, at.site)?;
    }
    placed.take_turn().map(|row| init(at, spec, row)).transpose()
}

/// Fills the `sibling` fields and runs `init`. Returns the row as it is then.
#[cfg_attr(not(debug_assertions), inline(always))]
fn init(at: At<'_>, spec: &Spec, row: u32) -> Result<u32, Refusal> {
    if spec.births().has_later || at.column.lifecycle.is_observed() {
        at.column.transit(row, Transition::Begin);
    }
    if spec.hooks.init.is_none() && spec.siblings.is_none() {
        return Ok(row);
    }
    let firm = at.firm(row);
    let undo = DetachOnDrop { firm, pending_end: None };
    Birth::New.begin(firm, spec, refused)?;
    core::mem::forget(undo);
    Ok(firm.row)
}

/// Runs the `start` of those that wait for it now. Says whether any could have it.
pub(crate) fn start(column: &Column, site: CallSite) -> bool {
    let Some(hook) = column.info.spec.hooks.start else { return false };
    let mut has_started = false;
    for _ in 0..column.lifecycle.starts.count() {
        let Some((row, entity)) = column.next_start() else { continue };
        has_started = true;
        let at = column.at(entity, site);
        let (call, firm) = (at.life_call(column.info.spec, "start"), at.firm(row));
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

/// Says why the hook of a birth has not run.
#[cold]
pub(super) fn refused(reason: NotRun, call: &LifeCall) -> Refusal {
    let (component, entity) = (call.hook.component, call.entity);
    if let NotRun::Missing(sibling) = reason {
        return Box::new(AddError::MissingSibling { component, entity, sibling });
    }
    if let NotRun::Failed(error) = reason {
        return Box::new(AddError::Failed { component, entity, error: error.to_string() });
    }
    if let NotRun::Blocked(error) = &reason
        && let BorrowError::Borrowed { component: takes, by, at, .. } = **error
    {
        return Box::new(AddError::Blocked { component, entity, hook: Some(call.hook.hook), takes, by, at });
    }
    reason.fail(call)
}
