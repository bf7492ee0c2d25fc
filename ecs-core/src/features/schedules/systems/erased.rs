//! [`SharedSystem`] and [`LocalSystem`]: what makes an [`AnySystem`] of a system.

use crate::borrow::HookName;
use crate::error::UpdateError;
use crate::hooks::Param;
use crate::ids::Entity;
use crate::iterate::SendToWorker;
use crate::outcomes::Ended;
use crate::world::{CommandBuffer, Frozen};

use super::any_system::{AnySystem, SystemRun, SystemTask};
use super::config::SystemConfig;
use super::id::SystemId;
use super::system::System;
use super::system_param::{ParSystemParam, ParamFacts, SystemCall, SystemParam};

/// Notes how a system has ended, when its commands run.
#[inline(always)]
fn note(ended: Ended, name: &'static str, commands: &CommandBuffer) {
    if !matches!(ended, Ended::Done) {
        ended.note_later(HookName { component: "", hook: name }, Entity::NONE, commands);
    }
}

impl<S: System<Params: ParSystemParam>> SystemRun for SharedRun<'_, S> {
    fn run(&mut self, commands: &CommandBuffer) {
        note(self.system.__run(S::Params::item(&mut self.state, commands)), self.name, commands);
    }

    fn task<'t>(&'t mut self, frozen: &'t Frozen) -> Option<SystemTask<'t>> {
        let Self { system, state, name } = self;
        let sent = SendToWorker::new(state, frozen);
        Some(Box::new(move |commands| {
            // The whole is named, so that the closure captures it, and not its fields.
            let sent = sent;
            note(system.__run(S::Params::item(sent.into_inner(), commands)), name, commands);
        }))
    }
}

impl<S: System> SystemRun for LocalRun<'_, S> {
    fn run(&mut self, commands: &CommandBuffer) {
        note(self.system.__run(S::Params::item(&mut self.state, commands)), self.name, commands);
    }

    fn task<'t>(&'t mut self, _: &'t Frozen) -> Option<SystemTask<'t>> {
        None
    }
}

macro_rules! any_systems {
    ($($(#[$doc:meta])* $name:ident($run:ident) where $params:path, local: $is_local:literal;)*) => {$(
        $(#[$doc])*
        pub(super) struct $name<S: System> {
            system: S,
            memory: <S::Params as SystemParam>::Memory,
        }

        struct $run<'s, S: System> {
            system: &'s mut S,
            state: <S::Params as SystemParam>::State,
            name: &'static str,
        }

        impl<S: System<Params: $params>> $name<S> {
            pub(super) fn config(id: SystemId, system: S) -> SystemConfig {
                let system = Box::new(Self { system, memory: Default::default() });
                SystemConfig::new(id, ParamFacts::by::<S::Params>(), system, $is_local)
            }
        }

        impl<S: System<Params: $params>> AnySystem for $name<S> {
            fn init(&mut self) {
                self.system.init();
            }

            fn listen(&mut self) -> Result<(), UpdateError> {
                S::Params::begin(&mut self.memory)
            }

            fn with_borrowed(
                &mut self,
                call: &SystemCall,
                then: &mut dyn FnMut(&mut dyn SystemRun),
            ) -> Result<(), UpdateError> {
                S::Params::look(call.site)?;
                let state = S::Params::borrow(call, &mut self.memory)?;
                then(&mut $run { system: &mut self.system, state, name: call.name });
                Ok(())
            }

            fn shutdown(&mut self) {
                self.system.shutdown();
            }
        }
    )*};
}

any_systems! {
    /// A system that runs on any thread.
    SharedSystem(SharedRun) where ParSystemParam, local: false;
    /// A system that stays on its thread.
    LocalSystem(LocalRun) where SystemParam, local: true;
}
