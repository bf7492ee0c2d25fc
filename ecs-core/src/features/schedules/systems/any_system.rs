//! [`AnySystem`]: a system whose type is not known here.

use crate::error::UpdateError;
use crate::world::{CommandBuffer, Frozen};

use super::system_param::SystemCall;

/// A system whose type is not known here.
pub(crate) trait AnySystem: Send {
    fn init(&mut self);
    /// Begins to note what it will see of the current world.
    fn listen(&mut self) -> Result<(), UpdateError>;
    /// Borrows what it takes while a function runs, which gets what runs it.
    fn with_borrowed(
        &mut self,
        call: &SystemCall,
        then: &mut dyn FnMut(&mut dyn SystemRun),
    ) -> Result<(), UpdateError>;
    fn shutdown(&mut self);
}

/// What a system does, while what it takes is borrowed.
pub(crate) trait SystemRun {
    /// Runs the system here.
    fn run(&mut self, commands: &CommandBuffer);

    /// Returns what runs it on any thread, while all that it reads is frozen; `None` if it is local.
    fn task<'t>(&'t mut self, frozen: &'t Frozen) -> Option<SystemTask<'t>>;
}

/// Runs a system on any thread.
pub(crate) type SystemTask<'t> = Box<dyn FnOnce(&CommandBuffer) + Send + 't>;
