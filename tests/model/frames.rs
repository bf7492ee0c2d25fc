//! Update passes, and calls in the other world.

use std::collections::BTreeSet;
use std::panic::resume_unwind;

use ecs_core::{Component, Entity, UpdateError, try_update_all};

use crate::asking::Peek;
use crate::borrows::Borrow;
use crate::calls::{add, call, kill};
use crate::components::{Tracked, of_kind};
use crate::looks::flush;
use crate::maps::{State, WORLDS, state};
use crate::scripts::{DT, Id, KINDS, Kind};

/// An update pass.
pub struct Pass {
    /// The values to visit, in order if it is known.
    due: Vec<Id>,
    /// Those of them that were dead or disabled at some turn, which may have been theirs.
    missed: BTreeSet<Id>,
    is_ordered: bool,
    /// The place of the next turn, if they are in order.
    next: usize,
    seen: BTreeSet<Id>,
    /// What it has borrowed of each entity at its turn.
    borrows: Vec<Borrow>,
}

pub fn update(alone: bool) {
    let frame = || if alone { Tracked::try_update_all(DT) } else { try_update_all(DT) };
    if state(|state| state.depth > 0) {
        return assert_eq!(frame(), Err(UpdateError::InsideHook));
    }
    flush();
    // A type of which there is no store would not be visited.
    for kind in KINDS {
        if !state(|state| state.world().kinds.contains(&kind)) {
            of_kind!(kind, T => T::reserve(0));
        }
    }
    let planned = state(|state| state.planned(alone));
    // Of a type alone it is asked also where nothing of it was ever added.
    let asked = if alone { vec![Kind::Tracked] } else { planned.clone() };
    if state(|state| asked.iter().any(|&kind| state.is_barred(kind))) {
        return assert!(matches!(frame(), Err(UpdateError::Borrowed { .. })));
    }
    if planned.first() == Some(&Kind::Tracked) {
        let due = Tracked::view().enabled().iter().map(|value| value.id).collect();
        state(|state| state.plan(Kind::Tracked, Some(due)));
    } else if planned.first() == Some(&Kind::Plain) {
        state(|state| state.plan(Kind::Plain, None));
    }
    let result = call(&[], frame);
    let stood = state(|state| state.running.take());
    match result {
        // It has come to an entity of which something else has borrowed what its hook takes.
        Ok(Err(UpdateError::Held { .. })) => state(|state| {
            state.check_kept(alone, stood);
            state.passes.clear();
        }),
        Ok(result) => state(|state| {
            assert_eq!(result, Ok(()));
            // Types that were first added in this frame come last, and have their pass too.
            for kind in state.planned(alone) {
                if !state.passes.contains_key(&kind) {
                    state.plan(kind, None);
                }
            }
            state.end_passes();
            state.passes.clear();
        }),
        Err(panic) => {
            state(|state| state.passes.clear());
            resume_unwind(panic);
        }
    }
}

impl Pass {
    /// The values that have yet to come, and are enabled.
    fn left(&self, state: &State) -> impl Iterator<Item = Id> {
        let left = self.due[self.next..].iter();
        let left = left.filter(|due| !self.seen.contains(due) && !self.missed.contains(due));
        left.map(|&due| state.resolve(due)).filter(|&due| state.is_due(due))
    }

    /// Says whether something else has borrowed what the hook of a value takes.
    fn meets(&self, state: &State, id: Id) -> bool {
        let world = &state.worlds[state.current];
        let slots = &world.entities[&state.values[&id].entity].slots;
        let is_borrowed = |borrow: &Borrow| {
            let value = slots.get(&borrow.kind).copied().filter(|&value| borrow.covers(state, value));
            value.is_some_and(|value| state.is_value_borrowed(value, !borrow.mutable))
        };
        self.borrows.iter().any(is_borrowed)
    }
}

impl State {
    /// Says whether a pass visits a value: what was put in the place of another meanwhile has its `start`
    /// before it.
    fn is_due(&self, id: Id) -> bool {
        let value = &self.values[&id];
        self.is_enabled(id) && (value.kind != Kind::Tracked || value.starts == 1)
    }

    /// The types that have a pass, in their order.
    pub fn planned(&mut self, alone: bool) -> Vec<Kind> {
        let kinds = self.world().kinds.clone().into_iter();
        kinds.filter(|&kind| kind == Kind::Tracked || kind == Kind::Plain && !alone).collect()
    }

    /// Says whether a guard, a view or a query is there that the pass of a kind would visit.
    fn is_barred(&self, kind: Kind) -> bool {
        taken(kind).iter().any(|&(kind, _)| self.is_store_borrowed(self.current, kind))
    }

