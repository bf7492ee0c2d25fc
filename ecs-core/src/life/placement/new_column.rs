//! Making the column of a type, and making room in it.

use std::rc::Rc;

use crate::borrow::AccessSet;
use crate::column::{Column, TypeInfo};
use crate::component::Component;
use crate::error::AddError;
use crate::spec::name_of;
use crate::store::RcStore;
use crate::world::{WorldCore, with_current_or_new};

use super::super::running::Refusal;
use super::admit::no_world;

/// Returns the store of a type, made if there is none; refuses a type whose hooks would borrow one component
/// twice.
pub(crate) fn store_or_new<T: Component>(core: &Rc<WorldCore>) -> Result<RcStore<T>, Refusal> {
    Ok(RcStore::of(column_or_new(core, T::__info())?).expect("found by its type"))
}

/// Returns the column of a type as [`store_or_new`] its store.
pub(super) fn column_or_new(core: &Rc<WorldCore>, info: &'static TypeInfo) -> Result<Rc<Column>, Refusal> {
    if let Some(column) = core.columns.of(info.id) {
        return Ok(column);
    }
    let spec = info.spec;
    let listeners = spec.events.iter().map(|listener| (listener.method, *listener.hook.access()));
    for (hook, taken) in spec.hooks.all().chain(listeners) {
        if let Some(sibling) = AccessSet::All(&[info.access, taken]).twice() {
            return Err(Box::new(AddError::BadHook { component: info.name.get(), hook, sibling }));
        }
    }
    Ok(core.add_column(|position| Column::new(info, position, core.clone())))
}

/// Makes room for components.
#[track_caller]
pub(crate) fn reserve<T: Component>(additional: usize) -> Result<(), Refusal> {
    let component = name_of::<T>();
    let core = with_current_or_new(Rc::clone).map_err(|error| no_world(component, error))?;
    store_or_new::<T>(&core)?.reserve(additional)?;
    let reserved = core.entities.borrow_mut().reserve(additional);
    reserved.map_err(|_| Box::new(AddError::NoRoom { component: Some(component), additional }))
}
