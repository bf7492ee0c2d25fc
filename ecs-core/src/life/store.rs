//! What the world does with a store whose type it does not know.

use core::any::{Any, TypeId};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use crate::component::Component;
use crate::error::{AddError, UpdateError};
use crate::fetch::Access;
use crate::hooks::{PassCall, Spec};
use crate::ids::{Entity, TypeBits};
use crate::store::{
    AnySent, CallSite, CommandBuffer, Conflict, HookName, Opened, Opening, Store, TypeFacts, find, make,
};
use crate::world::{
    AnyStore, Job, OrderConstraints, Panic, PassAccess, Phase, Skips, StoreStats, WorldCore, keep_first,
    name_panicking, with_current_or_new,
};

use super::panics::{caught, switch_off};
use super::{Refusal, enable, init, kill, reset, send, sync_point};

/// Returns the store of a type, made if there is none; refuses a type whose hooks would lend one component twice.
pub(crate) fn store_or_new<T: Component>(core: &Rc<WorldCore>) -> Result<Rc<Store<T>>, Refusal> {
    if let Some(store) = find(core) {
        return Ok(store);
    }
    check_hooks::<T>()?;
    Ok(make(core, |position| {
        let Spec { name, capacity, tracked: is_tracked, .. } = T::__SPEC;
        let is_tag = T::__SPEC.has_no_hooks() && !is_tracked;
        let births = T::__SPEC.births();
        Store::new(&TypeFacts { name, capacity, is_tag, is_tracked, births }, position, core.clone())
    }))
}

/// Makes room for components.
#[track_caller]
pub(crate) fn reserve<T: Component>(additional: usize) -> Result<(), Refusal> {
    let component = T::__SPEC.name;
    let core =
        with_current_or_new(Rc::clone).map_err(|error| Box::new(AddError::World { component, error }))?;
    store_or_new::<T>(&core)?.reserve(additional)?;
    core.reserve(additional).map_err(|_| Box::new(AddError::NoRoom { component, additional }))
}

/// A hook, and the event that it listens to: a generic method may listen to several.
type Hook = (Option<TypeId>, &'static str);

/// Refuses hooks whose parameters would lend one component twice.
fn check_hooks<T: Component>() -> Result<(), Refusal> {
    let spec = T::__SPEC;
    let mut siblings: Vec<(Hook, Access)> = Vec::new();
    spec.accesses(&mut |hook, sibling| siblings.push(((None, hook), sibling)));
    for listener in spec.events {
        let hook = (Some(listener.event), listener.method);
        listener.hook.access(&mut |sibling| siblings.push((hook, sibling)));
    }
    match borrowed_twice(TypeId::of::<T>(), &siblings) {
        Some((hook, sibling)) => Err(Box::new(AddError::BadHook { component: spec.name, hook, sibling })),
        None => Ok(()),
    }
}

/// Finds a hook that would lend a component twice, and that component. Without `T`, so that it is compiled once.
fn borrowed_twice(own: TypeId, siblings: &[(Hook, Access)]) -> Option<(&'static str, &'static str)> {
    let twice = siblings.iter().enumerate().find(|(place, (hook, a))| {
        let again = siblings[..*place]
            .iter()
            .any(|(other, b)| hook == other && a.id == b.id && (a.mutable || b.mutable));
        a.id == own || again
    });
    twice.map(|(_, ((_, hook), sibling))| (*hook, sibling.name))
}

/// Drops a value at the end of a world, and keeps its panic if that is the first.
fn discard<V>(value: V, first_panic: &mut Option<Panic>) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
        keep_first(first_panic, panic);
    }
}

