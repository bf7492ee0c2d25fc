//! Enabling and disabling, also of all below an entity: known at once; rows change sides too, or at the next
//! sync point if they may not move now.

use core::cell::Cell;

use crate::base::{CallSite, OnDrop, keep_first, pass_on};
use crate::borrow::Borrower;
use crate::column::{At, Column, FirmRow, Step, Transition};
use crate::component::Component;
use crate::error::is_unwinding;
use crate::ids::{Entity, TypeSet};
use crate::spec::Spec;
use crate::store::{HookGuard, with_store};
use crate::world::{News, Occasion, Removal, WorldCore, current};

use super::observe::tell;
use super::running::run_or_wait;

/// Switches a component; `false` if it is dead.
#[track_caller]
pub(crate) fn set_enabled<T: Component>(entity: Entity, enabled: bool, site: CallSite) -> bool {
    with_store(T::__cell(), |store| switch(store.at(entity, site), enabled)).unwrap_or(false)
}

/// As [`set_enabled`], of a column.
pub(crate) fn switch(at: At<'_>, enabled: bool) -> bool {
    let At { column, entity, site } = at;
    column.world.structural(|| {
        if column.find(entity).is_none() {
            return false;
        }
        column.prepare_switch(entity, site);
        column.set_own_switch(entity, enabled);
        column.change_side(entity);
        follow(at);
        true
    })
}

/// Switches an entity with all its components, and all below it; `false` if it is dead.
#[track_caller]
pub(crate) fn set_entity_enabled(entity: Entity, enabled: bool, site: CallSite) -> bool {
    let Ok(core) = current() else { return false };
    core.structural(|| {
        if !core.entities.borrow().is_alive(entity) {
            return false;
        }
        if core.entities.borrow().is_on(entity.index()) != enabled {
            let parent = core.parent(entity);
            let enables = enabled && is_enabled_below(&core, parent);
            let change = || core.members_mut().set_on(entity.index(), enabled);
            switch_below(&core, entity, enables, change, site);
        }
        true
    })
}

/// Says whether an entity that is switched on itself is enabled below this parent.
pub(super) fn is_enabled_below(core: &WorldCore, parent: Option<Entity>) -> bool {
    parent.is_none_or(|parent| core.entities.borrow().is_enabled(parent.index()))
}

/// Makes a change by which a live entity is to be enabled or disabled, and switches it and all below it, as
/// their own switches say. Where there is no memory for that, the change is not made.
///
/// Notifies their components: those of parents first that they are enabled, those of children first that they
/// are disabled.
pub(super) fn switch_below(
    core: &WorldCore,
    entity: Entity,
    enabled: bool,
    change: impl FnOnce(),
    site: CallSite,
) {
    if core.entities.borrow().is_enabled(entity.index()) == enabled {
        change();
    } else if core.is_linked(entity.index()) {
        let mut all = to_be_switched(core, entity);
        if !enabled {
            all.reverse();
        }
        switch_entities(core, &all, enabled, change, site);
    } else {
        switch_entities(core, &[entity], enabled, change, site);
    }
}

/// Makes a change by which these live entities, if they are on themselves, are to be enabled with all below
/// them: parents first.
pub(super) fn enable_below(core: &WorldCore, entities: &[Entity], change: impl FnOnce(), site: CallSite) {
    let is_only_off_above = |entity: &&Entity| {
        let entities = core.entities.borrow();
        entities.is_on(entity.index()) && !entities.is_enabled(entity.index())
    };
    let tops = entities.iter().filter(is_only_off_above);
    let all: Vec<Entity> = tops.flat_map(|&entity| to_be_switched(core, entity)).collect();
    switch_entities(core, &all, true, change, site);
}

/// An entity that is to be switched, and those below it that then are, parents first.
fn to_be_switched(core: &WorldCore, entity: Entity) -> Vec<Entity> {
    // Where one is off itself, it is off already, with all below it: nothing changes there.
    core.entered(entity, |below| core.entities.borrow().is_on(below.index()))
}

/// Makes a change by which these live entities are enabled or disabled, which they are not yet, and notifies
/// their components in the order of their types.
fn switch_entities(core: &WorldCore, all: &[Entity], enabled: bool, change: impl FnOnce(), site: CallSite) {
    let with_types = |&entity: &Entity| (entity, core.types(entity));
    // Nearly always it is one: nothing is allocated then.
    let (one, several);
    let all: &[(Entity, TypeSet)] = if let [entity] = all {
        one = [with_types(entity)];
        &one
    } else {
        several = all.iter().map(with_types).collect::<Vec<_>>();
        &several
    };
    // All are prepared before anything changes, and all have changed before the first is notified: its hook
    // may panic.
    for (entity, types) in all {
        core.entities.borrow_mut().make_room_to_disable(entity.index());
        types.iter().for_each(|number| core.columns.numbered(number).prepare_switch(*entity, site));
    }
    change();
    for (entity, _) in all {
        core.members_mut().set_enabled(entity.index(), enabled);
    }
    for (entity, types) in all {
        types.iter().for_each(|number| core.columns.numbered(number).change_side(*entity));
    }
    // If a hook panics, the others are notified at the next sync point.
    let each = || all.iter().flat_map(|(entity, types)| types.iter().map(|number| (*entity, number)));
    let notified = Cell::new(0);
    let note_rest = OnDrop(|| {
        for (entity, number) in each().skip(notified.get()) {
            core.columns.numbered(number).note_switched(entity, site);
        }
    });
    for (entity, number) in each() {
        notified.set(notified.get() + 1);
        follow(core.columns.numbered(number).at(entity, site));
    }
    core::mem::forget(note_rest);
}

