//! Each way in which a component comes or ends, for each kind of type, observed or not, in each circumstance:
//! the hooks, the observers and the drops are those of the two tables in `ecs-core/src/life`, in that order
//! (laws S2, S3, C1, C2, C5, D6, E2, N3, O1).

mod calls;
mod kinds;
mod singletons;

use std::rc::Rc;

use ecs_core::{Component, Entity, World};

use self::calls::{ENTRIES, EXITS, Entry, Exit, Source, come, end, inside_a_hook};
use self::kinds::{Deed, Has, Kind, each_kind, let_hook, let_no_hook};
use crate::support::{take_log, try_caught};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Case {
    Usual,
    Disabled,
    InsideAHook,
    /// Coming: another component of the type. Ending: the component itself.
    Borrowed,
    /// Coming: a value is kept that is used again.
    Kept,
    Hook(&'static str, Deed),
}

fn push_if(steps: &mut Vec<&'static str>, step: &'static str, is_due: bool) {
    if is_due {
        steps.push(step);
    }
}

/// The first steps of a birth, before anybody is told.
fn first_steps(has: Has) -> Vec<&'static str> {
    let mut steps = Vec::new();
    push_if(&mut steps, "wings", has.requires);
    push_if(&mut steps, "init", has.init);
    steps
}

/// What follows them.
fn notices(has: Has, observed: bool, enabled: bool) -> Vec<&'static str> {
    let mut steps = Vec::new();
    push_if(&mut steps, "Add", observed);
    push_if(&mut steps, "on_enable", enabled && has.switches);
    push_if(&mut steps, "Enable", enabled && observed);
    steps
}

fn end_steps(has: Has, observed: bool, enabled: bool) -> Vec<&'static str> {
    let mut steps = Vec::new();
    push_if(&mut steps, "Disable", enabled && observed);
    push_if(&mut steps, "on_disable", enabled && has.switches);
    push_if(&mut steps, "Remove", observed);
    push_if(&mut steps, "shutdown", has.shutdown);
    steps
}

/// All that is to be logged when a component comes, until the next sync point.
fn expected_entry(entry: Entry, case: Case, has: Has, observed: bool) -> Vec<&'static str> {
    let mut steps = Vec::new();
    let takes_kept = entry.takes_kept() && takes_kept(case);
    push_if(&mut steps, "on_reset", has.reset && (entry.is_reuse() || takes_kept));
    push_if(&mut steps, "on_load", has.load && entry == Entry::Load);
    if entry.is_birth() && case != Case::Hook("on_reset", Deed::Panics) {
        steps.extend(first_steps(has));
    }
    match case {
        // The pool has it again, and what comes from a save stays.
        Case::Hook("on_reset", Deed::Panics) if entry == Entry::TakeAgain => {}
        Case::Hook("on_load", Deed::Panics) => steps.extend(notices(has, observed, true)),
        // The copy is despawned.
        Case::Hook("on_reset", Deed::Panics) if entry == Entry::Duplicate => {
            // What the copy was cloned from drops at once: the thread unwinds.
            push_if(&mut steps, "drop", has.drop && !has.refers);
            push_if(&mut steps, "shutdown", has.shutdown);
            push_if(&mut steps, "drop", has.drop && !has.pooled);
        }
        // It is dead without an end, and its value is not kept.
        Case::Hook(_, Deed::Panics) => push_if(&mut steps, "drop", has.drop),
        // Nobody was told that it is there, so nobody is told that it ends.
        Case::Hook(_, Deed::Despawns) => {
            push_if(&mut steps, "shutdown", has.shutdown);
            push_if(&mut steps, "drop", has.drop && !has.pooled);
        }
        _ => steps.extend(notices(has, observed, case != Case::Disabled)),
    }
    if entry == Entry::Duplicate && !matches!(case, Case::Hook(..)) {
        // What the copy was cloned from.
        push_if(&mut steps, "drop", has.drop && !has.refers);
    }
    if entry == Entry::Load {
        // It knew in the world that was saved whether it is enabled.
        steps.retain(|&step| step != "on_enable");
    }
    steps
}

/// Says whether a value is kept.
fn takes_kept(case: Case) -> bool {
    matches!(case, Case::Kept | Case::Hook("on_reset", _))
}

