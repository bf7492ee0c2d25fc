//! Hooks without their types: what calls one has a column, and what the component is borrowed as.

use core::any::TypeId;

use crate::base::{AnyEvent, CallSite};
use crate::borrow::{AccessSet, HookName};
use crate::column::Column;
use crate::error::UpdateError;
use crate::ids::Entity;
use crate::iterate::Visit;
use crate::outcomes::Handled;
use crate::store::UntypedOwn;
use crate::world::{Job, Observing};

use super::call::{LifeCall, NotRun, PassCall};

/// `init`: siblings may be taken as `&U` and `&mut U`; a missing one is a panic.
#[derive(Debug)]
pub struct Init;

/// The other hooks of its life, and methods that listen: siblings may be gone, so they are taken as `Option`.
#[derive(Debug)]
pub struct Later;

/// What a life hook may take, and where its error goes.
pub trait LifeMode {
    /// Whether the caller of the hook gets its error. Otherwise that is noted.
    #[doc(hidden)]
    const PASSES_ERRORS: bool;
}

impl LifeMode for Init {
    const PASSES_ERRORS: bool = true;
}

impl LifeMode for Later {
    const PASSES_ERRORS: bool = false;
}

/// A life hook whose component and parameters are no longer in its type.
pub trait RunLife<Mode> {
    /// Runs it on its component, which it borrows meanwhile.
    #[doc(hidden)]
    fn run(&self, own: UntypedOwn<'_>, call: &LifeCall) -> Result<(), Box<NotRun>>;

    /// Whether it may change its component.
    #[doc(hidden)]
    fn writes(&self) -> bool;

    /// What it takes besides its component.
    #[doc(hidden)]
    fn access(&self) -> &'static AccessSet<'static>;
}

/// A listening hook whose component, parameters and event are no longer in its type.
pub trait RunListen {
    /// Runs it on its component, which it borrows meanwhile, and notes how it has ended.
    #[doc(hidden)]
    fn run(&self, own: UntypedOwn<'_>, event: &AnyEvent, call: &LifeCall) -> Handled;

    /// Whether it may change its component.
    #[doc(hidden)]
    fn writes(&self) -> bool;

    /// Runs on the first rows of a visit, while there is nothing to look for; returns on how many.
    #[doc(hidden)]
    fn run_quickly(&self, visit: &Visit<'_>, event: &AnyEvent, hook: HookName, site: CallSite) -> usize;

    /// What it takes besides its component.
    #[doc(hidden)]
    fn access(&self) -> &'static AccessSet<'static>;
}

/// How a type listens to one type of event.
pub struct Listener {
    pub(crate) event: TypeId,
    /// The method, as messages name it.
    pub(crate) method: &'static str,
    pub(crate) hook: &'static dyn RunListen,
    /// Whether a disabled component is notified too.
    pub(crate) even_disabled: bool,
    /// What it observes, if the event tells what happens to other components, or to children.
    pub(crate) observing: Option<Observing>,
}

impl Listener {
    /// Notifies disabled components too.
    #[must_use]
    pub const fn even_disabled(self) -> Self {
        Self { even_disabled: true, ..self }
    }

    /// Returns what the event is about, if it is one of the library's.
    #[must_use]
    pub const fn observing(self, observing: Option<Observing>) -> Self {
        Self { observing, ..self }
    }
}

/// What is left to run of a pass, or why the pass has not run: one register, so that a pass which succeeds
/// needs no room for that.
pub type PassBegun = Result<Option<Box<dyn Job>>, Box<UpdateError>>;

/// A pass hook whose component and parameters are no longer in its type.
pub trait RunPass {
    #[doc(hidden)]
    fn prepare(&self, site: CallSite) -> Result<(), UpdateError>;

    /// Runs the pass; or begins it and returns what is left to run, if several threads may run it.
    #[doc(hidden)]
    fn run(&'static self, column: &Column, call: &PassCall<'_>) -> PassBegun;

    /// Says whether several threads may run it.
    #[doc(hidden)]
    fn is_parallel(&self) -> bool {
        false
    }

    /// Says whether it takes `Commands`.
    #[doc(hidden)]
    fn has_commands(&self) -> bool;

    /// What it takes besides its component.
    #[doc(hidden)]
    fn access(&self) -> &'static AccessSet<'static>;
}

/// What fills the `sibling` fields of a type.
pub trait FillSiblings {
    #[doc(hidden)]
    fn fill(&self, own: UntypedOwn<'_>, entity: Entity);
}
