//! Making the column of a type, and what the world asks of it: [`AnyColumn`].

use core::any::{Any, TypeId};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use crate::base::{AccessSet, Panic, keep_first};
use crate::borrow::{CallSite, Conflict};
use crate::column::{Column, TypeInfo};
use crate::component::Component;
use crate::error::AddError;
use crate::ids::{Entity, TypeBits};
use crate::spec::{declared, info, spec};
use crate::store::{RcStore, find};
use crate::world::{AnyColumn, StoreStats, WorldCore, with_current_or_new};

use super::running::Refusal;
use super::sync_point::flush;

/// Returns the store of a type, made if there is none; refuses a type whose hooks would borrow one component
/// twice.
pub(crate) fn store_or_new<T: Component>(core: &Rc<WorldCore>) -> Result<RcStore<T>, Refusal> {
    if let Some(store) = find(core) {
        return Ok(store);
    }
    Ok(RcStore::of(new_column(core, info::<T>())?).expect("made as this type"))
}

fn new_column(core: &Rc<WorldCore>, info: &'static TypeInfo) -> Result<Rc<Column>, Refusal> {
    check_hooks(info)?;
    Ok(core.add_column(|position| Column::new(info, position, core.clone())))
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
fn check_hooks(info: &'static TypeInfo) -> Result<(), Refusal> {
    let spec = declared(info);
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
    /// Sets the own switch of the entity's component, as that of a new one is.
    pub(crate) fn switch_on(&self, entity: Entity) {
        if self.spec().tracked
            && let Some(row) = self.find(entity)
        {
            self.note_recycling(row);
        }
        if self.find(entity).is_some_and(|row| self.is_off(row)) {
            // It is notified at the sync point: after it was reset.
            self.note_switched(entity);
            self.set_own_switch(entity, true);
        }
    }
}

impl AnyColumn for Column {
    fn name(&self) -> &'static str {
        self.name()
    }

    fn can_flush(&self) -> bool {
        self.can_flush()
    }

    fn flush(&self) -> bool {
        flush(self, CallSite::here())
    }

    fn note_visited(&self) {
        self.note_visited();
    }

    fn any_conflict(&self) -> Option<Conflict> {
        self.borrows().any_conflict()
    }

    fn has_events(&self) -> bool {
        self.has_events()
    }

    fn discard(&self, entity: Entity) {
        self.discard(entity);
    }

    fn unbind(&self) {
        self.unbind();
    }

    fn component_type(&self) -> TypeId {
        self.info.id
    }

    fn may_be_sent(&self) -> bool {
        self.info.is_send || !self.has_values()
    }

    fn ends_without_user_code(&self) -> bool {
        self.info.ends_without_user_code
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
        self.spec().events.iter().map(|listener| listener.event).collect()
    }

    fn drop_values(&self, first_panic: &mut Option<Panic>) {
        while let Some(waiting) = self.take_event() {
            discard(|| drop(waiting), first_panic);
        }
        self.end_all();
        while discard(|| self.drop_next(), first_panic) != Some(false) {}
    }

    fn stats(&self) -> StoreStats {
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

    fn into_any(self: Rc<Self>) -> Rc<dyn Any> {
        self
    }
}
