//! [`AnySystem`]: a system whose type is not known here.

use crate::base::CallSite;
use crate::borrow::AccessSet;
use crate::error::UpdateError;
use crate::world::{CommandBuffer, Frozen};

use super::system_param::SystemCall;

/// A system whose type is not known here.
pub(crate) trait AnySystem: Send {
    /// The component types that it borrows.
    fn access(&self) -> AccessSet<'static>;
    /// The component types of which it asks when they changed, without borrowing them.
    fn watches(&self) -> AccessSet<'static>;
    /// Whether it takes `Commands`.
    fn has_commands(&self) -> bool;
    fn init(&mut self);
    /// Begins to note what it will see of the current world.
    fn listen(&mut self) -> Result<(), UpdateError>;
    /// Makes the singletons that it needs, and listens.
    fn prepare(&mut self, site: CallSite) -> Result<(), UpdateError>;
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
