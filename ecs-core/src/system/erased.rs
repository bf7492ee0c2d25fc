//! [`AnySystem`]: a system whose type is not known here.

use crate::error::UpdateError;
use crate::fetch::Access;
use crate::store::{Record, Site};

use super::System;
use super::param::{SystemCall, SystemParam};

/// Gets what runs a system's turn, while what that takes is borrowed.
pub(crate) type Then<'t> = &'t mut dyn FnMut(&mut dyn FnMut(&Record));

/// A system whose type is not known here.
pub(crate) trait AnySystem: Send {
    /// Tells which components it takes.
    fn access(&self, found: &mut dyn FnMut(Access));
    fn init(&mut self);
    /// Makes the singletons that it needs.
    fn prepare(&self, site: Site) -> Result<(), UpdateError>;
    /// Whether it records what is to be done later.
    fn records(&self) -> bool;
    /// Borrows what it takes while a function runs, which gets what runs its turn.
    fn lend(&mut self, call: &SystemCall, then: Then<'_>) -> Result<(), UpdateError>;
    fn shutdown(&mut self);
}

impl<S: System> AnySystem for S {
    fn access(&self, found: &mut dyn FnMut(Access)) {
        S::Params::access(found);
    }

    fn init(&mut self) {
        System::init(self);
    }

    fn prepare(&self, site: Site) -> Result<(), UpdateError> {
        S::Params::prepare(site)
    }

    fn records(&self) -> bool {
        S::Params::RECORDS
    }

    fn lend(&mut self, call: &SystemCall, then: Then<'_>) -> Result<(), UpdateError> {
        let mut state = S::Params::borrow(call)?;
        then(&mut |record| self.update(S::Params::item(&mut state, record)));
        Ok(())
    }

    fn shutdown(&mut self) {
        System::shutdown(self);
    }
}
