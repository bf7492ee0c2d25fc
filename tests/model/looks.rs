//! Borrows, guards that are kept, views, and what can be seen at a sync point.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;
use std::rc::Rc;

use ecs_core::{BorrowError, Component, Entity, View, ViewError, ViewMut, World};

use crate::borrows::{Borrow, What};
use crate::calls::call;
use crate::components::{Plain, Subject, Tracked, of_kind};
use crate::maps::{Changes, Held, State, state};
use crate::queries::{Seen, Shown};
use crate::scripts::{Id, KINDS, Kind};
use crate::taking::check_pools;

#[derive(PartialEq, Debug)]
pub enum Outcome {
    Borrowed,
    Dead,
    Conflict,
}

pub fn expected<T: Subject>(entity: Entity, mutable: bool) -> (Outcome, Option<Id>) {
    state(|state| match state.slot(entity, T::KIND) {
        None => (Outcome::Dead, None),
        Some(id) if state.is_value_borrowed(id, !mutable) => (Outcome::Conflict, Some(id)),
        Some(id) => (Outcome::Borrowed, Some(id)),
    })
}

pub fn outcome<G>(result: &Result<G, BorrowError>) -> Outcome {
    match result {
        Ok(_) => Outcome::Borrowed,
        Err(
            BorrowError::Dead { .. }
            | BorrowError::Missing { .. }
            | BorrowError::WrongWorld { .. }
            | BorrowError::World { .. },
        ) => Outcome::Dead,
        // It was taken out of a pool, and goes on under another name.
        Err(BorrowError::Stale { entity, now, .. }) => {
            assert!(now.is_alive() && now.index() == entity.index());
            assert!(now.generation() > entity.generation());
            Outcome::Dead
        }
        Err(_) => Outcome::Conflict,
    }
}

pub fn write<T: Subject>(entity: Entity, number: u32) {
    let (expected, id) = expected::<T>(entity, true);
    let result = entity.try_borrow_mut::<T>();
    assert_eq!(outcome(&result), expected);
    if let (Ok(mut value), Some(id)) = (result, id) {
        value.set(number);
        if value.peek().is_some() {
            state(|state| state.value(id).number = number);
        }
    }
}

/// What guards show of values; their entities, if those are of the current world.
fn seen<'v, T: Subject>(values: impl Iterator<Item = &'v T>) -> Seen {
    let shown = values.map(|value| Shown { entity: value.own_entity(), terms: vec![Some(value.peek())] });
    Seen { shown: shown.collect(), stopped_at: None }
}

pub fn hold<T: Subject>(entity: Entity, mutable: bool) {
    if state(|state| state.held.len() > 8) {
        return;
    }
    let (expected, id) = expected::<T>(entity, mutable);
    let look: Rc<dyn Fn() -> Seen> = if mutable {
        let result = entity.try_borrow_mut::<T>();
        assert_eq!(outcome(&result), expected);
        let Ok(guard) = result else { return };
        Rc::new(move || seen(std::iter::once(&*guard)))
    } else {
        let result = entity.try_borrow::<T>();
        assert_eq!(outcome(&result), expected);
        let Ok(guard) = result else { return };
        Rc::new(move || seen(std::iter::once(&*guard)))
    };
    state(|state| {
        let id = id.expect("it was borrowed");
        let value = state.value(id);
        if mutable {
            value.exclusive = true
        } else {
            value.shared += 1
        }
        state.held.push(Held { what: What::Value { id, mutable }, forgotten: false, look });
    });
}

/// Drops a guard, outside of the maps. A forgotten one stays.
pub fn release(which: u8) {
    let look = state(|state| {
        let which = which as usize % state.held.len().max(1);
        if state.held.get(which).is_none_or(|held| held.forgotten) {
            return None;
        }
        let Held { what, look, .. } = state.held.remove(which);
        match what {
            What::Value { id, mutable: true } => state.value(id).exclusive = false,
            What::Value { id, mutable: false } => state.value(id).shared -= 1,
            What::View(_) => {}
            What::Query(asked) => state.remove_visitor(asked.number),
        }
        Some(look)
    });
    drop(look);
}

