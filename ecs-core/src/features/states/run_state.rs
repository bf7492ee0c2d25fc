//! [`RunState`]: a state whose type is no longer known; [`InState`]: a pattern that a state is asked for.

use core::any::TypeId;

use crate::base::{AnyEvent, CallSite};
use crate::component::Component;
use crate::error::SingletonError;
use crate::spec::spec;
use crate::store::UntypedOwn;
use crate::world::WorldCore;

use super::super::part::SpecExtension;

/// A state type, as the world knows it.
pub(crate) type StateRef = &'static dyn RunState;

/// A state whose type is no longer known.
pub trait RunState: Sync {
    /// The type.
    #[doc(hidden)]
    fn id(&self) -> TypeId;

    /// The pattern of the state within which this one exists.
    #[doc(hidden)]
    fn within(&self) -> Option<&'static InState>;

    /// Lets the state be one of the current world: it is entered where changes are applied.
    #[doc(hidden)]
    fn begin(&self, site: CallSite) -> Result<(), SingletonError>;

    /// Notes that the value has come from a save: no `Enter` is sent.
    #[doc(hidden)]
    fn note_loaded(&self, site: CallSite) -> Result<(), SingletonError>;

    /// Ends the state if the outer state does not match. No event is sent.
    #[doc(hidden)]
    fn end_if_wrong(&self, core: &WorldCore, site: CallSite);

    /// Says whether [`RunState::take_step`] has something to do.
    #[doc(hidden)]
    fn is_asked(&self) -> bool;

    /// Does the next thing that was asked for: the state is left or entered, or gets another value. All hear
    /// it, also if one of them panics; then the panic goes on.
    #[doc(hidden)]
    fn take_step(&self, core: &WorldCore, site: CallSite);

    /// Leaves the state because the one within which it exists changes: if that `is_left`, or its new value
    /// does not match.
    #[doc(hidden)]
    fn leave_unless(&self, core: &WorldCore, is_left: bool, new: Option<&AnyEvent>, site: CallSite);

    /// Forgets what was asked for.
    #[doc(hidden)]
    fn forget(&self);

    /// Asks for the value of a component of the type.
    #[doc(hidden)]
    fn go_to(&self, own: UntypedOwn<'_>) -> Box<dyn FnOnce()>;
}

/// Asks a state, whose type is no longer known, whether it matches a pattern.
pub trait AskState: Sync {
    /// The state.
    #[doc(hidden)]
    fn state(&self) -> &'static dyn RunState;

    /// Says whether the state of the current world matches now. One that was never entered has its default.
    #[doc(hidden)]
    fn holds(&self) -> bool;

    /// Says whether a value of the state matches.
    #[doc(hidden)]
    fn matches(&self, value: &AnyEvent) -> bool;
}

/// A pattern of a state.
pub struct InState {
    /// The pattern, as it is written.
    pub(super) pattern: &'static str,
    pub(super) ask: &'static dyn AskState,
}

/// The keys of a type about states, and what it is as a state.
pub struct StateSpec {
    /// The type stands still unless all of these match.
    pub ins: &'static [InState],
    /// The type is a state.
    pub state: Option<&'static dyn RunState>,
}

impl StateSpec {
    /// A type that has nothing to do with states.
    pub const NONE: Self = Self { ins: &[], state: None };
}

impl SpecExtension for StateSpec {
    const NONE: Self = Self::NONE;
}

/// The state that a type is.
///
/// # Panics
///
/// If the type is none: that would be a mistake in `ecs-core`.
pub(super) fn state_of<T: Component>() -> StateRef {
    spec::<T>().extensions.states.state.expect("the derive says of each state that it is one")
}