impl<T: Component> AnyStore for Store<T> {
    fn name(&self) -> &'static str {
        T::__SPEC.name
    }

    fn component_type(&self) -> TypeId {
        TypeId::of::<T>()
    }

    fn order(&self) -> OrderConstraints {
        OrderConstraints {
            after: T::__SPEC.after,
            before: T::__SPEC.before,
            after_handles: T::__SPEC.after_handles,
        }
    }

    fn can_flush(&self) -> bool {
        self.can_flush()
    }

    fn note_visited(&self) {
        self.note_visited();
    }

    fn any_conflict(&self) -> Option<Conflict> {
        self.borrows().any_conflict()
    }

    fn may_be_sent(&self) -> bool {
        T::__SPEC.send.is_some() || !self.has_values()
    }

    fn has_events(&self) -> bool {
        self.has_events()
    }

    fn ends_without_user_code(&self) -> bool {
        !T::__SPEC.has_end() && !core::mem::needs_drop::<T>()
    }

    fn discard(&self, entity: Entity) {
        self.discard(entity);
    }

    fn discard_many(&self, entities: &[(Entity, TypeBits)]) {
        let number = self.number();
        for &(entity, types) in entities {
            if types.has(number) {
                self.discard(entity);
            }
        }
    }

    fn events(&self) -> Vec<TypeId> {
        T::__SPEC.events.iter().map(|listener| listener.event).collect()
    }

    fn send(&self, listener: usize, entity: Entity, event: &mut dyn AnySent, site: CallSite) -> bool {
        send::notify(self, listener, entity, event, site)
    }

    fn send_all(&self, listener: usize, event: &mut dyn AnySent, site: CallSite) -> usize {
        send::notify_all(self, listener, event, site)
    }

    fn has_pass(&self, phase: Phase) -> bool {
        T::__SPEC.pass(phase).is_some()
    }

    fn check_pass(&self, phase: Phase) -> Result<(), UpdateError> {
        let Some(hook) = T::__SPEC.pass(phase) else { return Ok(()) };
        if let Some(conflict) = self.borrows().any_conflict() {
            return Err(UpdateError::Borrowed {
                component: T::__SPEC.name,
                by: conflict.borrower,
                at: conflict.at,
            });
        }
        let mut result = Ok(());
        hook.access(&mut |sibling| {
            if result.is_ok() {
                result = (sibling.check)();
            }
        });
        result
    }

    fn has_start(&self) -> bool {
        T::__SPEC.start.is_some()
    }

    fn awaits_start(&self) -> bool {
        self.unstarted() != 0
    }

    fn start(&self, site: CallSite) -> bool {
        init::start(self, site)
    }

    fn prepare_pass(&self, phase: Phase, site: CallSite) -> Result<(), UpdateError> {
        let Some(hook) = T::__SPEC.pass(phase) else { return Ok(()) };
        hook.prepare(site).map_err(|error| match error {
            UpdateError::Singleton(error) => UpdateError::Singleton(error.in_hook(pass_name::<T>(phase))),
            other => other,
        })
    }

    fn pass_access(&self, phase: Phase) -> PassAccess {
        let mut types = vec![(TypeId::of::<T>(), true)];
        let hook = T::__SPEC.pass(phase);
        hook.inspect(|hook| hook.access(&mut |access| types.push((access.id, access.mutable))));
        PassAccess {
            is_parallel: hook.is_some_and(|hook| hook.is_parallel()),
            has_commands: hook.is_some_and(|hook| hook.has_commands()),
            types,
        }
    }

    fn run_pass(
        &self,
        phase: Phase,
        dt: f32,
        commands: &CommandBuffer,
        site: CallSite,
    ) -> Result<Option<Box<dyn Job>>, UpdateError> {
        let Some(hook) = T::__SPEC.pass(phase) else { return Ok(None) };
        let name = pass_name::<T>(phase);
        let _running = self.world().note_running(name);
        let for_threads = hook.is_parallel();
        let isolated = T::__SPEC.isolated && !for_threads;
        self.close_holes();
        let enabled = self.enabled_rows() as u32;
        let mut listed = if for_threads { None } else { self.rows_of_pass() };
        // How many of those that are listed had their turn.
        let mut done = 0;
        let skips = Skips::default();
        loop {
            let row = {
                let opened = Opened::new(Some(self.world().clone()));
                let again = listed.as_deref().map(|rows| &rows[done..]);
                let opening = Opening {
                    visiting: &opened.visiting,
                    for_threads,
                    isolated,
                    hook: Some(name),
                    again,
                    site,
                };
                // Before what it takes is opened: that may run hooks, which could borrow a singleton that is open already.
                let _turn = (!for_threads).then(|| opening.visiting.begin());
                let panic = match caught(|| {
                    hook.run(self, &PassCall { dt, commands, phase, skips: &skips, opening })
                }) {
                    Ok(result) => {
                        if !for_threads {
                            self.world().note_skips(TypeId::of::<T>(), phase, skips.report(name));
                        }
                        return opened.visiting.take_refusal().map_or(result, Err);
                    }
                    Err(panic) => panic,
                };
                // Between two rows it is not in the hook.
                let visited = opened.visiting.place().filter(|_| !for_threads);
                let Some((row, entity)) = visited.and_then(|row| Some((row, self.entity_of(row)?))) else {
                    resume_unwind(panic);
                };
                name_panicking(name, entity);
                switch_off(self, row, entity, name, panic);
                row
            };
            // All that were enabled when it began: one may be off only for now.
            let rows = listed.get_or_insert_with(|| (0..enabled).collect());
            done = rows.partition_point(|&of| of <= row);
        }
    }

    fn shut_down(&self, entity: Entity) -> bool {
        // A component that is being killed right now had its turn.
        self.world().is_component_dying(entity, self.number())
            || kill::shut_down(self, entity, CallSite::here())
    }

    fn detach(&self, entity: Entity, owes_end: bool) {
        if let Some(row) = self.find(entity) {
            self.detach(row, owes_end);
        }
    }

    fn prepare_switch(&self, entity: Entity) {
        if self.find(entity).is_some() {
            self.prepare_switch(entity);
        }
    }

    fn change_side(&self, entity: Entity) {
        self.change_side(entity);
    }

    fn note_switched(&self, entity: Entity) {
        if self.find(entity).is_some() {
            self.note_switched(entity);
        }
    }

    fn follow_switch(&self, entity: Entity) {
        enable::follow(self, entity, CallSite::here());
    }

    fn reset(&self, entity: Entity, site: CallSite) -> Result<(), Conflict> {
        reset::reset(self, entity, site)
    }

    fn bump_generation(&self, entity: Entity, successor: Entity) -> bool {
        self.bump_generation(entity, successor)
    }

    fn switch_on(&self, entity: Entity) {
        if T::__SPEC.tracked
            && let Some(row) = self.find(entity)
        {
            self.note_recycling(row);
        }
        if self.find(entity).is_some_and(|row| self.is_off(row)) {
            // It is told at the sync point: after it was reset.
            self.note_switched(entity);
            self.set_own_switch(entity, true);
        }
    }

    fn flush(&self) -> bool {
        sync_point::flush(self, CallSite::here())
    }

    fn unbind(&self) {
        self.unbind();
    }

    fn drop_values(&self, first_panic: &mut Option<Panic>) {
        while let Some(waiting) = self.take_event() {
            discard(waiting, first_panic);
        }
        let rows = self.take_values();
        if !core::mem::needs_drop::<T>() {
            return;
        }
        while let Some(value) = self.next_dropped() {
            discard(value, first_panic);
        }
        rows.for_each(|value| discard(value, first_panic));
    }

    fn stats(&self) -> StoreStats {
        let (value_bytes, row_bytes, lookup_bytes, capacity) = self.memory();
        StoreStats {
            component: T::__SPEC.name,
            count: self.count(),
            enabled: self.enabled_rows() - self.holes(),
            capacity,
            value_bytes,
            row_bytes,
            lookup_bytes,
        }
    }

    fn into_any(self: Rc<Self>) -> Rc<dyn Any> {
        self
    }
}

/// The hook of a phase, as messages name it.
fn pass_name<T: Component>(phase: Phase) -> HookName {
    HookName { component: T::__SPEC.name, hook: T::__SPEC.method(phase.hook()) }
}
