//! What conflicts while it is borrowed.

use std::rc::Rc;

use ecs_core::{Component, Entity, Singleton, World, query};

use super::{Gold, Heat};
use crate::support::{assert_says, message_of};

#[derive(Singleton, Default)]
struct Score(u32);

#[derive(Singleton, Default)]
struct Level(u32);

// after: simple_borrow, option_borrow, all_storages_simple_borrow, all_storages_option_borrow
#[test]
fn a_view_of_a_type_that_nobody_has_is_empty_and_a_soft_one_says_why_not() {
    assert_eq!(Gold::view().len(), 0);
    Entity::spawn_with(Heat(1));
    let _heat = Heat::view_mut();
    assert!(Heat::try_view().is_err() && Gold::try_view().is_ok());
}

// after: invalid_borrow, all_storages_invalid_borrow, double_borrow, all_storages_double_borrow
#[test]
fn a_view_to_write_with_is_alone_and_free_when_it_is_dropped() {
    Entity::spawn_with(Gold(1));
    let first = Gold::view_mut();
    assert_says(&message_of(Gold::view_mut), &["Gold"]);
    drop(first);
    assert_eq!(Gold::view_mut().len(), 1);
}

// after: lib::run
#[test]
fn several_read_at_once() {
    let both = |gold, heat| Entity::spawn_with((Gold(gold), Heat(heat)));
    let all = [both(0, 1), both(2, 3)];
    let (first, second) = (query::<(&Gold, &Heat)>(), query::<(&Gold, &Heat)>());
    assert!(first.iter().eq(second.iter()));
    assert_eq!(first.get(all[1]), Some((&Gold(2), &Heat(3))));
}

// after: world_iter_correct_borrow
#[test]
fn what_a_visit_has_given_is_borrowed_as_long_as_the_query_lives() {
    Entity::spawn_with(Gold(0));
    let gold = query::<&Gold>();
    let items: Vec<_> = gold.iter().collect();
    assert!(Gold::try_view_mut().is_err());
    assert_eq!(items, [&Gold(0)]);
    drop(gold);
    assert!(Gold::try_view_mut().is_ok());
}

// after: add_unique_while_borrowing
#[test]
fn a_singleton_can_be_set_while_another_is_read() {
    Score::set(Score(1));
    let score = Score::borrow();
    Level::set(Level(2));
    assert_eq!((score.0, Level::borrow().0), (1, 2));
}

// after: sparse_set_and_unique
#[test]
fn a_singleton_is_written_beside_components() {
    let gold = Entity::spawn().insert(Gold(1));
    let (mut score, mut all) = (Score::borrow_mut(), Gold::view_mut());
    (score.0, all[gold].0) = (all[gold].0, score.0);
    assert_eq!((score.0, all[gold].0), (1, 0));
}

/// May not leave its thread.
#[derive(Component)]
struct Shared(Rc<u32>);

// after: non_send_storage_in_other_thread, non_send_sync_storage_in_other_thread, exhaustive_list
#[test]
fn what_may_not_leave_its_thread_is_reached_on_no_other() {
    let shared = Entity::spawn().insert(Shared(Rc::new(1)));
    let elsewhere = std::thread::spawn(move || (shared.is_alive(), shared.try_borrow().is_err()));
    assert_eq!(elsewhere.join().unwrap(), (false, true));
    assert_eq!(*shared.borrow().0, 1);
    assert_eq!(Shared::view_mut().len(), 1);
    let world = World::new();
    world.enter(|| _ = Entity::spawn().insert(Shared(Rc::new(2))));
    assert!(world.into_send().is_err());
}
