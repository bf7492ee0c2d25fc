//! The calls that add, end and switch, each with its expectation.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use ecs_core::{AddError, Entity, RemoveError, World};

use crate::asking::ask;
use crate::clearing::clear_kind;
use crate::components::{Plain, Subject, Tracked, of_kind};
use crate::frames::{elsewhere, update};
use crate::looks::{flush, hold, release, view, write};
use crate::loops::for_each;
use crate::maps::{Changes, state};
use crate::scripts::{Act, Kind, Script, Target};
use crate::sorting::{sort, sort_like_kinds};
use crate::tags;
use crate::taking::{drop_pool, give_back, take, taken};

/// The panic of a script.
pub struct Scripted;

pub type Panic = Box<dyn Any + Send>;

pub fn says(panic: &(dyn Any + Send), start: &str) -> bool {
    panic.downcast_ref::<String>().is_some_and(|text| text.starts_with(start))
}

/// Calls the library, with its target marked as busy. A panic of a script comes back as `Err`; a failed check
/// goes on.
pub fn call<R>(busy: &[Entity], f: impl FnOnce() -> R) -> Result<R, Panic> {
    call_that_may("a scripted panic", busy, f)
}

/// As [`call`], where also a panic of the library is foreseen: one whose message starts so.
pub fn call_that_may<R>(message: &str, busy: &[Entity], f: impl FnOnce() -> R) -> Result<R, Panic> {
    state(|state| state.busy.extend(busy));
    let result = catch_unwind(AssertUnwindSafe(f));
    state(|state| state.busy.truncate(state.busy.len() - busy.len()));
    match result {
        Err(panic) if !panic.is::<Scripted>() && !says(&*panic, message) => resume_unwind(panic),
        result => result,
    }
}

pub fn target(target: Target, me: Entity) -> Entity {
    if target == 0 && me != Entity::NONE {
        return me;
    }
    state(|state| {
        let recent = if target < 200 { 6 } else { usize::MAX };
        let among = state.known.len().min(recent);
        if among == 0 { Entity::NONE } else { state.known[state.known.len() - 1 - target as usize % among] }
    })
}

pub fn act(act: Act, me: Entity) {
    let at_sync_point = state(|state| state.at_sync_point > 0);
    let is_free = |entity| !at_sync_point || state(|state| state.is_free(entity));
    match act {
        Act::Spawn => spawn(),
        Act::Add(to, kind) if is_free(target(to, me)) => of_kind!(kind, T => add::<T>(target(to, me))),
        Act::Kill(of, kind) if is_free(target(of, me)) => of_kind!(kind, T => kill::<T>(target(of, me))),
        Act::Despawn(of) if is_free(target(of, me)) => despawn(target(of, me)),
        // At a sync point a call that knows nothing of the script waits for its result.
        _ if at_sync_point => {}
        Act::SpawnMany { count, panic_at } => spawn_many(count, panic_at),
        Act::Insert(to, kind) => of_kind!(kind, T => insert::<T>(target(to, me))),
        Act::Replace(to, kind) => of_kind!(kind, T => replace::<T>(target(to, me))),
        Act::Remove(from, kind) => of_kind!(kind, T => remove::<T>(target(from, me))),
        Act::Switch(of, kind, on) => of_kind!(kind, T => switch::<T>(target(of, me), on)),
        Act::SwitchEntity(of, on) => switch_entity(target(of, me), on),
        Act::Write(of, kind, number) => of_kind!(kind, T => write::<T>(target(of, me), number)),
        Act::Hold { target: of, kind, mutable } => of_kind!(kind, T => hold::<T>(target(of, me), mutable)),
        Act::HoldView { kind, mutable } => of_kind!(kind, T => view::<T>(mutable, true)),
        Act::Look { kind, mutable } => of_kind!(kind, T => view::<T>(mutable, false)),
        Act::Release(which) => release(which),
        Act::Forget(which) => state(|state| {
            if !state.held.is_empty() {
                let which = which as usize % state.held.len();
                state.held[which].forgotten = true;
            }
        }),
        Act::Flush => flush(),
        Act::Update { alone } => update(alone),
        Act::Clear if me == Entity::NONE => clear(),
        Act::ClearKind(kind) => of_kind!(kind, T => clear_kind::<T>()),
        Act::Elsewhere(of, kind, end) => elsewhere(target(of, me), kind, end),
        Act::Query { .. } => ask(act, me),
        Act::ForEach { kind, at_once } => of_kind!(kind, T => for_each::<T>(me, at_once)),
        Act::Sort(kind, by) => of_kind!(kind, T => sort::<T>(by, me)),
        Act::SortLike(kind, like) => sort_like_kinds(kind, like),
        Act::Take(pool) => take(pool as usize % 2),
        Act::GiveBack(pool, of) => give_back(pool as usize % 2, taken(pool as usize % 2, of, me)),
        Act::DropPool(pool) => drop_pool(pool as usize % 2),
        Act::Panic if me != Entity::NONE => resume_unwind(Box::new(Scripted)),
        _ => {}
    }
}

