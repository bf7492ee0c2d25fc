//! The end of one component: observers are notified and hooks run, in this order: `Disable`, `on_disable`,
//! `Remove`, `shutdown`. In place, or, where that cannot be, at the sync point.

use crate::base::{OnDrop, Panic, keep_first, pass_on};
use crate::borrow::Borrower;
use crate::column::{At, Column, Fate, FirmRow, Transition};
use crate::error::is_unwinding;
use crate::ids::Entity;
use crate::spec::{Spec, found};
use crate::store::HookGuard;
use crate::world::{EndCall, News, Occasion, Removal, WorldCore};

use super::super::enable::has_notices;
use super::super::observe::tell;
use super::super::running::{DetachOnDrop, run_or_wait};

/// A component that ends.
struct End<'c> {
    firm: FirmRow<'c>,
    spec: &'static Spec,
    call: EndCall,
    /// It is dead already.
    is_late: bool,
}

/// What comes next at the end of a component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EndStep {
    Tell(Occasion),
    OnDisable,
    Shutdown,
}

impl End<'_> {
    /// Finds what comes next, and notes that it has come.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take_step(&self) -> EndStep {
        let (At { column, .. }, spec, row) = (*self.firm, self.spec, self.firm.row);
        if column.lifecycle.is_observed() && column.transit(row, Transition::ReportOff) {
            return EndStep::Tell(Occasion::Disable);
        }
        if spec.hooks.on_disable.is_some() && column.transit(row, Transition::NotifyOff) {
            return EndStep::OnDisable;
        }
        if column.lifecycle.is_observed() && column.transit(row, Transition::ReportRemove) {
            return EndStep::Tell(Occasion::Remove);
        }
        if has_notices(column, spec) {
            // It is not notified of any switch from now on.
            column.transit(row, Transition::End);
        }
        EndStep::Shutdown
    }

    /// Takes the next step. If its hook panics, the component is dead, and the steps behind it are left to
    /// the sync point.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance(&self, first_panic: &mut Option<Panic>) -> EndProgress {
        let step = self.take_step();
        let is_last = step == EndStep::Shutdown;
        if self.is_late && is_last {
            self.firm.column.lifecycle.ends_mut().set_pending(self.firm.row, None);
        }
        let on_panic = DetachOnDrop { firm: self.firm, pending_end: (!is_last).then_some(self.call) };
        let has_run = self.run(step, first_panic);
        core::mem::forget(on_panic);
        match has_run {
            false => EndProgress::Waits,
            true if is_last => EndProgress::Over,
            true => EndProgress::More,
        }
    }

    /// Takes a step. Returns `false` if its hook must wait: then the step is still to come.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(&self, step: EndStep, first_panic: &mut Option<Panic>) -> bool {
        let Self { firm, spec, .. } = self;
        let hook = match step {
            EndStep::Tell(occasion) => {
                self.tell(occasion, first_panic);
                return true;
            }
            EndStep::OnDisable => (spec.hooks.on_disable, "on_disable"),
            EndStep::Shutdown => (spec.hooks.shutdown, "shutdown"),
        };
        let (Some(hook), name) = hook else { return true };
        let Err(panic) = run_or_wait(hook, *firm, &firm.life_call(spec, name)) else { return true };
        let back = if step == EndStep::OnDisable { Transition::NotifyOn } else { Transition::Begin };
        firm.column.transit(firm.row, back);
        keep_first(first_panic, panic);
        false
    }

    /// Tells observers, who may read the component meanwhile: its row stays where it is.
    #[cold]
    #[inline(never)]
    fn tell(&self, occasion: Occasion, first_panic: &mut Option<Panic>) {
        let At { column, entity, site } = *self.firm;
        if !column.lifecycle.is_observed_on(occasion) {
            return;
        }
        // Nobody has borrowed it for writing.
        let _held = HookGuard::borrow_as(column, self.firm.row, false, Borrower::Observers, site);
        let news =
            News { is_late: self.is_late, ..News::of_end(entity, column.rc(), self.firm.row, self.call.why) };
        keep_first(first_panic, tell(&column.world, column.occasion(occasion), news, site));
    }
}

/// What comes after a step of an end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EndProgress {
    /// The same step: its hook must wait.
    Waits,
    /// The next step.
    More,
    /// Nothing.
    Over,
}

/// Says whether hooks or observers run at the end of a component.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn has_end(column: &Column, spec: &Spec) -> bool {
    spec.has_end() || column.lifecycle.is_end_observed()
}

