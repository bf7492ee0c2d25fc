//! What may not be borrowed at the same time, and what may.

use ecs_core::{BorrowError, Component, Entity, QueryError, Without, query, try_query};

use super::{Brave, Gold, Name};
use crate::support::{assert_says, message_of};

// after: illegal_borrow, illegal_borrow_2, illegal_query_mut_borrow, illegal_query_one_borrow,
// illegal_query_one_borrow_2, illegal_query_one_mut_borrow, illegal_query_one_mut_borrow_2
#[test]
fn a_query_that_would_alias_is_refused_also_for_one_entity() {
    let ada = Entity::spawn_with((Name("Ada"), Gold(1)));
    assert_says(&message_of(|| query::<(&mut Gold, &Gold)>().iter_mut().count()), &["Gold", "twice"]);
    message_of(|| query::<(&Gold, &mut Gold)>().get_mut(ada).is_some());
    assert!(matches!(try_query::<(&mut Gold, &mut Gold)>(), Err(QueryError::Twice { .. })));
    assert!(matches!(try_query::<(&Name, &Gold, Option<&mut Gold>)>(), Err(QueryError::Twice { .. })));
}

// after: shared_borrow
#[test]
fn a_query_may_read_a_type_twice() {
    Entity::spawn_with((Name("Ada"), Gold(1)));
    Entity::spawn_with((Name("Bob"), Gold(2)));
    assert!(query::<(&Gold, &Gold)>().iter().all(|(a, b)| a == b));
}

// after: disjoint_queries, empty_archetype_conflict
#[test]
fn two_visits_that_meet_no_entity_in_common_do_not_conflict() {
    let hero = Entity::spawn_with((Gold(17), Name("Ada")));
    let purse = Entity::spawn_with((Gold(42), Brave(true)));
    let gone = Entity::spawn_with((Gold(12), Brave(false), Name("def")));
    gone.despawn();
    query::<(&mut Gold, &Name)>().each(|(of_hero, _)| {
        query::<(&mut Gold, &Brave)>().each(|(of_purse, _)| {
            (of_hero.0, of_purse.0) = (of_hero.0 + of_purse.0, 0);
        });
    });
    assert_eq!((hero.borrow::<Gold>().0, purse.borrow::<Gold>().0), (59, 0));
    // Told apart by a filter.
    let others = query::<&Gold>().filter::<Without<Name>>();
    let _held = hero.borrow_mut::<Gold>();
    assert_eq!(others.iter().count(), 1);
}

// after: view_mut_panic
#[test]
fn a_second_view_to_write_with_is_refused() {
    Entity::spawn_with(Gold(1));
    let _view = Gold::view_mut();
    assert_says(&message_of(Gold::view_mut), &["Gold"]);
    assert!(Gold::try_view_mut().is_err());
}

// after: illegal_random_access
#[test]
fn reading_what_somebody_writes_to_is_refused() {
    let gold = Entity::spawn().insert(Gold(1));
    let guard = gold.borrow_mut();
    assert!(matches!(gold.try_borrow(), Err(BorrowError::Borrowed { .. })));
    assert_says(&message_of(|| gold.borrow().0), &["Gold", "borrowed"]);
    drop(guard);
    assert_eq!(gold.borrow().0, 1);
}