/// Says whether a type has `on_enable`, `on_disable` or `start`, or is observed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn has_notices(column: &Column, spec: &Spec) -> bool {
    spec.is_notified() || column.lifecycle.is_observed()
}

/// Notifies a component that it was switched, and those who observe it; at the next sync point if it or
/// something that the hook takes is borrowed, if the thread unwinds, or if hooks are nested too deep. One
/// that waits for its `init` is notified after that.
pub(super) fn follow(at: At<'_>) {
    let At { column, entity, site } = at;
    let Some(row) = column.find(entity) else { return };
    if has_notices(column, column.info.spec) && !column.stage(row).is_born() {
        return;
    }
    if must_wait(at, row) || is_unwinding() {
        // It may be noted already; being noted twice does no harm.
        column.note_switched(entity, site);
    } else {
        notify(at, row);
    }
}

/// Notifies a new component, which had its `init`, that it is enabled, if it is, and tells those who observe
/// it; at the next sync point if it or something that `on_enable` takes is borrowed, or if hooks are nested
/// too deep. It may be gone.
pub(super) fn notify_added(at: At<'_>, row: u32) {
    let At { column, entity, site } = at;
    // What its `init` has put in its place had a birth of its own.
    if column.find(entity) != Some(row) {
        return;
    }
    if must_wait(at, row) {
        column.note_unnotified(entity, site);
    } else {
        notify(at, row);
    }
}

fn must_wait(at: At<'_>, row: u32) -> bool {
    let At { column, entity, .. } = at;
    let core = &column.world;
    let is_held = core.nesting.must_wait() || is_blocked(at, row);
    // Observers get the notices of an entity in order: first of the component before this one, then of this.
    is_held
        || column.lifecycle.is_observed()
            && (column.lifecycle.is_reporting_of(entity) || column.lifecycle.ends().is_pending_of(entity))
}

/// Says whether a component, or something that the hook takes which is due after a switch, is borrowed.
fn is_blocked(at: At<'_>, row: u32) -> bool {
    at.column.is_row_held(row) || at.column.find_blocked_switch(row, at.entity).is_some()
}

/// Lets a component, its hooks and those who observe it, know what has become of it, if they do not yet: that
/// it is there, that it is enabled or disabled.
pub(super) fn notify(at: At<'_>, row: u32) {
    if at.column.lifecycle.is_observed() {
        return notify_observed(at);
    }
    if let Some(enabled) = at.column.notify(row) {
        run_switch_hook(at.firm(row), enabled);
    }
}

/// Runs `on_enable` or `on_disable`.
fn run_switch_hook(firm: FirmRow<'_>, enabled: bool) {
    let (At { column, entity, site }, row) = (*firm, firm.row);
    let spec = column.info.spec;
    if enabled && spec.hooks.start.is_some() {
        column.await_start(row, entity);
    }
    let hook =
        if enabled { (spec.hooks.on_enable, "on_enable") } else { (spec.hooks.on_disable, "on_disable") };
    if let (Some(hook), name) = hook {
        let _deeper = column.world.nesting.enter_waiting();
        if let Err(panic) = run_or_wait(hook, firm, &firm.life_call(spec, name)) {
            column.transit(row, Transition::notify(!enabled));
            column.note_unnotified(entity, site);
            pass_on(panic);
        }
    }
}

/// As [`notify`], of a type that is observed: one step after the other, as each runs user code.
fn notify_observed(at: At<'_>) {
    let At { column, entity, site } = at;
    let mut first_panic = None;
    while let Some(row) = column.find(entity) {
        if is_blocked(at, row) {
            // An observer has borrowed it, or what its hook takes, for longer.
            column.note_unnotified(entity, site);
            break;
        }
        let firm = at.firm(row);
        match column.take_news(firm.row, entity) {
            None => break,
            Some(Step::Tell(occasion)) => {
                let _now = column.lifecycle.begin_report(entity);
                let _deeper = column.world.nesting.enter_waiting();
                let is_end = occasion == Occasion::Remove;
                let borrow = || HookGuard::borrow_as(column, firm.row, false, Borrower::Observers, site);
                let _held = is_end.then(borrow);
                let news = match is_end {
                    true => News::of_end(entity, column.rc(), firm.row, Removal::Recycled),
                    false => News::of(entity),
                };
                keep_first(&mut first_panic, tell(&column.world, column.occasion(occasion), news, site));
            }
            Some(Step::Hook { enabled }) => {
                column.notify(firm.row);
                // Observers are notified of the rest at the next sync point.
                let on_panic = OnDrop(|| column.note_unnotified(entity, site));
                run_switch_hook(firm, enabled);
                core::mem::forget(on_panic);
            }
        }
        if column.lifecycle.ends().is_pending_of(entity) {
            // A hook or an observer has put another one in its place.
            column.note_unnotified(entity, site);
            break;
        }
    }
    pass_on(first_panic);
}
