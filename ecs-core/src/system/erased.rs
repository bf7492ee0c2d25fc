//! [`AnySystem`]: a system whose type is not known here.

use crate::error::UpdateError;
use crate::fetch::Access;
use crate::store::{Carried, Record, Site};
use crate::world::Still;

use super::System;
use super::param::{ParSystemParam, SystemCall, SystemParam};

/// A system whose type is not known here.
pub(crate) trait AnySystem: Send {
    /// Tells which components it lends.
    fn access(&self, found: &mut dyn FnMut(Access));
    /// Tells of which components it looks when they have changed, without lending them.
    fn watch(&self, found: &mut dyn FnMut(Access));
    /// Whether it records what is to be done later.
    fn records(&self) -> bool;
    fn init(&mut self);
    /// Makes the singletons that it needs.
    fn prepare(&self, site: Site) -> Result<(), UpdateError>;
    /// Borrows what it takes while a function runs, which gets its turn.
    fn lend(&mut self, call: &SystemCall, then: &mut dyn FnMut(&mut dyn Turn)) -> Result<(), UpdateError>;
    fn shutdown(&mut self);
}

/// What a system does, while what it takes is borrowed.
pub(crate) trait Turn {
    /// Runs the system here.
    fn run(&mut self, record: &Record);

    /// Returns what runs it on any thread, while all that it reads is held still; `None` if it is local.
    fn carry<'t>(&'t mut self, still: &'t Still) -> Option<Errand<'t>>;
}

/// Runs a system on any thread.
pub(crate) type Errand<'t> = Box<dyn FnOnce(&Record) + Send + 't>;

/// A system that runs on any thread.
pub(super) struct Shared<S>(pub(super) S);

/// A system that stays on its thread.
pub(super) struct Local<S>(pub(super) S);

struct SharedTurn<'s, S: System> {
    system: &'s mut S,
    state: <S::Params as SystemParam>::State,
}

struct LocalTurn<'s, S: System> {
    system: &'s mut S,
    state: <S::Params as SystemParam>::State,
}

impl<S: System<Params: ParSystemParam>> Turn for SharedTurn<'_, S> {
    fn run(&mut self, record: &Record) {
        self.system.update(S::Params::item(&mut self.state, record));
    }

    fn carry<'t>(&'t mut self, still: &'t Still) -> Option<Errand<'t>> {
        let Self { system, state } = self;
        let carried = Carried::new(state, still);
        Some(Box::new(move |record| {
            // Named as a whole, so that it is not taken apart before it is there.
            let carried = carried;
            system.update(S::Params::item(carried.into_inner(), record));
        }))
    }
}

impl<S: System> Turn for LocalTurn<'_, S> {
    fn run(&mut self, record: &Record) {
        self.system.update(S::Params::item(&mut self.state, record));
    }

    fn carry<'t>(&'t mut self, _: &'t Still) -> Option<Errand<'t>> {
        None
    }
}

macro_rules! any_systems {
    ($($name:ident($turn:ident) where $params:path;)*) => {$(
        impl<S: System<Params: $params>> AnySystem for $name<S> {
            fn access(&self, found: &mut dyn FnMut(Access)) {
                S::Params::access(found);
            }

            fn watch(&self, found: &mut dyn FnMut(Access)) {
                S::Params::watch(found);
            }

            fn records(&self) -> bool {
                S::Params::RECORDS
            }

            fn init(&mut self) {
                self.0.init();
            }

            fn prepare(&self, site: Site) -> Result<(), UpdateError> {
                S::Params::prepare(site)
            }

            fn lend(
                &mut self,
                call: &SystemCall,
                then: &mut dyn FnMut(&mut dyn Turn),
            ) -> Result<(), UpdateError> {
                let state = S::Params::borrow(call)?;
                then(&mut $turn { system: &mut self.0, state });
                Ok(())
            }

            fn shutdown(&mut self) {
                self.0.shutdown();
            }
        }
    )*};
}

any_systems! {
    Shared(SharedTurn) where ParSystemParam;
    Local(LocalTurn) where SystemParam;
}
