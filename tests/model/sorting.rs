//! Sorting: what is compared comes in order, unless a script has killed or switched it meanwhile; handles do
//! not notice.

use std::collections::BTreeSet;
use std::panic::resume_unwind;

use ecs_core::{Entity, ViewError};

use crate::bodies::Body;
use crate::borrows::{Borrow, Extent, Visiting};
use crate::calls::call;
use crate::components::{Subject, of_kind};
use crate::maps::{Changes, state};
use crate::scripts::{Id, Kind};

/// What a store is sorted by.
fn key((id, number): (Id, u32), by: u8) -> u64 {
    match by % 3 {
        0 => id,
        1 => !id,
        // Few, so that some are equal.
        _ => u64::from(number % 3),
    }
}

/// A refusal must be that something is borrowed, as the maps say.
fn is_sorted(result: Result<(), ViewError>, may_sort: bool, may_refuse: bool) -> bool {
    match result {
        Ok(()) => assert!(may_sort, "it is borrowed"),
        Err(ViewError::Borrowed { .. } | ViewError::Unsettled { .. }) => {
            assert!(may_refuse, "it is not borrowed")
        }
        Err(error) => panic!("{error}"),
    }
    result.is_ok()
}

/// Sorts the values of a kind, with a script in the middle of the comparisons.
pub fn sort<T: Subject>(by: u8, me: Entity) {
    let body = Body::take(me, true);
    let is_borrowed = || state(|state| state.is_store_borrowed(state.current, T::KIND));
    let was_borrowed = is_borrowed();
    // In the order of their rows.
    let mut compared: Vec<(Id, u64)> = Vec::new();
    let mut enabled = BTreeSet::new();
    let mut turns = 0;
    let result = call(&[], || {
        T::try_sort_by_key(|value| {
            assert!(!was_borrowed, "what is borrowed refuses before anything is compared");
            turns += 1;
            if turns == 1 {
                let borrow = state(|state| {
                    let borrow = Borrow::of(state, T::KIND, false);
                    enabled = borrow.ids.iter().copied().filter(|&id| state.is_enabled(id)).collect();
                    borrow
                });
                // The store is in order when it is borrowed.
                state(|state| state.store(T::KIND).changes = Changes::None);
                let _borrowed = Visiting::begin(vec![borrow], Extent::Whole, false);
                body.turn();
            }
            let seen = value.peek();
            compared.extend(seen.map(|seen| (seen.0, key(seen, by))));
            seen.map(|seen| key(seen, by))
        })
    });
    let result = result.unwrap_or_else(|panic| resume_unwind(panic));
    // A script may have kept a guard.
    let borrowed = is_borrowed();
    if !is_sorted(result, !borrowed, borrowed) {
        return;
    }
    state(|state| state.store(T::KIND).changes = Changes::None);
    if turns == 0 || !T::KIND.is_numbered() {
        return;
    }
    let view =
        call(&[], T::try_view).unwrap_or_else(|panic| resume_unwind(panic)).expect("nothing is borrowed");
    let ids = |part: &[T]| part.iter().filter_map(|value| Some(value.peek()?.0)).collect::<Vec<_>>();
    compared.sort_by_key(|&(_, key)| key);
    for (part, on) in [(ids(view.enabled()), true), (ids(view.disabled()), false)] {
        let stayed = |id: &Id| enabled.contains(id) == on && part.contains(id);
        let expected: Vec<_> = compared.iter().map(|&(id, _)| id).filter(stayed).collect();
        let found: Vec<_> = part.iter().copied().filter(|id| expected.contains(id)).collect();
        assert_eq!(found, expected, "what is enabled: {on}");
        if body.is_empty() {
            assert_eq!(part.len(), expected.len(), "nothing else is there");
        }
    }
    drop(view);
    state(|state| state.store(T::KIND).changes = Changes::None);
}

/// Brings the values of a kind in the order of another's.
pub fn sort_like<T: Subject, U: Subject>() {
    let result = call(&[], T::try_sort_like::<U>).unwrap_or_else(|panic| resume_unwind(panic));
    let (may_sort, may_refuse) = state(|state| {
        let world = state.current;
        let (borrowed, empty) =
            (state.is_store_borrowed(world, T::KIND), state.live(world, T::KIND).is_empty());
        let (may_borrow, may_refuse) = if T::KIND == U::KIND {
            (true, false)
        } else {
            (state.may_borrow_all(U::KIND, false), state.may_refuse_all(U::KIND, false))
        };
        // Where nothing of the kind was ever added, the other one is not asked.
        (!borrowed && (may_borrow || empty), borrowed || may_refuse)
    });
    let is_sorted = is_sorted(result, may_sort, may_refuse);
    state(|state| {
        // The other one is not asked in each case, nor is it known which one has refused.
        state.decay();
        if is_sorted {
            state.store(T::KIND).changes = Changes::None;
        }
    });
    if !is_sorted {
        return;
    }
    if !T::KIND.is_numbered() || T::KIND == U::KIND {
        return;
    }
    let (Ok(Ok(view)), Ok(Ok(other))) = (call(&[], T::try_view), call(&[], U::try_view)) else { return };
    let common: Vec<Entity> = other.iter_with_entity().map(|(entity, _)| entity).collect();
    let owners = |part: &[T]| {
        part.iter()
            .map(|value| state(|state| state.value(value.peek().expect("it is numbered").0).entity))
            .collect::<Vec<_>>()
    };
    for part in [owners(view.enabled()), owners(view.disabled())] {
        let expected: Vec<_> = common.iter().copied().filter(|entity| part.contains(entity)).collect();
        assert_eq!(part[..expected.len()], expected, "those that have both come first");
    }
}

/// Sorts kinds whose values can be distinguished, and others.
pub fn sort_like_kinds(kind: Kind, like: Kind) {
    of_kind!(kind, T => of_kind!(like, U => sort_like::<T, U>()));
}
