//! The end of one component: observers are told and hooks run, in this order: `Disable`, `on_disable`,
//! `Remove`, `shutdown`. In place, or, where that cannot be, at the sync point.

use core::any::TypeId;

use crate::column::{Column, OwedEnd};
use crate::error::is_unwinding;
use crate::ids::Entity;
use crate::spec::{LifeCall, Spec, found};
use crate::store::HookGuard;
use crate::world::{EndCall, News, Occasion, WorldCore};

use super::observe::tell;
use super::panics::FirstPanic;
use super::running::{Deeper, DetachOnDrop, run_or_wait};

/// A component that ends.
struct End<'c> {
    column: &'c Column,
    spec: &'static Spec,
    row: u32,
    entity: Entity,
    call: EndCall,
    /// It is dead already.
    is_late: bool,
}

/// What comes next at the end of a component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    TellDisable,
    OnDisable,
    TellRemove,
    Shutdown,
}

impl End<'_> {
    /// Finds what comes next, and notes that it has come.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take_step(&self) -> Step {
        let Self { column, spec, row, .. } = *self;
        if column.is_observed() && column.note_told_off(row) {
            return Step::TellDisable;
        }
        if spec.on_disable.is_some() && column.notify_end(row) {
            return Step::OnDisable;
        }
        if column.is_observed() && column.note_untold(row) {
            return Step::TellRemove;
        }
        if spec.is_notified() || column.is_observed() {
            // It is not notified of any switch from now on.
            column.note_ended(row);
        }
        Step::Shutdown
    }

    /// Takes a step. Returns `false` if its hook must wait: then the step is still to come.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(&self, step: Step, told: &mut FirstPanic) -> bool {
        let Self { column, spec, row, entity, call: EndCall { site, .. }, .. } = *self;
        let hook = match step {
            Step::TellDisable | Step::TellRemove => {
                self.tell(if step == Step::TellDisable { Occasion::Disable } else { Occasion::Remove }, told);
                return true;
            }
            Step::OnDisable => (spec.on_disable, "on_disable"),
            Step::Shutdown => (spec.shutdown, "shutdown"),
        };
        let (Some(hook), name) = hook else { return true };
        let call = LifeCall { entity, hook: column.hook_name(spec, name), site };
        let Err(panic) = run_or_wait(hook, column, row, &call) else { return true };
        match step {
            Step::OnDisable => column.take_back_notice(row, false),
            _ => column.note_born(row),
        }
        told.add(panic);
        false
    }

    /// Tells observers, who may read the component meanwhile: its row stays where it is.
    #[cold]
    #[inline(never)]
    fn tell(&self, occasion: Occasion, told: &mut FirstPanic) {
        let Self { column, row, entity, call: EndCall { why, site }, is_late, .. } = *self;
        if !column.is_observed_on(occasion) {
            return;
        }
        // Nobody has borrowed it for writing.
        let _held = HookGuard::borrow_for_observers(column, row, site);
        let news = News { is_late, ..News::of_end(entity, column.rc(), row, why) };
        told.add(tell(column.world(), column.occasion(occasion), news, site));
    }
}

/// Says whether hooks or observers hear of the end of a component.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn has_end(column: &Column, spec: &Spec) -> bool {
    spec.has_end() || column.is_end_observed()
}

/// Runs the end of a component in place: observers are told, `on_disable` runs if it is enabled, then
/// `shutdown`. `false` if what is left must wait: the component or something that its hooks take is borrowed,
/// the thread unwinds, hooks are nested too deep, or observers are just being told that it is there.
pub(super) fn shut_down(column: &Column, entity: Entity, call: EndCall) -> bool {
    let spec = column.spec();
    if !has_end(column, spec) {
        return true;
    }
    let Some(row) = column.find(entity) else { return true };
    let core = column.world();
    if core.is_hidden() {
        return true;
    }
    let must_wait = is_unwinding() || core.is_too_deep(core.waiting_depth()) || column.is_told_now(entity);
    let is_observed_tag = column.is_observed() && !column.has_rows();
    if must_wait && !is_observed_tag {
        return false;
    }
    if !column.is_born(row) {
        // It had no `init`, and has none any more.
        column.forgo_init(entity);
        return true;
    }
    if is_observed_tag {
        end_tag(column, row, entity, call, must_wait);
        return true;
    }
    let takes = |hook: found::Life| hook.is_some_and(|hook| !hook.access().is_empty());
    let takes_any = takes(spec.on_disable) || takes(spec.shutdown);
    let is_blocked =
        |row| column.is_in_hands(row) || takes_any && column.find_blocked_end(row, entity).is_some();
    if is_blocked(row) {
        return false;
    }
    let _deeper = Deeper::enter(core.waiting_depth());
    let row = column.firm_row(row, entity);
    let _mark = core.begin_dying(entity, column.number());
    let end = End { column, spec, row, entity, call, is_late: false };
    let mut told = FirstPanic::default();
    loop {
        let step = end.take_step();
        let owed = (step != Step::Shutdown).then_some(call);
        let mut on_panic = DetachOnDrop { column, row, entity, owed };
        let has_run = end.run(step, &mut told);
        let owed = if has_run { owed } else { Some(call) };
        on_panic.owed = owed;
        let goes_on = has_run && owed.is_some() && column.find(entity) == Some(row) && !is_blocked(row);
        if !goes_on {
            told.raise();
        }
        core::mem::forget(on_panic);
        if column.find(entity) != Some(row) {
            // It has despawned its entity.
            column.set_owed_end(row, owed);
            return true;
        }
        if !goes_on {
            return owed.is_none();
        }
    }
}