pub fn view<T: Subject>(mutable: bool, hold: bool) {
    let hold = hold && state(|state| state.held.len() <= 8);
    let (may_borrow, may_refuse) = state(|state| {
        let kind = T::KIND;
        (state.may_borrow_all(kind, mutable), state.may_refuse_all(kind, mutable))
    });
    enum Either<T: 'static> {
        Shared(View<'static, T>),
        Mutable(ViewMut<'static, T>),
    }
    let result = call(&[], || {
        if mutable { T::try_view_mut().map(Either::Mutable) } else { T::try_view().map(Either::Shared) }
    });
    let view = match result.unwrap_or_else(|panic| resume_unwind(panic)) {
        Ok(view) => view,
        Err(ViewError::Borrowed { .. } | ViewError::Unsettled { .. }) => {
            return assert!(may_refuse, "a view of {:?} is refused", T::KIND);
        }
        Err(error) => panic!("{error}"),
    };
    assert!(may_borrow, "a view of {:?} is borrowed", T::KIND);
    let (slice, enabled) = match &view {
        Either::Shared(view) => (view.as_slice(), view.enabled().len()),
        Either::Mutable(view) => (view.as_slice(), view.enabled().len()),
    };
    let ids = state(|state| {
        if !state.is_store_borrowed(state.current, T::KIND) {
            state.store(T::KIND).changes = Changes::None;
        }
        let live = state.live(state.current, T::KIND);
        assert_eq!(slice.len(), live.len());
        assert_eq!(enabled, live.iter().filter(|&&id| state.is_enabled(id)).count());
        let seen: Vec<_> = slice.iter().filter_map(Subject::peek).collect();
        if T::KIND.is_numbered() {
            for (place, &(id, number)) in seen.iter().enumerate() {
                assert_eq!(state.is_enabled(id), place < enabled, "the enabled ones come first");
                assert_eq!(state.value(id).number, number);
            }
            assert_eq!(seen.iter().map(|seen| seen.0).collect::<BTreeSet<_>>(), live);
        }
        live.into_iter().collect()
    });
    for &entity in &state(|state| state.known.clone()) {
        let expected = state(|state| state.slot(entity, T::KIND));
        let found = match &view {
            Either::Shared(view) => view.get(entity.handle()),
            Either::Mutable(view) => view.get(entity.handle()),
        };
        assert_eq!(found.is_some(), expected.is_some());
        assert!(found.and_then(Subject::peek).is_none_or(|seen| Some(seen.0) == expected));
    }
    // A view of nothing borrows nothing.
    if hold && !slice.is_empty() {
        let look: Rc<dyn Fn() -> Seen> = match view {
            Either::Shared(view) => Rc::new(move || seen(view.iter())),
            Either::Mutable(view) => Rc::new(move || seen(view.iter())),
        };
        state(|state| {
            let what = What::View(Borrow { world: state.current, kind: T::KIND, mutable, ids });
            state.held.push(Held { what, forgotten: false, look });
        });
    }
}

pub fn flush() {
    call(&[], World::flush).unwrap_or_else(|panic| resume_unwind(panic));
    state(|state| {
        let current = state.current;
        for kind in KINDS {
            if state.is_store_borrowed(current, kind) {
                continue;
            }
            state.store(kind).changes = Changes::None;
            let values = &state.values;
            state.worlds[current].limbo.retain(|(_, id)| values[id].kind != kind);
            for (&id, value) in state.values.iter().filter(|(_, v)| (v.world, v.kind) == (current, kind)) {
                if value.live {
                    assert_eq!(value.inits, u32::from(kind == Kind::Tracked), "`init` of {id}");
                    assert!(
                        kind != Kind::Tracked || value.notified == state.is_enabled(id),
                        "{id} knows its state"
                    );
                    continue;
                }
                assert!(!value.is_made || state.drops.contains_key(&id), "{id} was not dropped");
                // One that died before its `init`, or whose `init` has panicked, has no end either.
                let owes = value.owes_shutdown && (kind != Kind::Tracked || value.is_born);
                assert_eq!(value.shutdowns, u32::from(owes), "`shutdown` of {id}");
                assert!(!owes || !value.notified, "`on_disable` of {id} comes before");
            }
        }
    });
}

/// Compares what can be seen from outside with the maps.
pub fn check() {
    let known = state(|state| state.known.clone());
    for &entity in &known {
        let (alive, on, slots) = state(|state| {
            let kinds = state.world().kinds.clone();
            let owner = state.world().entities.get(&entity);
            let slots = owner.map(|owner| owner.slots.clone()).unwrap_or_default();
            let slots: Vec<_> = kinds.into_iter().filter(|kind| slots.contains_key(kind)).collect();
            (owner.is_some(), owner.is_some_and(|owner| !owner.off), slots)
        });
        assert_eq!((entity.is_alive(), entity.is_enabled()), (alive, on), "{entity:?}");
        let names: Vec<_> = slots.iter().map(|kind| format!("{kind:?}")).collect();
        assert_eq!(entity.components(), names);
        assert_eq!(
            entity.has::<(Tracked, Plain)>(),
            slots.contains(&Kind::Tracked) && slots.contains(&Kind::Plain)
        );
        for kind in KINDS {
            of_kind!(kind, T => check_component::<T>(entity));
        }
    }
    for kind in KINDS {
        let live = state(|state| state.live(state.current, kind).len());
        assert_eq!(of_kind!(kind, T => T::count()), live);
    }
    check_pools();
    for place in 0..state(|state| state.held.len()) {
        let look = state(|state| state.held[place].look.clone());
        let seen = look();
        drop(look);
        state(|state| check_held(state, place, &seen));
    }
    let stats = World::stats();
    state(|state| {
        let counts = state.world().kinds.clone().into_iter();
        let counts: Vec<_> =
            counts.map(|kind| (format!("{kind:?}"), state.live(state.current, kind).len())).collect();
        assert_eq!(
            stats.stores.iter().map(|store| (store.component.to_owned(), store.count)).collect::<Vec<_>>(),
            counts
        );
        let world = state.world();
        assert_eq!((stats.alive, stats.spawned), (world.entities.len(), world.spawned));
        assert_eq!(stats.despawned, world.spawned - world.entities.len() as u64);
        for (id, &drops) in &state.drops {
            assert!(drops == 1 && !state.values[id].live, "{id} was dropped {drops} times");
        }
    });
}

/// Compares what a guard, a view or a query shows with the maps. Guards on the dead keep their values.
fn check_held(state: &mut State, place: usize, seen: &Seen) {
    let values = || seen.shown.iter().map(|seen| seen.terms[0].expect("it is there"));
    let rest = match &state.held[place].what {
        What::Query(asked) => {
            asked.check_all(state, seen);
            Some((asked.number, asked.rest))
        }
        What::Value { id, .. } => {
            let value = &state.values[id];
            let expected = value.kind.is_numbered().then_some((*id, value.number));
            assert!(values().eq([expected]));
            if value.world == state.current {
                assert!(seen.shown[0].entity.is_none_or(|entity| entity == value.entity));
            }
            None
        }
        What::View(borrow) => {
            assert_eq!(seen.shown.len(), borrow.ids.len());
            let seen: BTreeMap<_, _> = values().flatten().collect();
            let ids = borrow.ids.iter().filter(|_| borrow.kind.is_numbered());
            assert_eq!(seen, ids.map(|id| (*id, state.values[id].number)).collect());
            None
        }
    };
    if let Some((number, rest)) = rest {
        state.set_extent(number, rest);
    }
}

pub fn check_component<T: Subject>(entity: Entity) {
    let slot = state(|state| state.slot(entity, T::KIND));
    assert_eq!((entity.has::<T>(), entity.handle::<T>().is_alive()), (slot.is_some(), slot.is_some()));
    assert_eq!(entity.handle::<T>().is_enabled(), slot.is_some_and(|id| state(|state| state.is_enabled(id))));
    let (expected, id) = expected::<T>(entity, false);
    let result = entity.try_borrow::<T>();
    assert_eq!(outcome(&result), expected);
    if let (Ok(value), Some(id)) = (result, id) {
        let number = state(|state| state.value(id).number);
        assert!(value.peek().is_none_or(|seen| seen == (id, number)));
        assert!(value.own_entity().is_none_or(|own| own == entity));
    }
}

pub fn settle_and_look() {
    flush();
    for kind in KINDS {
        of_kind!(kind, T => view::<T>(false, false));
    }
    for kind in KINDS {
        of_kind!(kind, T => view::<T>(true, false));
    }
}
