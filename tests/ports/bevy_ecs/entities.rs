//! Entities: their ids, what they have, how they end.

use ecs_core::{BorrowError, Component, Entity, World, query};

use super::{A, B, C, Marked};
use crate::support::{CountedDrop, DropCounter, Token, live_tokens, message_of};

// after: random_access, query_get, get_entity
#[test]
fn a_component_is_read_and_written_by_its_entity() {
    let e = Entity::spawn().with(A(1)).with(B(2));
    let f = Entity::spawn().with(A(3));
    assert_eq!((e.borrow::<A>().0, e.borrow::<B>().0, f.borrow::<A>().0), (1, 2, 3));
    assert!(f.get::<B>().is_none());
    assert!(matches!(f.try_borrow::<B>(), Err(BorrowError::Missing { .. })));
    f.borrow_mut::<A>().0 = 5;
    assert_eq!(f.borrow::<A>().0, 5);
    e.despawn();
    assert!(matches!(e.try_borrow::<A>(), Err(BorrowError::Dead { .. })));
}

// after: spawning_with_manual_entity_allocation, empty_spawn, spawn_empty_bundle,
// using_despawned_entity_world_mut_panics, location_on_despawned_entity_panics
#[test]
fn an_entity_without_components_lives_until_it_is_despawned_once() {
    let e = Entity::spawn();
    assert!(e.is_alive() && e.components().is_empty());
    assert!(Entity::spawn() != e);
    assert!(e.despawn() && !e.despawn(), "the second time does nothing");
    assert!(!e.is_alive());
    let message = message_of(|| e.insert(A(1)));
    assert!(message.contains("A") && message.contains(&format!("{e:?}")), "{message}");
    assert!(e.try_insert(A(1)).is_err());
}

// after: despawn_table_storage, despawn_mixed_storage, removing_sparse_updates_archetype_row,
// removing_dense_updates_table_row, despawning_entity_updates_archetype_row,
// despawning_entity_updates_table_row, query_get_works_across_sparse_removal
#[test]
fn those_that_stay_keep_their_values_when_others_go() {
    let all: Vec<_> = (0..5).map(|i| Entity::spawn().with(A(i)).with(B(i * 10))).collect();
    all[2].insert(Marked);
    all[0].despawn();
    all[3].remove::<B>();
    assert_eq!((A::count(), B::count()), (4, 3));
    assert!(all[0].get::<A>().is_none() && !all[0].has::<(A, B)>());
    for i in [1, 2, 4] {
        assert_eq!((all[i].borrow::<A>().0, all[i].borrow::<B>().0), (i, i * 10));
    }
    assert_eq!((all[3].borrow::<A>().0, all[3].get::<B>().is_none()), (3, true));
    assert!(all[2].has::<Marked>());
}

// after: add_remove_components, table_add_remove_many, sparse_set_add_remove_many, remove_missing,
// inserting_dense_updates_archetype_row, inserting_dense_updates_table_row,
// inserting_sparse_updates_archetype_row
#[test]
fn components_come_and_go_in_any_order() {
    let all: Vec<_> = (0..1000).map(|_| Entity::spawn()).collect();
    for (i, e) in all.iter().enumerate() {
        e.insert(A(i));
        e.insert(B(i));
    }
    for (i, e) in all.iter().enumerate() {
        assert_eq!(e.remove::<A>(), Some(A(i)));
        assert_eq!(e.remove::<A>(), None, "nothing is left to remove");
        assert_eq!(e.remove::<B>(), Some(B(i)));
    }
    assert_eq!((A::count(), B::count(), all.iter().filter(|e| e.is_alive()).count()), (0, 0, 1000));
    all[7].insert(C(1));
    assert_eq!(all[7].components().len(), 1);
}

// after: remove, take
#[test]
fn what_is_removed_is_given_back_and_queries_see_it_go() {
    let e = Entity::spawn().with(A(1)).with(B(2)).with(C(3));
    assert_eq!(query::<(&A, &B, &C)>().count(), 1);
    assert_eq!((e.remove::<B>(), e.remove::<C>()), (Some(B(2)), Some(C(3))));
    assert_eq!((query::<(&A, &B)>().count(), query::<&A>().count()), (0, 1));
    assert_eq!(e.remove::<A>().map(|a| a.0), Some(1));
    assert!(e.is_alive());
}

// after: retain_nothing, retain_some_components
#[test]
fn what_is_not_kept_is_named_and_removed() {
    let e = Entity::spawn().with(A(1)).with(B(2)).with(C(3));
    assert_eq!(ecs_core::Archetype::<(A, C)>::remove(e), 2);
    assert_eq!((e.has::<A>(), e.has::<B>(), e.has::<C>()), (false, true, false));
    assert_eq!(ecs_core::Archetype::<(A, B, C)>::remove(e), 1);
    assert!(e.components().is_empty() && e.is_alive());
}