pub fn spawn() {
    let entity = Entity::spawn();
    state(|state| state.note_spawn(entity));
}

pub fn spawn_many(count: u8, panic_at: Option<u8>) {
    let mut ids = Vec::new();
    let mut entities = Vec::new();
    let result = call(&[], || {
        Entity::spawn_many(count.into(), |place, entity| {
            state(|state| state.note_spawn(entity));
            entities.push(entity);
            if panic_at.is_some_and(|at| usize::from(at) == place) {
                resume_unwind(Box::new(Scripted));
            }
            let (script, tracked, plain) = state(|state| {
                let (tracked, plain) = (state.make(entity, Kind::Tracked), state.make(entity, Kind::Plain));
                // The call knows the types before the values.
                state.place(tracked);
                state.place(plain);
                (std::mem::take(&mut state.script), tracked, plain)
            });
            ids.push((tracked, plain));
            (Tracked::make(tracked, script), Plain::make(plain, Script::default()))
        })
    });
    match result {
        Ok(spawned) => assert_eq!(spawned, entities),
        Err(panic) if ids.len() < entities.len() => {
            // The closure has panicked: all is undone.
            state(|state| entities.iter().for_each(|&entity| state.undo(entity)));
            resume_unwind(panic);
        }
        Err(panic) => {
            state(|state| {
                // Only the first has a script that can panic.
                state.die(ids[0].0);
                entities[1..].iter().for_each(|&entity| state.undo(entity));
            });
            resume_unwind(panic);
        }
    }
}

/// The refusal that an add to this entity must meet.
pub fn refusal(entity: Entity, kind: Kind) -> Option<&'static str> {
    state(|state| {
        let slot = state.slot(entity, kind);
        let slot_dies = slot.is_some_and(|id| state.value(id).dying);
        match state.world().entities.get(&entity) {
            None => Some("dead"),
            Some(owner) if owner.dying || slot_dies => Some("dying"),
            Some(_) => None,
        }
    })
}

#[track_caller]
pub fn assert_refused<R: fmt::Debug>(result: Result<R, AddError>, refusal: &str) {
    match result {
        Err(AddError::DeadEntity { .. } | AddError::WrongWorld { .. } | AddError::World { .. }) => {
            assert_eq!(refusal, "dead")
        }
        Err(AddError::Dying { .. }) => assert_eq!(refusal, "dying"),
        other => panic!("{other:?}, where it must be refused: {refusal}"),
    }
}

pub fn add<T: Subject>(entity: Entity) {
    if let Some(refusal) = refusal(entity, T::KIND) {
        let id = state(|state| state.make(entity, T::KIND));
        return assert_refused(entity.try_add_with(|| T::make(id, Script::default())), refusal);
    }
    if state(|state| state.slot(entity, T::KIND)).is_some() {
        let kept = entity.try_add_with(|| -> T { panic!("the value stays") });
        return assert_eq!(kept, Ok(entity.handle()));
    }
    let (id, script) = state(|state| {
        let id = state.make(entity, T::KIND);
        state.place(id);
        (id, state.script_of(T::KIND))
    });
    match call(&[entity], || entity.try_add_with(|| T::make(id, script))) {
        Ok(added) => assert_eq!(added, Ok(entity.handle())),
        Err(panic) => {
            state(|state| state.die(id));
            resume_unwind(panic);
        }
    }
}