    /// Notes what the pass of a kind is to visit, which begins now.
    fn plan(&mut self, kind: Kind, in_order: Option<Vec<Id>>) {
        let is_ordered = in_order.is_some();
        let due = in_order.unwrap_or_else(|| {
            let live = self.live(self.current, kind).into_iter();
            live.filter(|&id| self.is_enabled(id)).collect()
        });
        let borrows = taken(kind).iter().map(|&(kind, mutable)| Borrow::of(self, kind, mutable)).collect();
        let (missed, seen) = (BTreeSet::new(), BTreeSet::new());
        self.passes.insert(kind, Pass { due, missed, is_ordered, next: 0, seen, borrows });
    }

    /// Checks that all had their turn in the passes that were planned, which are over.
    fn end_passes(&mut self) {
        let left: Vec<_> = self.passes.values().flat_map(|pass| pass.left(self)).collect();
        assert!(left.is_empty(), "{left:?} were not visited");
        self.passes.values_mut().for_each(|pass| pass.next = pass.due.len());
    }

    /// Notes that `start` runs: what starts once the pass of its kind has begun has missed its turn there.
    pub fn note_start(&mut self, id: Id) {
        let kind = self.value(id).kind;
        let Some(mut pass) = self.passes.remove(&kind) else { return };
        if !pass.seen.is_empty() {
            pass.missed.extend(pass.due.iter().filter(|due| self.resolve(**due) == id));
        }
        self.passes.insert(kind, pass);
    }

    /// Notes the turn of a value, and returns what the pass has borrowed meanwhile.
    pub fn visit(&mut self, id: Id) -> Vec<Borrow> {
        let kind = self.value(id).kind;
        assert!(self.is_enabled(id), "{id} is visited, but dead or disabled");
        self.running = Some(kind);
        if !self.passes.contains_key(&kind) {
            // There may have been a sync point after the pass before.
            self.decay();
            self.end_passes();
            self.plan(kind, None);
        }
        let mut pass = self.passes.remove(&kind).expect("it was planned");
        let turn = pass.due[pass.next..].iter().position(|&due| self.resolve(due) == id);
        let turn =
            turn.unwrap_or_else(|| panic!("{id} was not there when the pass began, or is visited late"));
        let turn = pass.next + turn;
        assert!(pass.seen.insert(pass.due[turn]), "{id} is visited twice");
        assert!(!pass.meets(self, id), "{id}, or what goes with it, is borrowed");
        if pass.is_ordered {
            for &skipped in &pass.due[pass.next..turn] {
                assert!(!self.is_due(self.resolve(skipped)), "{skipped} was skipped");
            }
            pass.next = turn + 1;
        } else {
            let missed = pass.due.iter().filter(|due| !self.is_due(self.resolve(**due)));
            pass.missed.extend(missed);
        }
        let borrows = pass.borrows.clone();
        self.passes.insert(kind, pass);
        borrows
    }

    /// Checks which sibling a hook was given: what its entity had when the pass began, and has still.
    pub fn check_sibling(&mut self, borrows: &[Borrow], me: Entity, kind: Kind, seen: Option<Peek>) {
        let borrow = borrows.iter().find(|borrow| borrow.kind == kind).expect("the pass takes it");
        let id = self.slot(me, kind).filter(|&id| match kind {
            Kind::Tag => borrow.knows_tag_of(self, me),
            _ => borrow.covers(self, id),
        });
        let expected = id.map(|id| kind.is_numbered().then(|| (id, self.value(id).number)));
        assert_eq!(seen, expected, "{kind:?} of {me:?}");
    }

    /// Checks that a pass has met what a hook has kept.
    fn check_kept(&mut self, alone: bool, stood: Option<Kind>) {
        // It may be the first turn of the pass that comes next.
        let planned = self.planned(alone);
        let from = planned.iter().position(|&kind| Some(kind) == stood).unwrap_or(0);
        for &kind in &planned[from..] {
            if !self.passes.contains_key(&kind) {
                self.plan(kind, None);
            }
        }
        let meets = |kind: &Kind| {
            let pass = &self.passes[kind];
            let mut left = pass.due[pass.next..].iter().filter(|due| !pass.seen.contains(due));
            left.any(|&due| {
                let due = self.resolve(due);
                self.is_enabled(due) && pass.meets(self, due)
            })
        };
        assert!(planned[from..].iter().any(meets), "nothing that is left is borrowed");
    }
}

/// What the pass of a kind takes: the component itself and its siblings, and whether to write to them.
fn taken(kind: Kind) -> &'static [(Kind, bool)] {
    match kind {
        Kind::Tracked => &[(Kind::Tracked, true), (Kind::Plain, true), (Kind::Marker, false)],
        _ => &[(Kind::Plain, true), (Kind::Marker, true), (Kind::Tag, false)],
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
