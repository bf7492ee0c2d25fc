//! [`Asks`]: a pattern that a state is asked for.

use core::marker::PhantomData;

use crate::base::{AnyEvent, event_as};

use super::calls::State;
use super::number::row;
use super::run_state::{AskState, InState, RunState, state_of};

/// Says whether a state matches a pattern: a closure, with its state.
#[derive(Debug)]
pub struct Asks<F, S>(pub F, pub PhantomData<fn(S) -> S>);

impl<S: State, F: Fn(&S) -> bool + Sync> AskState for Asks<F, S> {
    fn state(&self) -> &'static dyn RunState {
        state_of::<S>()
    }

    fn holds(&self) -> bool {
        match row::<S>().get() {
            Some(value) => (self.0)(&value),
            None => S::__WITHIN.is_none() && (self.0)(&S::default()),
        }
    }

    fn matches(&self, value: &AnyEvent) -> bool {
        (self.0)(event_as(value))
    }
}

/// Takes the pattern of a key.
pub(crate) const fn asked_by<S: State, F: Fn(&S) -> bool + Sync>(
    pattern: &'static str,
    ask: &'static Asks<F, S>,
) -> InState {
    InState { pattern, ask }
}
