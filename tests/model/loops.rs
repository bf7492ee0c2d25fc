//! `for_each`: all of a kind are visited one by one, but those that are borrowed by hooks.

use std::collections::BTreeSet;
use std::panic::resume_unwind;

use ecs_core::{Entity, ViewError};

use crate::bodies::Body;
use crate::calls::call;
use crate::components::Subject;
use crate::maps::{Changes, State, state};
use crate::scripts::Id;

/// A loop that is under way.
struct Loop {
    /// The rows that may come, as the values that were there at first.
    rows: BTreeSet<Id>,
    /// Those of them that must come: they were live and enabled at each turn.
    due: BTreeSet<Id>,
    /// Those that were borrowed by anything but hooks, and by hooks as well.
    refused: BTreeSet<Id>,
    turns: usize,
}

/// The value of a row is borrowed by the closure until this is dropped.
struct Turn(Option<Id>);

/// Visits all values of a kind, with a script in the turns.
pub fn for_each<T: Subject>(me: Entity, at_once: bool) {
    let body = if T::KIND.is_numbered() { Some(Body::take(me, at_once)) } else { None };
    let mut under_way = None;
    let result = call(&[], || {
        T::try_for_each(|value| {
            let seen = value.peek();
            let id = state(|state| {
                let under_way = under_way.get_or_insert_with(|| Loop::begin::<T>(state));
                seen.map(|seen| under_way.take(state, seen))
            });
            let _turn = Turn::begin(id);
            if let (Some(body), Some((id, number))) = (&body, seen) {
                value.set(number ^ 1);
                state(|state| state.value(id).number = number ^ 1);
                body.turn();
                assert_eq!(value.peek(), Some((id, number ^ 1)), "nobody else writes to it");
            }
        })
    });
    let result = result.unwrap_or_else(|panic| resume_unwind(panic));
    state(|state| under_way.unwrap_or_else(|| Loop::begin::<T>(state)).end(state, result));
}

impl Loop {
    fn begin<T: Subject>(state: &mut State) -> Self {
        let (world, kind) = (state.current, T::KIND);
        if !state.is_store_borrowed(world, kind) {
            state.store(kind).changes = Changes::None;
        }
        let enabled: Vec<_> =
            state.live(world, kind).into_iter().filter(|&id| state.is_enabled(id)).collect();
        let refused = enabled.iter().copied().filter(|&id| state.is_value_borrowed_by_others(id)).collect();
        let free = enabled.into_iter().filter(|&id| !state.is_value_borrowed(id, false));
        let rows: BTreeSet<_> = free.collect();
        Self { due: rows.clone(), rows, refused, turns: 0 }
    }

    /// Notes the turn of a value.
    fn take(&mut self, state: &State, (id, number): (Id, u32)) -> Id {
        self.look(state);
        assert!(self.must_not_refuse(state), "what is borrowed refuses before anything is visited");
        let row = self.rows.iter().copied().find(|&row| state.resolve(row) == id);
        let row = row.unwrap_or_else(|| panic!("{id} is new, was borrowed, or is visited twice"));
        assert!(
            state.is_enabled(id) && !state.is_value_borrowed(id, false),
            "{id} is dead, disabled or borrowed"
        );
        assert_eq!(state.values[&id].number, number);
        self.rows.remove(&row);
        self.due.remove(&row);
        self.turns += 1;
        id
    }

    /// Notes what is gone before the next turn.
    fn look(&mut self, state: &State) {
        self.due.retain(|&due| state.is_enabled(state.resolve(due)));
    }

    /// What is borrowed by a hook is left out, also if something else has borrowed it.
    fn must_not_refuse(&self, state: &State) -> bool {
        self.turns > 0 || self.refused.iter().all(|&id| state.is_value_borrowed_by_hook(id))
    }

    fn end(mut self, state: &State, result: Result<(), ViewError>) {
        self.look(state);
        match result {
            Ok(()) => {
                assert!(self.must_not_refuse(state));
                let is_numbered = |id: &Id| state.values[id].kind.is_numbered();
                assert!(!self.due.iter().any(is_numbered), "{:?} are not visited", self.due);
            }
            Err(ViewError::Borrowed { .. }) if self.turns == 0 => assert!(!self.refused.is_empty()),
            Err(ViewError::Borrowed { .. }) => {
                let mut left = self.rows.iter().map(|&row| state.resolve(row));
                let is_borrowed = |id| state.is_enabled(id) && state.is_value_borrowed(id, false);
                assert!(left.any(is_borrowed), "none that is left is borrowed");
            }
            Err(error) => panic!("{error}"),
        }
    }
}

impl Turn {
    fn begin(id: Option<Id>) -> Self {
        state(|state| {
            state.depth += 1;
            if let Some(id) = id {
                state.value(id).exclusive = true;
            }
        });
        Self(id)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        state(|state| {
            state.depth -= 1;
            if let Some(id) = self.0 {
                state.value(id).exclusive = false;
            }
        });
    }
}