pub fn insert<T: Subject>(entity: Entity) {
    let refused = refusal(entity, T::KIND);
    let (new, old, script) = state(|state| {
        let new = state.make(entity, T::KIND);
        let old = state.slot(entity, T::KIND);
        let script = state.script_of(T::KIND);
        if refused.is_none() {
            match old {
                Some(old) if state.is_value_borrowed(old, false) && tags::keeps_borrowed(T::KIND) => {}
                Some(old) if state.is_value_borrowed(old, false) => {
                    state.value(old).owes_shutdown = T::KIND.has_shutdown();
                    state.supersede(old, new);
                }
                Some(old) => {
                    state.value(old).dying = true;
                    state.value(old).owes_shutdown = T::KIND.has_shutdown();
                    state.inserts.push((new, Some(old)));
                }
                None => state.place(new),
            }
        }
        (new, old, script)
    });
    let result = call(&[entity], || entity.try_insert(T::make(new, script)));
    // The old one's `shutdown` may have despawned the entity.
    let refused = refused.or_else(|| {
        let gone =
            state(|state| !state.world().entities.contains_key(&entity) && state.value(new).inits == 0);
        (gone && state(|state| state.inserts.iter().any(|insert| insert.0 == new))).then_some("dead")
    });
    match (result, refused) {
        (Ok(result), Some(refusal)) => {
            state(|state| state.inserts.retain(|insert| insert.0 != new));
            assert_refused(result, refusal);
        }
        (Ok(result), None) => {
            state(|state| state.finish_insert(new));
            assert_eq!(result, Ok(entity.handle()));
        }
        (Err(panic), _) => {
            state(|state| {
                let in_shutdown = state.inserts.iter().any(|insert| insert.0 == new);
                state.inserts.retain(|insert| insert.0 != new);
                match old {
                    Some(old) if in_shutdown => state.die(old),
                    _ => state.die(new),
                }
            });
            resume_unwind(panic);
        }
    }
}

pub fn replace<T: Subject>(entity: Entity) {
    let refused = refusal(entity, T::KIND);
    let (new, old, script, is_borrowed) = state(|state| {
        let (new, old) = (state.make(entity, T::KIND), state.slot(entity, T::KIND));
        let is_borrowed = refused.is_none() && old.is_some_and(|old| state.is_value_borrowed(old, false));
        match old {
            _ if refused.is_some() || is_borrowed => {}
            Some(old) => {
                state.value(old).dying = true;
                state.value(old).owes_shutdown = T::KIND.has_shutdown();
                state.inserts.push((new, Some(old)));
            }
            None => state.place(new),
        }
        (new, old, state.script_of(T::KIND), is_borrowed)
    });
    let number = old.map(|old| state(|state| state.value(old).number));
    let result = call(&[entity], || entity.try_replace(T::make(new, script)));
    let waits = state(|state| {
        let waits = state.inserts.iter().any(|insert| insert.0 == new);
        if !matches!(result, Ok(Ok(_))) {
            state.inserts.retain(|insert| insert.0 != new);
        }
        waits
    });
    match result {
        Ok(Ok(replaced)) => {
            assert!(refused.is_none() && !is_borrowed);
            state(|state| state.finish_insert(new));
            assert_eq!(replaced.is_some(), old.is_some(), "the old value comes back");
            if let Some(value) = replaced {
                assert!(value.peek().is_none_or(|seen| Some(seen) == old.zip(number)));
                assert_eq!(value.own_entity(), None);
            }
        }
        Ok(Err(AddError::Blocked { hook: None, .. })) if is_borrowed => {}
        // Its `shutdown` may have kept a query that has borrowed the old one, which ends as if it was killed.
        Ok(Err(AddError::Blocked { hook: None, .. })) => state(|state| {
            let old = old.expect("it was borrowed");
            assert!(waits && state.value(old).live && state.is_value_borrowed(old, false));
            state.die(old);
        }),
        // The old one's `shutdown` may have despawned the entity.
        Ok(Err(error)) => {
            let is_gone = waits && state(|state| !state.world().entities.contains_key(&entity));
            assert_refused::<()>(Err(error), refused.or(is_gone.then_some("dead")).expect("a reason"));
        }
        Err(panic) => {
            state(|state| state.die(if waits { old.expect("it has a `shutdown`") } else { new }));
            resume_unwind(panic);
        }
    }
}

