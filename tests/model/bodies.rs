//! Scripts of calls in the middle of a loop over a query, or of a comparison.

use std::cell::Cell;
use std::rc::Rc;

use ecs_core::Entity;

use crate::calls::act;
use crate::looks::flush;
use crate::maps::{State, state};
use crate::scripts::{Act, Script};

/// What is done in the turns of a loop.
pub struct Body {
    /// The component whose hook makes the loop, or `NONE`.
    me: Entity,
    acts: Rc<[Act]>,
    at_once: bool,
    next: Cell<usize>,
}

impl Body {
    /// Takes the script that the step has for `update`, if no component has taken it.
    pub fn take(me: Entity, at_once: bool) -> Self {
        let Script { update, .. } = state(|state| std::mem::take(&mut state.script));
        Self { me, acts: update, at_once, next: Cell::new(0) }
    }

    pub fn is_empty(&self) -> bool {
        self.acts.is_empty()
    }

    /// Runs the next call, or all of them.
    pub fn turn(&self) {
        let from = self.next.get().min(self.acts.len());
        let to = if self.at_once { self.acts.len() } else { self.acts.len().min(from + 1) };
        self.next.set(to);
        for &call in &self.acts[from..to] {
            step(call, self.me);
        }
    }
}

/// Makes a call that is not inside another, or is inside a hook.
pub fn step(call: Act, me: Entity) {
    let outermost = state(|state| state.depth == 0);
    // Scripts that wait for a sync point would run at the start of the call, before its effect.
    if outermost && state(|state| state.has_waiting_scripts()) {
        flush();
    }
    act(call, me);
    if outermost {
        state(State::decay);
    }
}
