//! The calls to pools, each with its expectation.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::rc::Rc;

use ecs_core::{Archetype, Entity, Pool, PoolError};

use crate::calls::{call, target};
use crate::components::{Plain, Subject, Tracked};
use crate::maps::{State, state};
use crate::pools::{MOST, PoolModel, Take};
use crate::scripts::{Script, Target};

type Bats = Pool<Archetype<(Tracked, Plain)>>;

thread_local! {
    static POOLS: RefCell<[Option<Rc<Bats>>; 2]> = RefCell::default();
}

fn pool(which: usize) -> Option<Rc<Bats>> {
    POOLS.with_borrow(|pools| pools[which].clone())
}

fn pool_or_new(which: usize) -> Rc<Bats> {
    pool(which).unwrap_or_else(|| {
        let supplier = move || {
            // One that has begun another life has kept some: what is supplied besides drops before it is
            // known which entity that is.
            let parked = state(|state| state.parked(which));
            let is_new = parked.iter().all(|parked| parked.entity.is_alive());
            let (tracked, plain, script) = state(State::supply);
            let script = if is_new { script } else { Script::default() };
            (Tracked::make(tracked, script), Plain::make(plain, Script::default()))
        };
        let pool = Pool::with(supplier, |entity| state(|state| state.note_resetter(entity)));
        let pool = Rc::new(if which == 1 { pool.bounded(MOST) } else { pool });
        POOLS.with_borrow_mut(|pools| pools[which] = Some(pool.clone()));
        pool
    })
}

/// Takes an entity out of a pool.
pub fn take(which: usize) {
    let pool = pool_or_new(which);
    let (parked, count, is_elsewhere, may_be_elsewhere) = state(|state| {
        let there = 1 - state.current;
        let is_elsewhere = state.members(which, there).next().is_some();
        let (parked, count) = (state.parked(which), state.members_and_makings(which));
        state.takes.push(Take::of(which));
        (parked, count, is_elsewhere, state.pools[which].worlds.contains(&there))
    });
    let result = call(&[], || pool.try_take());
    let take = state(|state| state.takes.pop()).expect("it was pushed");
    let is_full = which == 1 && count >= MOST;
    let all_wait = || assert!(parked.iter().all(|parked| parked.may_wait), "what is parked comes first");
    match result {
        Ok(Ok(entity)) => {
            // A hook of a `take` may have taken in the other world before the first member was there.
            assert!(!is_elsewhere || state(|state| state.pools[which].worlds.len() == 2));
            assert_eq!(take.entity, Some(entity));
            match take.before {
                Some(before) => {
                    let before = parked.iter().find(|parked| parked.entity == before);
                    assert!(
                        before.is_some_and(|before| !before.must_wait),
                        "it was not parked, or is borrowed"
                    );
                }
                None => {
                    all_wait();
                    assert!(!is_full, "a bounded pool has so many and no more");
                    state(|state| {
                        let world = state.current;
                        state.pools[which].worlds.insert(world);
                        state.pools[which].members.insert(entity, true);
                    });
                }
            }
        }
        Ok(Err(PoolError::WrongWorld { .. })) => assert!(may_be_elsewhere),
        Ok(Err(PoolError::Exhausted { .. })) => assert!(is_full && parked.is_empty()),
        Ok(Err(PoolError::Busy { .. })) => {
            all_wait();
            assert!(is_full && !parked.is_empty());
        }
        Ok(Err(error)) => panic!("{error}"),
        Err(panic) => {
            state(|state| state.undo_take(&take));
            resume_unwind(panic);
        }
    }
}

/// Chooses an entity to give back: mostly one that is taken.
pub fn taken(which: usize, of: Target, me: Entity) -> Entity {
    let members: Vec<_> = state(|state| state.members(which, state.current).collect());
    let taken: Vec<_> = members.iter().filter(|(_, taken)| *taken).collect();
    if of.is_multiple_of(4) || taken.is_empty() {
        return target(of, me);
    }
    taken[of as usize % taken.len()].0
}

/// Gives an entity back, which may be anyone's.
pub fn give_back(which: usize, entity: Entity) {
    let Some(pool) = pool(which) else { return };
    let is_parked = state(|state| {
        let is_there = state.world().entities.get(&entity).is_some_and(|owner| !owner.dying);
        let is_parked = is_there && state.pools[which].members.get(&entity) == Some(&true);
        if is_parked {
            state.park(which, entity);
        }
        is_parked
    });
    let result = call(&[entity], || pool.give_back(entity)).unwrap_or_else(|panic| resume_unwind(panic));
    assert_eq!(result, is_parked, "{entity:?}");
}

/// Drops a pool, which despawns what is parked, unless a call of it or a `clear` is under way.
pub fn drop_pool(which: usize) {
    let is_free = |pool: &mut Rc<Bats>| Rc::strong_count(pool) == 1;
    let is_clearing = state(|state| !state.world().clearing.is_empty());
    let dropped = POOLS.with_borrow_mut(|pools| pools[which].take_if(|pool| !is_clearing && is_free(pool)));
    let Some(pool) = dropped else { return };
    // It says in which order it will despawn them.
    let text = format!("{pool:?}");
    let listed = text.split("parked: [").nth(1).and_then(|text| text.split(']').next());
    let listed: Vec<_> = listed.expect("a pool prints what is parked").split(", ").collect();
    state(|state| {
        let parked = state.parked(which);
        let mut parked: Vec<_> = parked.into_iter().map(|parked| parked.entity).collect();
        parked.sort_by_key(|entity| listed.iter().position(|text| *text == format!("{entity:?}")));
        state.world().clearing = parked;
        state.pools[which] = PoolModel::default();
    });
    let result = call(&[], || drop(pool));
    state(|state| {
        let ended = std::mem::take(&mut state.world().clearing);
        ended.into_iter().for_each(|entity| state.finish_despawn(entity));
    });
    result.unwrap_or_else(|panic| resume_unwind(panic));
}

/// Compares what the pools say with the maps.
pub fn check_pools() {
    for which in [0, 1] {
        let Some(pool) = pool(which) else { continue };
        let mut live: Vec<_> = pool.live().collect();
        live.sort();
        let members: Vec<_> = state(|state| state.members(which, state.current).collect());
        let taken: Vec<_> = members.iter().filter(|(_, taken)| *taken).map(|(entity, _)| *entity).collect();
        assert_eq!(live, taken);
        assert_eq!((pool.len(), pool.parked()), (members.len(), members.len() - taken.len()));
    }
}

/// Drops the pools after their worlds.
pub fn end_pools() {
    drop(POOLS.take());
}