pub fn remove<T: Subject>(entity: Entity) {
    let Some(id) = state(|state| state.slot(entity, T::KIND)) else {
        return assert!(matches!(entity.try_remove::<T>(), Ok(None)));
    };
    if state(|state| state.is_value_borrowed(id, false)) {
        return assert!(matches!(entity.try_remove::<T>(), Err(RemoveError::Borrowed { .. })));
    }
    if refusal(entity, T::KIND).is_some() {
        return assert!(matches!(entity.try_remove::<T>(), Ok(None)), "it is dying");
    }
    let number = state(|state| {
        state.value(id).dying = true;
        state.value(id).number
    });
    let result = call(&[entity], || entity.try_remove::<T>());
    // Its `shutdown` may have despawned the entity.
    let (was_live, was_borrowed) = state(|state| {
        let (was_live, was_borrowed) = (state.value(id).live, state.is_value_borrowed(id, false));
        state.value(id).owes_shutdown = T::KIND.has_shutdown();
        state.die(id);
        (was_live, was_borrowed)
    });
    match result {
        Ok(Ok(Some(value))) => {
            assert!(was_live && !was_borrowed);
            assert!(value.peek().is_none_or(|seen| seen == (id, number)));
            assert_eq!(value.own_entity(), None);
        }
        Ok(Ok(None)) => assert!(!was_live),
        // Its `shutdown` may have kept a query that has borrowed it.
        Ok(Err(RemoveError::Borrowed { .. })) => assert!(was_live && was_borrowed),
        Ok(Err(error)) => panic!("{error}"),
        Err(panic) => resume_unwind(panic),
    }
}

pub fn kill<T: Subject>(entity: Entity) {
    let slot = state(|state| state.slot(entity, T::KIND));
    let Some(id) = slot.filter(|_| refusal(entity, T::KIND).is_none()) else {
        return assert!(!entity.kill::<T>());
    };
    state(|state| {
        state.value(id).owes_shutdown = T::KIND.has_shutdown();
        if state.is_value_borrowed(id, false) {
            state.die(id);
        } else {
            state.value(id).dying = true;
        }
    });
    let result = call(&[entity], || entity.kill::<T>());
    state(|state| state.die(id));
    match result {
        Ok(killed) => assert!(killed),
        Err(panic) => resume_unwind(panic),
    }
}

pub fn despawn(entity: Entity) {
    let is_free = state(|state| {
        let owner = state.world().entities.get_mut(&entity).filter(|owner| !owner.dying);
        owner.map(|owner| owner.dying = true).is_some()
    });
    if !is_free {
        return assert!(!entity.despawn());
    }
    let result = call(&[entity], || entity.despawn());
    state(|state| state.finish_despawn(entity));
    match result {
        Ok(despawned) => assert!(despawned),
        Err(panic) => resume_unwind(panic),
    }
}

pub fn clear() {
    state(|state| {
        let mut all: Vec<_> = state.world().entities.keys().copied().collect();
        all.sort_by_key(|&entity| entity.index());
        state.world().clearing = all;
    });
    let result = call(&[], World::clear);
    state(|state| {
        let mut cleared = std::mem::take(&mut state.world().clearing);
        if result.is_err() {
            // It stopped at the entity whose hook has panicked.
            cleared.truncate(1);
        }
        cleared.into_iter().for_each(|entity| state.finish_despawn(entity));
    });
    result.unwrap_or_else(|panic| resume_unwind(panic));
}

pub fn switch<T: Subject>(entity: Entity, on: bool) {
    let slot = state(|state| {
        let slot = state.slot(entity, T::KIND)?;
        state.value(slot).own_off = !on;
        state.note_change(T::KIND, Changes::Perhaps);
        Some(slot)
    });
    assert_eq!(entity.handle::<T>().set_enabled(on), slot.is_some());
}

pub fn switch_entity(entity: Entity, on: bool) {
    let is_alive = state(|state| state.switch_entity(entity, on));
    assert_eq!(entity.set_enabled(on), is_alive);
}
