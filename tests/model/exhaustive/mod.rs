//! The laws of borrowing and ending in every reachable state of a small store (H2, H3, C1, C2, D4, E1, S1,
//! S3, S5).
//!
//! - A component is borrowed by any number of readers or by one writer, which may be guards on it or views of
//!   its store.
//! - Killing, despawning and adding never fail because something is borrowed; removing does. What is dead is
//!   dead at once.
//! - `init` has run when the call returns, and `shutdown` too, unless the component is borrowed: then it
//!   waits for a sync point.
//! - A value leaves once, at a sync point after its borrow: never in the drop of a guard, never in a borrow.
//! - A view is refused only if a guard conflicts, or something was changed while the store is borrowed. A
//!   pass wants its store for itself.
//!
//! Three entities that live up to twice, two types, and up to three guards and views, released in any order.
//! A breadth-first search goes over the states of the [`Model`], which is plain data, from the empty store
//! and later also from a full one. In each state each call is made in a fresh world, after the shortest way
//! to that state; its result and all that can be seen after it must be what the model says.
//! `EXHAUSTIVE_DEPTH` is how many calls are made in a row.

mod library;
mod model;

use std::collections::HashSet;

use ecs_core::{Component, World};

use library::{Library, Story, of_kind, stories, try_borrow};
use model::{Act, KINDS, Kind, Model, SLOTS};

use crate::support::{number, sized};

/// The depth, and the least number of states from which calls are made.
fn size() -> (usize, usize) {
    sized((2, 3), (5, 100), (6, 1_000))
}

/// The level at which the search begins also from a store that is full, where most of a way need not be spent
/// on adding.
const FULL_AT: usize = if cfg!(miri) { 1 } else { 3 };

fn full() -> Vec<Act> {
    let fill = |slot| [Act::Spawn(slot), Act::Add(slot, Kind::Plain), Act::Add(slot, Kind::Hooked)];
    (0..SLOTS).flat_map(fill).collect()
}

#[test]
fn every_call_in_every_state_does_what_the_laws_say() {
    let depth = number("EXHAUSTIVE_DEPTH").unwrap_or(size().0);
    let mut known = HashSet::from([Model::default()]);
    let mut states = vec![(Model::default(), Vec::new())];
    let (mut done, mut calls) = (0, 0);
    for level in 0..depth {
        if level == FULL_AT {
            let (mut state, way) = (Model::default(), full());
            for &act in &way {
                state.act(act);
            }
            if known.insert(state.key()) {
                states.push((state, way));
            }
        }
        let mut next = Vec::new();
        for (state, way) in &states {
            for act in state.acts() {
                let after = check(state, way, act);
                calls += 1;
                if known.insert(after.key()) {
                    next.push((after, [way.as_slice(), &[act]].concat()));
                }
            }
        }
        done += states.len();
        states = next;
    }
    println!("depth {depth}: {calls} calls in {done} states, which lead to {} more", states.len());
    assert!(depth < size().0 || done >= size().1, "the search goes on: {done} states");
}

/// Prints which calls have failed.
struct PrintOnPanic<'a>(&'a [Act], Act);

impl Drop for PrintOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("after {:?}\nthe call {:?}", self.0, self.1);
        }
    }
}

/// Makes a call in a state, and returns the state that it leads to.
fn check(state: &Model, way: &[Act], act: Act) -> Model {
    let _print = PrintOnPanic(way, act);
    let mut model = state.clone();
    let world = World::new();
    let reached = world.enter(|| {
        let mut library = Library::new();
        for &act in way {
            library.act(act);
        }
        let before = stories();
        let expected = model.act(act);
        let outcome = library.act(act);
        assert!(expected.contains(&outcome), "{outcome:?} is none of {expected:?}");
        if matches!(act, Act::Hold { .. } | Act::Release(_)) {
            assert_eq!(stories(), before, "no hook and no `Drop` runs in a borrow or its end");
        }
        let reached = model.clone();
        look(&model, &library);
        let before = stories();
        library.held.clear();
        assert_eq!(stories(), before, "no hook and no `Drop` runs in the end of a borrow");
        model.held.clear();
        World::flush();
        model.flush();
        look(&model, &library);
        reached
    });
    drop(world);
    for story in stories().into_iter().flatten() {
        assert_eq!((story.inits, story.drops), (1, 1), "each value drops once");
    }
    let still_live = stories().into_iter().flatten().filter(|story| story.shutdowns == 0).count();
    assert_eq!(still_live, model.live(Kind::Hooked).count(), "the end of a world runs no `shutdown`");
    reached
}

/// Compares all that can be seen with the model.
fn look(model: &Model, library: &Library) {
    for slot in 0..SLOTS {
        let (now, earlier) = (library.entity(slot), library.entities[slot].split_last());
        assert_eq!((now.is_alive(), library.entities[slot].len()), (model.alive[slot], model.lives[slot]));
        for kind in KINDS {
            let row = model.slot(slot, kind);
            of_kind!(kind, T => {
                assert_eq!((now.handle::<T>().is_alive(), now.has::<T>()), (row.is_some(), row.is_some()));
            });
            for mutable in [false, true] {
                let (expected, outcome) = (model.borrow(slot, kind, mutable), try_borrow(now, kind, mutable));
                assert!(expected.contains(&outcome), "{outcome:?} is none of {expected:?}");
            }
            for &dead in earlier.map_or(&[][..], |(_, earlier)| earlier) {
                assert!(!dead.is_alive() && of_kind!(kind, T => !dead.handle::<T>().is_alive()));
            }
        }
    }
    for kind in KINDS {
        assert_eq!(of_kind!(kind, T => T::count()), model.live(kind).count());
    }
    for (held, guard) in model.held.iter().zip(&library.held) {
        let rows = || model.rows.iter().filter(|row| held.rows.contains(&row.id));
        let mut expected: Vec<_> =
            rows().map(|row| (row.value, Some(library.entities[row.slot][row.life - 1]))).collect();
        let mut seen = guard.seen();
        expected.sort_unstable();
        seen.sort_unstable();
        assert_eq!(seen, expected, "a guard shows its values, also the dead");
        for slot in 0..SLOTS {
            let found = rows().find(|row| held.is_view && row.live && row.slot == slot).map(|row| row.value);
            assert_eq!(guard.find(library.entity(slot)), found, "a view finds what lived when it began");
        }
    }
    for (id, story) in (0..).zip(stories()) {
        let Some(Story { inits, shutdowns, drops }) = story else { continue };
        let is_lawful = match model.rows.iter().find(|row| row.id == id) {
            None => (shutdowns, drops) == (1, 1),
            Some(row) if row.live => (shutdowns, drops) == (0, 0),
            Some(row) if !model.borrowers(id, false).is_empty() => {
                (shutdowns, drops) == (u8::from(!row.owes_shutdown), 0)
            }
            // It waits for a sync point, which a call may have been.
            Some(row) => drops <= shutdowns && shutdowns <= 1 && (row.owes_shutdown || shutdowns == 1),
        };
        assert!(inits == 1 && is_lawful, "{id}: {story:?}");
    }
}