/// Runs the end of a component in place: observers are notified, `on_disable` runs if it is enabled, then
/// `shutdown`. Returns `false` if the rest must wait: the component or something that its hooks take is
/// borrowed, the thread unwinds, hooks are nested too deep, or observers are being notified of its birth. The
/// caller makes it dead, or lets it live on.
pub(in crate::life) fn run_end(at: At<'_>, why: Removal) -> bool {
    let At { column, entity, site } = at;
    let spec = column.info.spec;
    if !has_end(column, spec) {
        return true;
    }
    let Some(row) = column.find(entity) else { return true };
    let core = &column.world;
    if core.lifetime.is_hidden() {
        return true;
    }
    let must_wait = is_unwinding() || core.nesting.must_wait() || column.lifecycle.is_reporting_of(entity);
    let is_observed_tag = column.lifecycle.is_observed() && !column.has_rows();
    if must_wait && !is_observed_tag {
        return false;
    }
    if !column.stage(row).is_born() {
        // It had no `init`, and has none any more.
        column.lifecycle.pending_inits.note_gone(entity);
        return true;
    }
    if is_observed_tag {
        end_tag(at, row, why, must_wait);
        return true;
    }
    let takes = |hook: found::Life| hook.is_some_and(|hook| !hook.access().is_empty());
    let takes_any = takes(spec.hooks.on_disable) || takes(spec.hooks.shutdown);
    let is_blocked =
        |row| column.is_row_held(row) || takes_any && column.find_blocked_end(row, entity).is_some();
    if is_blocked(row) {
        return false;
    }
    let _deeper = core.nesting.enter_waiting();
    let end = End { firm: at.firm(row), spec, call: EndCall { why, site }, is_late: false };
    let row = end.firm.row;
    let _mark = core.deaths.begin(entity, column.number());
    let mut first_panic = None;
    loop {
        let progress = end.advance(&mut first_panic);
        let is_there = column.find(entity) == Some(row);
        if progress == EndProgress::More && is_there && !is_blocked(row) {
            continue;
        }
        let pending_end = (progress != EndProgress::Over).then_some(end.call);
        let on_panic = DetachOnDrop { firm: end.firm, pending_end };
        pass_on(first_panic);
        core::mem::forget(on_panic);
        if !is_there {
            // It has despawned its entity.
            column.lifecycle.ends_mut().set_pending(row, pending_end);
        }
        return !is_there || pending_end.is_none();
    }
}

/// The dead row, the entity and the call of the next end that must still run; `None` as long as something
/// that its hooks take is borrowed: ends of a type do not overtake each other.
pub(in crate::life) fn next_pending_end(column: &Column) -> Option<(u32, Entity, EndCall)> {
    let (row, entity, call) = column.lifecycle.ends_mut().next_pending()?;
    if let Some(blocked) = column.find_blocked_end(row, entity) {
        column.lifecycle.ends_mut().wait_for(blocked.taken);
        return None;
    }
    Some((row, entity, call))
}

/// Runs the next step of the end of a dead component.
pub(in crate::life) fn run_pending_end(column: &Column, row: u32, entity: Entity, call: EndCall) {
    if column.world.lifetime.is_hidden() {
        return column.lifecycle.ends_mut().set_pending(row, None);
    }
    let _deeper = column.world.nesting.enter_waiting();
    let firm = column.at(entity, call.site).firm(row);
    let end = End { firm, spec: column.info.spec, call, is_late: true };
    let mut first_panic = None;
    if end.advance(&mut first_panic) == EndProgress::Waits {
        column.lifecycle.ends_mut().set_pending(row, Some(call));
    }
    pass_on(first_panic);
}

/// Tells observers that a tag ends, which has no hooks; at the next sync point, if that must wait: it has no
/// row that could be kept until then.
fn end_tag(at: At<'_>, row: u32, why: Removal, must_wait: bool) {
    let At { column, entity, site } = at;
    let occasions = [
        (column.transit(row, Transition::ReportOff), column.occasion(Occasion::Disable)),
        (column.transit(row, Transition::ReportRemove), column.occasion(Occasion::Remove)),
    ];
    // It is not notified of any switch from now on.
    column.transit(row, Transition::End);
    let tell_both = move |core: &WorldCore, news: &dyn Fn() -> News| {
        let mut first_panic = None;
        for (_, observed) in occasions.iter().filter(|(is_due, _)| *is_due) {
            keep_first(&mut first_panic, tell(core, *observed, news(), site));
        }
        pass_on(first_panic);
    };
    let core = &column.world;
    if must_wait {
        column.lifecycle.ends_mut().note_unreported_tag(entity);
        let component = column.info.id;
        return core.call_late(Some(component), move |core| {
            let _told = OnDrop(|| {
                core.columns
                    .of(component)
                    .iter()
                    .for_each(|column| column.lifecycle.ends_mut().note_reported_tag(entity));
            });
            tell_both(core, &|| News { why, is_late: true, ..News::of(entity) });
        });
    }
    let _deeper = core.nesting.enter_waiting();
    let _mark = core.deaths.begin(entity, column.number());
    let firm = at.firm(row);
    let on_panic = DetachOnDrop { firm, pending_end: None };
    tell_both(core, &|| News::of_end(entity, column.rc(), row, why));
    core::mem::forget(on_panic);
}

/// Makes an entity's component dead. Its end runs at the sync point.
pub(crate) fn end_later(at: At<'_>, why: Removal) {
    let At { column, entity, site } = at;
    let Some(row) = column.find(entity) else { return };
    if column.has_rows() {
        column.detach(row, Some(EndCall { why, site }), Fate::Kept);
    } else {
        if column.lifecycle.is_end_observed() {
            end_tag(at, row, why, true);
        }
        column.detach(row, None, Fate::Kept);
    }
}
