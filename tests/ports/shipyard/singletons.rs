//! Singletons, which shipyard calls uniques.

use std::marker::PhantomData;

use ecs_core::{Schedule, Singleton, SingletonError, World, local};

#[derive(Singleton, Debug, Default, PartialEq)]
struct Score(usize);

/// Has no default.
#[derive(Singleton, Debug, PartialEq)]
struct Map(usize);

// after: unique_storage
#[test]
fn a_singleton_is_written_by_one_system_and_read_by_the_next_until_the_world_is_reset() {
    Map::set(Map(0));
    Schedule::new().add((|map: &mut Map| map.0 += 1, |map: &Map| assert_eq!(map.0, 1))).run(0.1);
    World::reset();
    assert!(matches!(Map::try_borrow_mut(), Err(SingletonError::Unset { .. })));
}

// after: not_unique_storage
#[test]
fn one_that_nobody_has_set_is_not_there() {
    assert!(matches!(Map::try_borrow(), Err(SingletonError::Unset { .. })));
    assert!(matches!(Map::try_borrow_mut(), Err(SingletonError::Unset { .. })));
    assert!(Map::get().is_none());
}

/// May not leave its thread.
#[derive(Singleton, Default)]
struct Local {
    value: usize,
    _pointer: PhantomData<*const ()>,
}

// after: non_send, non_sync, non_send_sync, non_send_remove, unique_exhaustive_list
#[test]
fn one_that_may_not_leave_its_thread_is_taken_by_systems_that_stay() {
    Schedule::new()
        .add((local(|it: &mut Local| it.value += 1), local(|it: &Local| assert_eq!(it.value, 1))))
        .run(0.1);
    assert_eq!(Local::borrow().value, 1);
    assert!(std::thread::spawn(|| Local::get().is_none()).join().unwrap());
}

// after: unique_or_default, unique_or_default_mut
#[test]
fn one_with_a_default_is_made_when_it_is_asked_for() {
    Schedule::new().add((|score: &Score| assert_eq!(score.0, 0), |score: &mut Score| score.0 += 1)).run(0.1);
    assert_eq!(*Score::borrow(), Score(1));
}

// after: unique_or_init, unique_or_init_mut
#[test]
fn one_without_a_default_is_set_by_whom_finds_it_missing() {
    let get_or_set = || {
        if Map::get().is_none() {
            Map::set(Map(10));
        }
        Map::borrow().0
    };
    assert_eq!((get_or_set(), get_or_set()), (10, 10));
    Schedule::new().add(|map: Option<&mut Map>| map.unwrap().0 += 1).run(0.1);
    assert_eq!(get_or_set(), 11);
}
