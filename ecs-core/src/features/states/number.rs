//! [`OfState`]: what hooks get that take a state: its only value, to read.

use crate::base::CallSite;
use crate::component::Component;
use crate::error::{SingletonError, UpdateError};
use crate::hooks::{ByNumber, SharedBy, TakenIn};
use crate::reach::Handle;
use crate::spec::{IsOne, LifeCall, NotRun, Number, name_of};
use crate::store::{RefMutOf, RefOf};
use crate::terms::SingletonTerm;
use crate::world::with_current;

use super::run_state::state_of;

/// Of states: the world has one value of the type, to which only the library writes.
#[derive(Debug)]
pub struct OfState;

impl Number for OfState {
    const IS_ONE: bool = true;
    const IS_READ_ONLY: bool = true;
}

impl IsOne for OfState {}

impl ByNumber for OfState {
    type Shared<U: Component> = SingletonTerm<U, false>;
    type Mutable<U: Component> = SingletonTerm<U, true>;

    fn prepare<U: Component>(site: CallSite) -> Result<(), UpdateError> {
        made::<U>(site).map_err(UpdateError::Singleton)
    }

    fn prepare_optional<U: Component>(site: CallSite) -> Result<(), UpdateError> {
        state_of::<U>().begin(site).map_err(UpdateError::Singleton)
    }

    fn borrow_one<U: Component>(needed: bool, call: &LifeCall) -> Result<Option<RefOf<U>>, NotRun> {
        match made::<U>(call.site) {
            Err(_) if !needed => return Ok(None),
            made => made.map_err(|error| NotRun::Unset(Box::new(error)))?,
        }
        match row::<U>().ask(call.site) {
            Ok(guard) => Ok(Some(guard)),
            Err(error) => Err(NotRun::Blocked(Box::new(error))),
        }
    }

    fn borrow_one_mut<U: Component>(_: bool, _: &LifeCall) -> Result<Option<RefMutOf<U>>, NotRun> {
        const { crate::component::refuse_read_only::<U>() };
        Ok(None)
    }
}

impl<Mode> TakenIn<Mode> for OfState {}

impl<U: Component + Sync> SharedBy<U> for OfState {}

/// The value of a state in the current world, which may be missing.
#[track_caller]
pub(super) fn row<T: Component>() -> Handle<T> {
    Handle::new(with_current(|core| core.globals.entity()).unwrap_or_default())
}

/// Lets a state begin, and refuses if it does not exist now.
fn made<T: Component>(site: CallSite) -> Result<(), SingletonError> {
    if !row::<T>().is_alive() {
        state_of::<T>().begin(site)?;
        if !row::<T>().is_alive() {
            return Err(SingletonError::Absent { component: name_of::<T>() });
        }
    }
    Ok(())
}