/// All that is to be logged when a component ends, until the next sync point after the end of the borrow.
fn expected_exit(exit: Exit, case: Case, has: Has, observed: bool) -> Vec<&'static str> {
    let enabled = case != Case::Disabled;
    let is_kept = has.pooled && !matches!(case, Case::Hook(_, Deed::Panics));
    let mut steps = end_steps(has, observed, enabled);
    // The types that the old value has required are there.
    let first_of_next = first_steps(Has { requires: false, ..has });
    if (exit, case) == (Exit::ResetWorld, Case::Borrowed) && !has.no_row {
        // The end waits, and all observers have ended by then.
        steps.retain(|&step| step != "Disable" && step != "Remove");
    }
    match (exit, case) {
        (Exit::Remove, Case::Borrowed) => return Vec::new(),
        // The new value is refused.
        (Exit::ReplaceOver, Case::Borrowed) => {
            return if has.drop { vec!["drop"] } else { Vec::new() };
        }
        (Exit::InsertOver, Case::Borrowed) => {
            // The end waits. What observers hear of the new value comes after it.
            let (mut first, notices) = (first_of_next, notices(has, observed, true));
            if !observed {
                first.extend(notices.clone());
            }
            first.append(&mut steps);
            if observed {
                first.extend(notices);
            }
            push_if(&mut first, "drop", has.drop);
            return first;
        }
        (Exit::InsertOver | Exit::ReplaceOver, _) => {
            let birth = [first_of_next, notices(has, observed, enabled)].concat();
            // At the sync point of an outermost `insert` the old value is dropped before the new one is born.
            let drops_first = exit == Exit::InsertOver && case != Case::InsideAHook;
            push_if(&mut steps, "drop", has.drop && drops_first);
            steps.extend(birth);
            push_if(&mut steps, "drop", has.drop && !drops_first);
        }
        (Exit::GiveBack, _) => steps.retain(|&step| step != "shutdown"),
        // A hook that despawns the entity leaves nothing to give back.
        (Exit::Remove, Case::Hook(..)) => push_if(&mut steps, "drop", has.drop && !is_kept),
        (Exit::Remove | Exit::ClearWorld | Exit::ResetWorld, _) => push_if(&mut steps, "drop", has.drop),
        _ => push_if(&mut steps, "drop", has.drop && !is_kept),
    }
    steps
}

fn check_entry<T: Kind>(entry: Entry, case: Case, observed: bool) {
    let what = format!("{entry:?} of {}, {case:?}, observed: {observed}", std::any::type_name::<T>());
    World::new().enter(|| {
        let _observers = if observed { T::observe() } else { Vec::new() };
        let source = Rc::new(Source::<T>::new(Some(entry), case != Case::Disabled));
        let (entity, other) = (Entity::spawn(), Entity::spawn());
        let held = (case == Case::Borrowed).then(|| other.add::<T>().borrow());
        if takes_kept(case) {
            other.add::<T>().kill();
        }
        entity.set_enabled(case != Case::Disabled);
        take_log();
        if let Case::Hook(hook, deed) = case {
            let_hook(hook, deed);
        }
        if case == Case::InsideAHook {
            let source = source.clone();
            inside_a_hook(move || come(entry, entity, &source));
        } else {
            let come = try_caught(|| come(entry, entity, &source));
            assert_eq!(come.is_err(), matches!(case, Case::Hook(_, Deed::Panics)), "{what}");
        }
        World::flush();
        let_no_hook();
        assert_eq!(take_log(), expected_entry(entry, case, T::HAS, observed), "{what}");
        let others = usize::from(held.is_some()) + source.count();
        let stays = !matches!(case, Case::Hook(..)) || matches!(entry, Entry::Load | Entry::TakeAgain);
        assert_eq!(T::count(), others + usize::from(stays), "{what}");
        drop(held);
        let _ = source;
    });
    take_log();
}

