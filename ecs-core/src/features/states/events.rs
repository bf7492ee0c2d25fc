//! [`Enter`], [`Exit`] and [`Change`]: the events of a state that changes.

use core::any::{TypeId, type_name};
use core::fmt;

use crate::base::{CallSite, One, OneByOne};
use crate::spec::name_of;
use crate::world::{News, Observed, Observing, Occasion, Tell};

use super::super::observers::Observable;
use super::calls::State;
use super::run_state::state_of;

/// A [state](State) was entered: the event after its value has changed.
///
/// A component receives it by `#[component(on(Enter<Screen>))]` and the method `on_enter_screen`, a closure
/// by [`observe`](crate::observe), a system by [`Events`](crate::Events).
///
/// ```
/// use ecs_core::{Component, Enter, Entity, State, World};
///
/// #[derive(State, Default, Clone, PartialEq)]
/// enum Screen { #[default] Menu, Play }
///
/// #[derive(Component, Default)]
/// #[component(on(Enter<Screen>))]
/// struct Music { song: &'static str }
///
/// impl Music {
///     fn on_enter_screen(&mut self, enter: &Enter<Screen>) {
///         self.song = match enter.new() {
///             Screen::Menu => "waltz",
///             Screen::Play => "march",
///         };
///     }
/// }
///
/// let music = Entity::spawn().add::<Music>();
/// Screen::go(Screen::Play);
/// World::flush();
/// assert_eq!(music.borrow().song, "march");
/// ```
pub struct Enter<S> {
    old: One<S>,
    new: One<S>,
}

impl<S> Enter<S> {
    pub(super) fn of(old: Option<S>, new: S) -> Self {
        Self { old: OneByOne::new(old), new: One::of(new) }
    }

    /// Returns the state before; `None` if it is the first one.
    pub fn old(&self) -> Option<&S> {
        self.old.as_ref()
    }

    /// Returns the state that was entered.
    #[allow(clippy::new_ret_no_self, reason = "the new value, as `old` is the old one")]
    pub fn new(&self) -> &S {
        self.new.get()
    }
}

/// A [state](State) is left: the event before its value changes. Components and observers
/// listen to it as to [`Enter`].
pub struct Exit<S> {
    old: One<S>,
    new: One<S>,
}

impl<S> Exit<S> {
    pub(super) fn of(old: S, new: Option<S>) -> Self {
        Self { old: One::of(old), new: OneByOne::new(new) }
    }

    /// Returns the state that is left.
    pub fn old(&self) -> &S {
        self.old.get()
    }

    /// Returns the next state; `None` if a nested state ends.
    #[allow(clippy::new_ret_no_self, reason = "the new value, as `old` is the old one")]
    pub fn new(&self) -> Option<&S> {
        self.new.as_ref()
    }
}

/// A [state](State) has another value of the same variant. Components and observers
/// listen to it as to [`Enter`].
pub struct Change<S> {
    old: One<S>,
    new: One<S>,
}

impl<S> Change<S> {
    pub(super) fn of(old: S, new: S) -> Self {
        Self { old: One::of(old), new: One::of(new) }
    }

    /// Returns the value before.
    pub fn old(&self) -> &S {
        self.old.get()
    }

    /// Returns the current value.
    #[allow(clippy::new_ret_no_self, reason = "the new value, as `old` is the old one")]
    pub fn new(&self) -> &S {
        self.new.get()
    }
}

macro_rules! event {
    ($Event:ident) => {
        impl<S: State> Observable for $Event<S> {
            const __OBSERVING: Observing = Observing {
                observed: Observed { occasion: Occasion::Event, component: Some(TypeId::of::<Self>()) },
                name: type_name::<Self>,
                announce: begin::<S>,
            };

            fn __of(_: News) -> Self {
                unreachable!("it is sent where the state changes")
            }

            fn __news(&self) -> Option<&News> {
                None
            }
        }

        impl<S: State + fmt::Debug> fmt::Debug for $Event<S> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let name = format!("{}<{}>", stringify!($Event), name_of::<S>());
                f.debug_struct(&name).field("old", &self.old()).field("new", &self.new()).finish()
            }
        }
    };
}

event!(Enter);
event!(Exit);
event!(Change);

/// Lets a state with listeners begin. Sends no event.
fn begin<S: State>(_: News, _: Tell<'_>) {
    // If the world is closing there is nothing to begin.
    let _ = state_of::<S>().begin(CallSite::default());
}
