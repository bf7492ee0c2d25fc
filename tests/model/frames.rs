//! Update passes, and calls in the other world.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;

use ecs_core::{Component, Entity, UpdateError, try_update_all};

use crate::calls::{Scripted, add, call, call_that_may, kill};
use crate::components::{Tracked, of_kind};
use crate::looks::flush;
use crate::maps::{State, WORLDS, state};
use crate::scripts::{DT, Id, Kind};

/// An update pass.
pub struct Pass {
    /// The values to visit, in order; for `Plain` in any order.
    pub due: Vec<Id>,
    /// The place of the next turn.
    pub next: usize,
    /// Values that were put in the place of one that is due.
    pub replaced: BTreeMap<Id, Id>,
    pub seen: BTreeSet<Id>,
}

impl Pass {
    pub fn over(due: Vec<Id>) -> Self {
        Self { due, next: 0, replaced: BTreeMap::new(), seen: BTreeSet::new() }
    }

    /// Says whether the value was visited, or one that was put in its place.
    pub fn was_seen(&self, id: Id) -> bool {
        self.seen.contains(&id) || self.replaced.get(&id).is_some_and(|&new| self.was_seen(new))
    }

    /// The value that now stands in the place of one that is due.
    pub fn resolve(&self, id: Id) -> Id {
        self.replaced.get(&id).map_or(id, |&new| self.resolve(new))
    }
}

/// The panic of a pass that comes to a component on which a hook has kept a guard.
pub const KEPT: &str = "cannot update Tracked: one is";

pub fn update(alone: bool) {
    let frame = || if alone { Tracked::try_update_all(DT) } else { try_update_all(DT) };
    if state(|state| state.depth > 0) {
        return assert_eq!(frame(), Err(UpdateError::InsideHook));
    }
    flush();
    // Of a type alone it is asked also where nothing of it was ever added.
    let is_barred = |state: &mut State| {
        alone && state.is_barred(Kind::Tracked)
            || state.planned(alone).into_iter().any(|kind| state.is_barred(kind))
    };
    if state(is_barred) {
        return assert!(matches!(frame(), Err(UpdateError::Lent { .. })));
    }
    let planned = state(|state| state.planned(alone));
    if planned.contains(&Kind::Tracked) {
        let due = Tracked::view().enabled().iter().map(|value| value.id).collect();
        state(|state| state.passes.insert(Kind::Tracked, Pass::over(due)));
    }
    if planned.first() == Some(&Kind::Plain) {
        state(|state| state.plan_plain());
    }
    let result = call_that_may(KEPT, &[], frame);
    let stood = state(|state| state.running.take());
    match result {
        Ok(result) => state(|state| {
            // Types that were first added in this frame come last, and have their pass too. A hook may have kept a guard that bars
            // a later pass; one for reading does not bar it from reading.
            let is_left =
                state.planned(alone).contains(&Kind::Plain) && !state.passes.contains_key(&Kind::Plain);
            if result.is_err() {
                assert!(is_left && state.is_barred(Kind::Plain), "{result:?}");
                assert!(matches!(result, Err(UpdateError::Lent { .. })));
            } else if is_left {
                let world = state.current;
                assert!(!state.is_store_lent(world, Kind::Plain));
                assert!(!state.is_store_lent_alone(world, Kind::Marker));
                state.plan_plain();
            }
            for pass in std::mem::take(&mut state.passes).into_values() {
                state.check_complete(&pass);
            }
        }),
        Err(panic) => {
            let passes = state(|state| std::mem::take(&mut state.passes));
            if panic.is::<Scripted>() {
                resume_unwind(panic);
            }
            // A hook has kept a guard on a component that then had its turn.
            assert_eq!(stood, Some(Kind::Tracked));
            let next = state(|state| state.next_turn(&passes[&Kind::Tracked]));
            assert!(next.is_some_and(|id| state(|state| state.is_value_lent(id, false))));
            resume_unwind(Box::new(Scripted));
        }
    }
}

impl State {
    /// The types that have a pass, in their order.
    pub fn planned(&mut self, alone: bool) -> Vec<Kind> {
        let kinds = self.world().kinds.clone().into_iter();
        kinds.filter(|&kind| kind == Kind::Tracked || kind == Kind::Plain && !alone).collect()
    }

    pub fn is_barred(&self, kind: Kind) -> bool {
        self.is_store_lent(self.current, kind)
            || kind == Kind::Plain && self.is_store_lent(self.current, Kind::Marker)
    }

    /// The order of `Plain` does not matter, because its `update` runs no script.
    pub fn plan_plain(&mut self) {
        let live = self.live(self.current, Kind::Plain);
        let due = live.into_iter().filter(|&id| self.is_enabled(id)).collect();
        self.passes.insert(Kind::Plain, Pass::over(due));
    }

    pub fn visit(&mut self, id: Id) {
        let kind = self.value(id).kind;
        assert!(self.is_enabled(id), "{id} is visited, but dead or disabled");
        self.running = Some(kind);
        if kind == Kind::Plain && !self.passes.contains_key(&kind) {
            self.plan_plain();
        }
        let mut pass = self.passes.remove(&kind).expect("planned before the frame");
        assert!(pass.seen.insert(id), "{id} is visited twice");
        let turn = pass.due[pass.next..].iter().position(|&due| pass.resolve(due) == id);
        let turn =
            turn.unwrap_or_else(|| panic!("{id} was not there when the pass began, or is visited late"));
        if kind == Kind::Tracked {
            for &skipped in &pass.due[pass.next..pass.next + turn] {
                assert!(!self.is_enabled(pass.resolve(skipped)), "{skipped} was skipped");
            }
            pass.next += turn + 1;
        }
        self.passes.insert(kind, pass);
    }

    /// The value whose turn is next.
    pub fn next_turn(&self, pass: &Pass) -> Option<Id> {
        pass.due[pass.next..].iter().map(|&due| pass.resolve(due)).find(|&due| self.is_enabled(due))
    }

    pub fn check_complete(&self, pass: &Pass) {
        for &due in &pass.due[pass.next..] {
            assert!(pass.was_seen(due) || !self.is_enabled(pass.resolve(due)), "{due} was not visited");
        }
    }
}

/// Makes a call in the other world, as the room of another game would.
pub fn elsewhere(entity: Entity, kind: Kind, end: bool) {
    let (world, here) = state(|state| {
        let here = state.current;
        state.current = 1 - here;
        let worlds = WORLDS.with_borrow(|worlds| worlds.clone().expect("the case has worlds"));
        (worlds[state.current].clone(), here)
    });
    let result = call(&[], || {
        world.enter(|| {
            flush();
            if end { of_kind!(kind, T => kill::<T>(entity)) } else { of_kind!(kind, T => add::<T>(entity)) }
        });
    });
    state(|state| state.current = here);
    result.unwrap_or_else(|panic| resume_unwind(panic));
}