// after: insert_overwrite_drop, insert_overwrite_drop_sparse
#[test]
fn a_value_that_is_replaced_is_dropped_once() {
    #[derive(Component)]
    struct Counted(#[expect(dead_code, reason = "it is dropped")] CountedDrop);
    let (first, second) = (DropCounter::default(), DropCounter::default());
    let e = Entity::spawn().with(Counted(first.token()));
    e.insert(Counted(second.token()));
    World::flush();
    assert_eq!((first.dropped(), second.dropped()), (1, 0));
    e.despawn();
    World::flush();
    assert_eq!((first.dropped(), second.dropped()), (1, 1));
}

// after: clear_entities, non_send_drop_from_same_thread
#[test]
fn clearing_a_world_ends_all_entities() {
    #[derive(Component)]
    struct Counted(#[expect(dead_code, reason = "it is dropped")] Token);
    let all = Entity::spawn_many(10, |i, _| (A(i), Counted(Token::new())));
    World::clear();
    assert_eq!((query::<&A>().count(), A::count(), live_tokens()), (0, 0, 0));
    assert!(all.iter().all(|e| !e.is_alive()));
    let e = Entity::spawn().with(A(1));
    assert_eq!(query::<&A>().count(), 1);
    assert!(e.is_alive());
}

// after: spawn_batch, spawn_batch_does_not_leak_entities, insert_batch, insert_batch_same_archetype
#[test]
fn a_batch_is_spawned_with_its_values_in_order() {
    let all = Entity::spawn_many(100, |i, _| (A(i), B(i + 1)));
    assert_eq!(all.len(), 100);
    assert!(all.iter().enumerate().all(|(i, e)| e.borrow::<A>().0 == i && e.borrow::<B>().0 == i + 1));
    let values: Vec<_> = query::<&A>().iter().map(|a| a.0).collect();
    assert_eq!(values, (0..100).collect::<Vec<_>>());
    assert_eq!(Entity::spawn_many(0, |i, _| A(i)), []);
    for (i, e) in all.iter().enumerate() {
        e.insert_all((B(0), C(i)));
    }
    assert!(all.iter().enumerate().all(|(i, e)| e.borrow::<B>().0 == 0 && e.borrow::<C>().0 == i));
}

// after: insert_batch_if_new, insert_if_new, sparse_set_insert_if_new, entity_commands_entry
#[test]
fn a_value_is_made_only_where_there_is_none() {
    let e = Entity::spawn().with(A(0));
    let f = Entity::spawn();
    for (i, e) in [e, f].into_iter().enumerate() {
        e.add_with(|| A(i + 10));
        e.add::<B>();
    }
    assert_eq!((e.borrow::<A>().0, f.borrow::<A>().0), (0, 11));
    e.borrow_mut::<B>().0 = 4;
    assert_eq!((e.add::<B>().borrow().0, f.add::<B>().borrow().0), (4, 0));
}

// after: try_insert_batch, try_insert_batch_if_new
#[test]
fn values_for_the_dead_are_refused_and_the_others_get_theirs() {
    let all = Entity::spawn_many(3, |i, _| A(i));
    all[1].despawn();
    let results = [0, 1, 2].map(|i: usize| all[i].try_insert_all((A(i + 10), B(i))).is_ok());
    assert_eq!(results, [true, false, true]);
    assert_eq!((all[0].borrow::<A>().0, all[2].borrow::<B>().0, B::count()), (10, 2, 2));
}

// after: iterate_entities
#[test]
fn all_entities_are_found_by_a_query_for_entities() {
    let a = Entity::spawn().with(A(1));
    let b = Entity::spawn().with(B(1));
    let none = Entity::spawn();
    let mut found: Vec<_> = query::<Entity>().iter().collect();
    found.sort_unstable();
    assert_eq!(found, [a, b, none]);
    b.despawn();
    assert_eq!(query::<Entity>().count(), 2);
}

// after: inspect_entity_components
#[test]
fn an_entity_lists_its_components() {
    let e = Entity::spawn().with(A(1)).with(B(2));
    e.insert(Marked);
    assert_eq!(e.components().len(), 3);
    assert!(["A", "B", "Marked"].iter().all(|name| e.components().contains(name)));
    assert!(Entity::spawn().components().is_empty());
}

// after: entity_niche_optimization, entity_comparison, entity_debug, entity_display
#[test]
fn ids_are_small_distinct_and_readable() {
    assert_eq!((size_of::<Entity>(), size_of::<Option<Entity>>()), (8, 8));
    let e = Entity::spawn();
    e.despawn();
    let f = Entity::spawn();
    assert_eq!(e.index(), f.index(), "the index is used again");
    assert_ne!(e, f);
    assert_ne!(format!("{e:?}"), format!("{f:?}"));
    assert!(!Entity::NONE.is_alive());
}

// after: entity_spawn_despawn_tracking, allocator
#[test]
fn an_id_is_never_given_twice() {
    let mut seen = std::collections::HashSet::new();
    for _ in 0..100 {
        let e = Entity::spawn();
        assert!(seen.insert(e));
        e.despawn();
    }
    assert!(seen.iter().all(|e| !e.is_alive()));
}

// after: get_components, get_components_mut, disjoint_access, ref_compatible, mut_compatible_with_entity
#[test]
fn several_components_of_one_entity_are_borrowed_at_once() {
    let e = Entity::spawn().with(A(1)).with(B(2));
    {
        let (a, mut b) = (e.borrow::<A>(), e.borrow_mut::<B>());
        b.0 += a.0;
        assert!(e.try_borrow_mut::<A>().is_err() && e.try_borrow::<B>().is_err());
        assert!(e.try_borrow::<A>().is_ok());
    }
    assert_eq!(e.borrow::<B>().0, 3);
}

// after: world_ids_unique, right_world_get, right_world_get_many
#[test]
fn an_id_of_another_world_is_recognised() {
    let here = Entity::spawn().with(A(1));
    let there = World::new();
    let e = there.enter(|| Entity::spawn().with(A(2)));
    assert!(matches!(e.try_borrow::<A>(), Err(BorrowError::WrongWorld { .. })));
    there.enter(|| {
        assert!(matches!(here.try_borrow::<A>(), Err(BorrowError::WrongWorld { .. })));
        assert_eq!((query::<&A>().count(), e.borrow::<A>().0), (1, 2));
    });
}
