//! [`FieldParam`]: a field of a struct that derives `SystemParam`.

use crate::base::CallSite;
use crate::borrow::AccessSet;
use crate::error::UpdateError;
use crate::world::CommandBuffer;

use super::system_param::{ParSystemParam, ReadParam, SystemCall, SystemParam};

/// The answer of a parameter, or the reason why the system cannot run.
pub type Begun<R = ()> = Result<R, UpdateError>;

/// Data that a parameter keeps from one run to the next.
pub trait KeptByField: Default + Send + 'static {}

impl<M: Default + Send + 'static> KeptByField for M {}

/// A parameter that is a field, borrowed for a lifetime.
///
/// It has all of [`SystemParam`] anew, and is not made from it: a struct whose field is no parameter is not
/// one itself, and nothing else is wrong with it. So there is one error, at the field.
pub trait FieldParam<'w> {
    /// The borrows of the parameter while the system runs: one type, whatever the lifetime.
    type State;
    /// What is kept from one run to the next.
    type Memory;

    /// The component types that it borrows.
    const ACCESS: AccessSet<'static>;
    /// Those of which it asks when they have changed.
    const WATCHES: AccessSet<'static>;
    /// Whether it has `Commands`.
    const HAS_COMMANDS: bool;

    /// Makes what is needed, before the system begins.
    fn prepare(site: CallSite) -> Begun;
    /// Reads what it shows, before anything is borrowed.
    fn look(site: CallSite) -> Begun;
    /// Begins to note what the system will see.
    fn begin(memory: &mut Self::Memory) -> Begun;
    /// Borrows what the system takes.
    fn borrow(call: &SystemCall, memory: &mut Self::Memory) -> Begun<Self::State>;
    /// Returns what the system gets.
    fn item(state: &'w mut Self::State, commands: &'w CommandBuffer) -> Self;
}

impl<'w, P: SystemParam<Item<'w> = P>> FieldParam<'w> for P {
    type State = P::State;
    type Memory = P::Memory;

    const ACCESS: AccessSet<'static> = P::ACCESS;
    const WATCHES: AccessSet<'static> = P::WATCHES;
    const HAS_COMMANDS: bool = P::HAS_COMMANDS;

    fn prepare(site: CallSite) -> Begun {
        P::prepare(site)
    }

    fn look(site: CallSite) -> Begun {
        P::look(site)
    }

    fn begin(memory: &mut P::Memory) -> Begun {
        P::begin(memory)
    }

    #[inline(always)]
    fn borrow(call: &SystemCall, memory: &mut P::Memory) -> Begun<P::State> {
        P::borrow(call, memory)
    }

    #[inline(always)]
    fn item(state: &'w mut P::State, commands: &'w CommandBuffer) -> Self {
        P::item(state, commands)
    }
}

/// A field that threads may share.
pub trait ParField<'w> {}

impl<P: ParSystemParam> ParField<'_> for P {}

/// A field that only reads.
pub trait ReadField<'w> {}

impl<P: ReadParam> ReadField<'_> for P {}