/// As [`shut_down`], in the death of its entity: a component that is being killed right now had its turn.
pub(super) fn shut_down_in_turn(column: &Column, entity: Entity, call: EndCall) -> bool {
    let core = column.world();
    core.is_component_dying(entity, column.number()) || shut_down(column, entity, call)
}

/// The next dead component whose end must still run; `None` as long as something that its hooks take is
/// borrowed: ends of a type do not overtake each other.
pub(super) fn next_end(column: &Column) -> Option<OwedEnd> {
    let next = column.next_owed_end()?;
    if let Some(blocked) = column.find_blocked_end(next.row, next.entity) {
        column.note_end_waits(blocked.taken);
        return None;
    }
    Some(next)
}

/// Runs the next part of the end of a dead component.
pub(super) fn pay_end(column: &Column, OwedEnd { row, entity, call }: OwedEnd) {
    if column.world().is_hidden() {
        return column.set_owed_end(row, None);
    }
    let _deeper = Deeper::enter(column.world().waiting_depth());
    let end = End { column, spec: column.spec(), row, entity, call, is_late: true };
    let step = end.take_step();
    if step == Step::Shutdown {
        column.set_owed_end(row, None);
    }
    let on_panic = DropValue { column, row };
    let mut told = FirstPanic::default();
    if !end.run(step, &mut told) {
        column.set_owed_end(row, Some(call));
    }
    core::mem::forget(on_panic);
    told.raise();
}

/// Lets the value of a dead component drop, also if the type is pooled: a hook of its end has panicked. It is
/// forgotten if all went well.
struct DropValue<'c> {
    column: &'c Column,
    row: u32,
}

impl Drop for DropValue<'_> {
    fn drop(&mut self) {
        self.column.keep_not(self.row);
    }
}

/// Tells observers that a tag ends, which has no hooks; at the next sync point, if that must wait: it has no
/// row that could be kept until then.
fn end_tag(column: &Column, row: u32, entity: Entity, call: EndCall, must_wait: bool) {
    let EndCall { why, site } = call;
    let occasions = [
        (column.note_told_off(row), column.occasion(Occasion::Disable)),
        (column.note_untold(row), column.occasion(Occasion::Remove)),
    ];
    // It is not notified of any switch from now on.
    column.note_ended(row);
    let tell_both = move |core: &WorldCore, news: &dyn Fn() -> News| {
        let mut told = FirstPanic::default();
        for (_, observed) in occasions.iter().filter(|(is_due, _)| *is_due) {
            told.add(tell(core, *observed, news(), site));
        }
        told.raise();
    };
    let core = column.world();
    if must_wait {
        column.note_end_to_tell(entity, true);
        let component = column.info.id;
        return core.call_late(Some(component), move |core| {
            let _told = EndTold { core, component, entity };
            tell_both(core, &|| News { why, is_late: true, ..News::of(entity) });
        });
    }
    let _deeper = Deeper::enter(core.waiting_depth());
    let _mark = core.begin_dying(entity, column.number());
    let on_panic = DetachOnDrop { column, row, entity, owed: None };
    tell_both(core, &|| News::of_end(entity, column.rc(), row, why));
    core::mem::forget(on_panic);
}

/// Observers have been told of the end of a tag when this is dropped.
struct EndTold<'w> {
    core: &'w WorldCore,
    component: TypeId,
    entity: Entity,
}

impl Drop for EndTold<'_> {
    fn drop(&mut self) {
        self.core.with_column_of(self.component, |column| column.note_end_to_tell(self.entity, false));
    }
}

/// Makes an entity's component dead, whose end is owed.
pub(crate) fn detach_owing(column: &Column, entity: Entity, call: EndCall) {
    match column.find(entity) {
        Some(row) if !column.has_rows() => {
            if column.is_end_observed() {
                end_tag(column, row, entity, call, true);
            }
            column.retire(row, None);
        }
        Some(row) => column.retire(row, Some(call)),
        None => {}
    }
}
