//! What a frame, a pool and the end of the world do with a column: its passes, its place in the order, its end.

use core::any::TypeId;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use crate::access::AccessSet;
use crate::component::Component;
use crate::error::{AddError, UpdateError};
use crate::hooks::{PassCall, info, spec};
use crate::ids::{Entity, TypeBits};
use crate::store::{CallSite, Column, CommandBuffer, HookName, Opened, Opening, RcStore, TypeInfo, find};
use crate::world::{
    Job, OrderConstraints, Panic, Phase, Skips, StoreStats, WorldCore, keep_first, name_panicking,
    with_current_or_new,
};

use super::Refusal;
use super::panics::{caught, switch_off};

/// Returns the store of a type, made if there is none; refuses a type whose hooks would lend one component twice.
pub(crate) fn store_or_new<T: Component>(core: &Rc<WorldCore>) -> Result<RcStore<T>, Refusal> {
    if let Some(store) = find(core) {
        return Ok(store);
    }
    Ok(RcStore::of(new_column(core, info::<T>())?).expect("made as this type"))
}

fn new_column(core: &Rc<WorldCore>, info: &'static TypeInfo) -> Result<Rc<Column>, Refusal> {
    check_hooks(info)?;
    Ok(core.add_store(|position| Column::new(info, position, core.clone())))
}

/// Makes room for components.
#[track_caller]
pub(crate) fn reserve<T: Component>(additional: usize) -> Result<(), Refusal> {
    let component = spec::<T>().name;
    let core =
        with_current_or_new(Rc::clone).map_err(|error| Box::new(AddError::World { component, error }))?;
    store_or_new::<T>(&core)?.reserve(additional)?;
    core.reserve(additional).map_err(|_| Box::new(AddError::NoRoom { component, additional }))
}

/// Refuses hooks whose parameters would borrow one component twice.
fn check_hooks(info: &TypeInfo) -> Result<(), Refusal> {
    let spec = info.spec;
    let listeners = spec.events.iter().map(|listener| (listener.method, listener.hook.access()));
    for (hook, taken) in spec.hooks().chain(listeners) {
        if let Some(sibling) = AccessSet::All(&[info.access, taken]).twice() {
            return Err(Box::new(AddError::BadHook { component: spec.name, hook, sibling }));
        }
    }
    Ok(())
}

/// Drops something at the end of a world, and keeps its panic if that is the first.
fn discard<R>(drop: impl FnOnce() -> R, first_panic: &mut Option<Panic>) -> Option<R> {
    match catch_unwind(AssertUnwindSafe(drop)) {
        Ok(result) => Some(result),
        Err(panic) => {
            keep_first(first_panic, panic);
            None
        }
    }
}

impl Column {
    /// The identity of the component's type.
    pub(crate) fn component_type(&self) -> TypeId {
        self.info.id
    }

    /// What the type says about its place in the order of the passes.
    pub(crate) fn order(&self) -> OrderConstraints {
        OrderConstraints {
            after: self.spec().after,
            before: self.spec().before,
            after_handles: self.spec().after_handles,
        }
    }

    /// Says whether the column may move to another thread: its type is `Send`, or it has no values.
    pub(crate) fn may_be_sent(&self) -> bool {
        self.info.is_send || !self.has_values()
    }

    /// Says whether a component of the type ends without a trace: it has no hook for its end, and no `Drop`.
    pub(crate) fn ends_without_user_code(&self) -> bool {
        !self.spec().has_end() && !self.info.needs_drop()
    }

    /// As [`Column::discard`], for those entities whose types have this one.
    pub(crate) fn discard_many(&self, entities: &[(Entity, TypeBits)]) {
        let number = self.number();
        for &(entity, types) in entities {
            if types.has(number) {
                self.discard(entity);
            }
        }
    }

    /// The types of the events that the type listens to, in the order of its listeners.
    pub(crate) fn events(&self) -> Vec<TypeId> {
        self.spec().events.iter().map(|listener| listener.event).collect()
    }

    /// Says whether the type has a hook that runs in the phase.
    pub(crate) fn has_pass(&self, phase: Phase) -> bool {
        self.spec().pass(phase).is_some()
    }

    /// Refuses if something that the type's pass would visit is lent.
    pub(crate) fn check_pass(&self, phase: Phase) -> Result<(), UpdateError> {
        let Some(hook) = self.spec().pass(phase) else { return Ok(()) };
        self.world().check_free(&AccessSet::All(&[self.info.access, hook.access()]))
    }

    /// Says whether the type has a `start`.
    pub(crate) fn has_start(&self) -> bool {
        self.spec().start.is_some()
    }

    /// Makes the singletons that the type's pass needs.
    pub(crate) fn prepare_pass(&self, phase: Phase, site: CallSite) -> Result<(), UpdateError> {
        let Some(hook) = self.spec().pass(phase) else { return Ok(()) };
        hook.prepare(site).map_err(|error| match error {
            UpdateError::Singleton(error) => UpdateError::Singleton(error.in_hook(self.pass_name(phase))),
            other => other,
        })
    }

    /// Runs the type's pass, and notes what it records; or begins it and returns what is left to run, if several threads may run it. `dt` is
    /// in seconds.
    pub(crate) fn run_pass(
        &self,
        phase: Phase,
        dt: f32,
        commands: &CommandBuffer,
        site: CallSite,
    ) -> Result<Option<Box<dyn Job>>, UpdateError> {
        let Some(hook) = self.spec().pass(phase) else { return Ok(None) };
        let name = self.pass_name(phase);
        let _running = self.world().note_running(name);
        let for_threads = hook.is_parallel();
        let isolated = self.spec().isolated && !for_threads;
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
                            self.world().note_skips(self.info.id, phase, skips.report(name));
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

    /// Sets the own switch of the entity's component, as that of a new one is.
    pub(crate) fn switch_on(&self, entity: Entity) {
        if self.spec().tracked
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

    /// Drops all values, one by one, keeping the first panic.
    pub(crate) fn drop_values(&self, first_panic: &mut Option<Panic>) {
        while let Some(waiting) = self.take_event() {
            discard(|| drop(waiting), first_panic);
        }
        self.end_all();
        while discard(|| self.drop_next(), first_panic) != Some(false) {}
    }

    /// Counts components and bytes.
    pub(crate) fn stats(&self) -> StoreStats {
        let (value_bytes, row_bytes, lookup_bytes, capacity) = self.memory();
        StoreStats {
            component: self.name(),
            count: self.count(),
            enabled: self.enabled_rows() - self.holes(),
            capacity,
            value_bytes,
            row_bytes,
            lookup_bytes,
        }
    }

    /// The hook of a phase, as messages name it.
    fn pass_name(&self, phase: Phase) -> HookName {
        HookName { component: self.name(), hook: self.spec().method(phase.hook()) }
    }
}