fn check_exit<T: Kind>(exit: Exit, case: Case, observed: bool) {
    let what = format!("{exit:?} of {}, {case:?}, observed: {observed}", std::any::type_name::<T>());
    World::new().enter(|| {
        let _observers = if observed { T::observe() } else { Vec::new() };
        let source = Rc::new(Source::<T>::new(None, true));
        let entity = if exit == Exit::GiveBack { source.pool.take() } else { Entity::spawn() };
        entity.add::<T>();
        if exit == Exit::DespawnParent {
            entity.child_of(Entity::spawn());
        }
        entity.set_enabled(case != Case::Disabled);
        take_log();
        let held = (case == Case::Borrowed).then(|| entity.borrow::<T>());
        if let Case::Hook(hook, deed) = case {
            let_hook(hook, deed);
        }
        if case == Case::InsideAHook {
            let source = source.clone();
            inside_a_hook(move || end(exit, entity, &source));
        } else {
            let ended = try_caught(|| end(exit, entity, &source));
            assert_eq!(ended.is_err(), matches!(case, Case::Hook(_, Deed::Panics)), "{what}");
        }
        let is_refused = case == Case::Borrowed && matches!(exit, Exit::Remove | Exit::ReplaceOver);
        let stays = is_refused || matches!(exit, Exit::InsertOver | Exit::ReplaceOver | Exit::GiveBack);
        assert_eq!(entity.has::<T>(), stays, "{what}");
        drop(held);
        World::flush();
        let_no_hook();
        assert_eq!(take_log(), expected_exit(exit, case, T::HAS, observed), "{what}");
        let _ = source;
    });
    take_log();
}

#[test]
fn d6_each_way_in_takes_the_steps_of_a_birth_in_their_order() {
    for entry in ENTRIES {
        for observed in [false, true] {
            each_kind!(T => {
                let has = T::HAS;
                check_entry::<T>(entry, Case::Usual, observed);
                if !entry.is_command() {
                    check_entry::<T>(entry, Case::InsideAHook, observed);
                }
                check_entry::<T>(entry, Case::Borrowed, observed);
                if entry.has_entity() || entry.copies() {
                    check_entry::<T>(entry, Case::Disabled, observed);
                }
                if has.pooled {
                    check_entry::<T>(entry, Case::Kept, observed);
                }
                if has.init && entry.is_birth() {
                    check_entry::<T>(entry, Case::Hook("init", Deed::Panics), observed);
                    if entry != Entry::TakeFromPool {
                        check_entry::<T>(entry, Case::Hook("init", Deed::Despawns), observed);
                    }
                }
                if has.reset && (entry.is_reuse() || has.pooled && entry.takes_kept()) {
                    check_entry::<T>(entry, Case::Hook("on_reset", Deed::Panics), observed);
                }
                if has.load && entry == Entry::Load {
                    check_entry::<T>(entry, Case::Hook("on_load", Deed::Panics), observed);
                }
            });
        }
    }
}

#[test]
fn d6_each_way_out_takes_the_steps_of_an_end_in_their_order() {
    for exit in EXITS {
        for observed in [false, true] {
            each_kind!(T => {
                let has = T::HAS;
                check_exit::<T>(exit, Case::Usual, observed);
                if !exit.is_command() {
                    check_exit::<T>(exit, Case::InsideAHook, observed);
                }
                check_exit::<T>(exit, Case::Borrowed, observed);
                check_exit::<T>(exit, Case::Disabled, observed);
                if !matches!(exit, Exit::InsertOver | Exit::ReplaceOver | Exit::GiveBack) {
                    if has.switches {
                        check_exit::<T>(exit, Case::Hook("on_disable", Deed::Panics), observed);
                    }
                    if has.shutdown {
                        check_exit::<T>(exit, Case::Hook("shutdown", Deed::Panics), observed);
                        check_exit::<T>(exit, Case::Hook("shutdown", Deed::Despawns), observed);
                    }
                }
            });
        }
    }
}

#[test]
fn e4_what_a_batch_has_placed_and_not_born_ends_without_hooks() {
    each_kind!(T => {
        World::new().enter(|| {
            let _observers = T::observe();
            let make = |place: usize, _| {
                assert!(place < 2, "the closure panics");
                (T::default(),)
            };
            assert!(try_caught(|| Entity::spawn_many(3, make)).is_err());
            World::flush();
            let drops = if T::HAS.drop { 2 } else { 0 };
            assert_eq!((take_log(), T::count()), (vec!["drop".to_owned(); drops], 0));
        });
        take_log();
    });
}
