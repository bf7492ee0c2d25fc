//! Queries: what they visit, and what they give.

use ecs_core::{
    AnyOf, Component, Entity, Or, Query, QueryError, Schedule, With, Without, World, query, try_query,
};

use super::{A, B, C, Log, Marked, take_log};

fn sorted<T: Ord>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_unstable();
    all
}

// after: query_all, query_all_for_each, query_single_component, query_single_component_for_each, query
#[test]
fn a_query_visits_all_that_have_its_types() {
    let e = Entity::spawn_with((A(1), B(1)));
    let f = Entity::spawn_with((A(2), B(2)));
    Entity::spawn_with(B(3));
    assert_eq!(
        sorted(query::<(Entity, &A, &B)>().iter().map(|(e, a, b)| (e, a.0, b.0))),
        [(e, 1, 1), (f, 2, 2)]
    );
    let mut sum = 0;
    query::<&B>().each(|b| sum += b.0);
    assert_eq!(sum, 6);
    for a in &mut query::<&mut A>() {
        a.0 *= 10;
    }
    assert_eq!((e.borrow::<A>().0, f.borrow::<A>().0), (10, 20));
}

// after: query_missing_component, query_sparse_component, multi_storage_query
#[test]
fn a_query_without_matches_is_empty() {
    Entity::spawn_with(A(1));
    assert_eq!(query::<(&A, &B)>().count(), 0);
    assert!(query::<(&A, &B)>().is_empty() && !query::<&A>().is_empty());
    assert!(query::<&C>().first().is_none(), "nobody ever had one");
}

// after: stateful_query_handles_new_archetype, system_state_archetype_update, query_is_empty
#[test]
fn a_system_sees_kinds_of_entities_that_came_after_its_first_run() {
    fn count(all: Query<(&A, &B)>, log: &mut Log) {
        log.0.push(all.count() as u32);
    }
    let mut schedule = Schedule::new().add(count);
    schedule.run(0.1);
    Entity::spawn_with((A(1), B(1)));
    schedule.run(0.1);
    Entity::spawn_with((A(1), B(1), C(1)));
    Entity::spawn_with((A(1), C(1)));
    schedule.run(0.1);
    assert_eq!(take_log(), [0, 1, 2]);
}

// after: query_optional_component_table, query_optional_component_sparse,
// query_optional_component_sparse_no_match
#[test]
fn an_optional_type_is_none_where_it_is_missing() {
    let e = Entity::spawn_with((A(1), B(1)));
    let f = Entity::spawn_with(A(2));
    let found = sorted(query::<(Entity, &A, Option<&B>)>().iter().map(|(e, a, b)| (e, a.0, b.map(|b| b.0))));
    assert_eq!(found, [(e, 1, Some(1)), (f, 2, None)]);
    assert!(query::<(&A, Option<&C>)>().iter().all(|(_, c)| c.is_none()));
    for (a, b) in &mut query::<(&A, Option<&mut B>)>() {
        if let Some(b) = b {
            b.0 += a.0;
        }
    }
    assert_eq!(e.borrow::<B>().0, 2);
}

// after: query_filter_with, query_filter_with_for_each, query_filter_with_sparse,
// query_filter_with_sparse_for_each, query_filter_without, query_filters_dont_collide_with_fetches
#[test]
fn filters_ask_for_types_without_borrowing_them() {
    Entity::spawn_with((A(1), B(1)));
    let marked = Entity::spawn_with(A(2));
    marked.insert(Marked);
    let values = |all: Vec<usize>| sorted(all);
    assert_eq!(values(query::<&A>().filter::<With<B>>().iter().map(|a| a.0).collect()), [1]);
    assert_eq!(values(query::<&A>().filter::<Without<B>>().iter().map(|a| a.0).collect()), [2]);
    assert_eq!(values(query::<&A>().filter::<With<Marked>>().iter().map(|a| a.0).collect()), [2]);
    let mut borrowed = query::<&mut A>().filter::<With<A>>();
    borrowed.each(|a| a.0 += 10);
    assert_eq!(borrowed.count(), 2);
    // A filter borrows nothing.
    let _b = B::view_mut();
    assert_eq!(query::<&A>().filter::<With<B>>().count(), 1);
}

// after: any_query, any_of_working
#[test]
fn any_of_and_or_visit_those_that_have_one() {
    let e = Entity::spawn_with((A(1), B(1)));
    let f = Entity::spawn_with(A(2));
    let g = Entity::spawn_with(B(3));
    Entity::spawn_with(C(4));
    let all = query::<(Entity, Option<&A>, Option<&B>)>().filter::<AnyOf<(A, B)>>();
    let found = sorted(all.iter().map(|(e, a, b)| (e, a.map(|a| a.0), b.map(|b| b.0))));
    assert_eq!(found, [(e, Some(1), Some(1)), (f, Some(2), None), (g, None, Some(3))]);
    let one = query::<Entity>().filter::<Or<((With<A>, Without<B>), (With<B>, Without<A>))>>();
    assert_eq!(sorted(one.iter()), [f, g]);
}

// after: has_query
#[test]
fn an_entity_says_what_it_has_inside_a_query() {
    Entity::spawn_with((A(1), B(1)));
    let marked = Entity::spawn_with(A(2));
    marked.insert(Marked);
    let has: Vec<_> =
        query::<(Entity, &A)>().iter().map(|(e, a)| (a.0, e.has::<B>(), e.has::<Marked>())).collect();
    assert_eq!(sorted(has), [(1, true, false), (2, false, true)]);
}

// after: exact_size_query, query_filtered_exactsizeiterator_len,
// query_iter_cursor_state_non_empty_after_next
#[test]
fn count_is_what_an_iteration_yields() {
    Entity::spawn_many(5, |i, _| (A(i), B(i)));
    Entity::spawn_many(4, |i, _| A(i));
    Entity::spawn_many(3, |i, _| (A(i), C(i)));
    assert_eq!((query::<&A>().count(), query::<&A>().iter().count()), (12, 12));
    assert_eq!(query::<&A>().filter::<Without<B>>().count(), 7);
    assert_eq!(query::<&A>().filter::<Or<(With<B>, With<C>)>>().iter().count(), 8);
    let all = query::<&A>();
    let mut left = all.iter();
    let (least, _) = left.size_hint();
    assert!(left.next().is_some() && least <= 12);
    assert_eq!(left.count(), 11);
}

// after: query_get, query_does_not_match, mut_to_immut_query_methods_have_immut_item
#[test]
fn one_entity_is_looked_up_in_a_query() {
    let e = Entity::spawn_with((A(1), B(1)));
    let f = Entity::spawn_with(A(2));
    let mut pairs = query::<(&mut A, &B)>();
    assert_eq!(pairs.get(e).map(|(a, b)| (a.0, b.0)), Some((1, 1)));
    assert!(pairs.get(f).is_none() && !pairs.contains(f) && pairs.contains(e));
    pairs.get_mut(e).unwrap().0.0 = 5;
    let (first, second) = (pairs.get(e).unwrap(), pairs.get(e).unwrap());
    assert_eq!((first.0.0, second.0.0), (5, 5), "two may read at once");
    assert!(pairs.get(Entity::NONE).is_none());
}

// after: right_world_get_many, get_many_is_ordered, get_many_uniqueness,
// get_many_only_mut_checks_duplicates, right_world_get_many_mut
#[test]
fn several_entities_are_looked_up_in_their_order() {
    let e = Entity::spawn_many(100, |i, _| A(i));
    let all = query::<&A>();
    assert_eq!(all.get_many([e[7], e[3], e[7]]).map(|a| a.unwrap().0), [7, 3, 7]);
    drop(all);
    e[4].despawn();
    let mut all = query::<&mut A>();
    let [last, first, dead] = all.get_many_mut([e[99], e[0], e[4]]);
    core::mem::swap(last.unwrap(), first.unwrap());
    assert!(dead.is_none());
    let [once, _, again] = all.try_get_many_mut([e[1], e[2], e[1]]);
    assert!(once.is_ok() && matches!(again, Err(QueryError::Again { .. })));
    drop(all);
    assert_eq!((e[99].borrow::<A>().0, e[0].borrow::<A>().0), (0, 99));
}

// after: many_entities, query_iter_many_sorts, query_iter_many_sorts_duplicate_entities_no_ub,
// query_iter_many_sort_doesnt_panic_after_next
#[test]
fn a_list_of_entities_is_visited_in_its_order_also_one_that_stands_twice() {
    let e = Entity::spawn_many(4, |i, _| A(i));
    let other = Entity::spawn_with(B(1));
    let all = query::<&A>();
    let found: Vec<_> = all.iter_many([e[2], other, e[0], e[2]]).map(|a| a.0).collect();
    assert_eq!(found, [2, 0, 2]);
    let mut list: Vec<_> = all.iter_many(&e).collect();
    list.sort_by(|a, b| b.cmp(a));
    assert_eq!(list, [&A(3), &A(2), &A(1), &A(0)]);
    drop(list);
    drop(all);
    query::<&mut A>().each_many([e[1], other, e[1]], |a| a.0 += 5);
    assert_eq!(e[1].borrow::<A>().0, 11);
}

// after: query_iter_combinations, query_filtered_iter_combinations, query_iter_combinations_sparse
#[test]
fn combinations_are_each_set_of_entities_once() {
    Entity::spawn_many(4, |i, _| A(i + 1));
    let all = query::<&A>();
    let pairs: Vec<_> = all.iter_combinations::<2>().map(|[a, b]| (a.0, b.0)).collect();
    assert_eq!(pairs, [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]);
    let triples: Vec<_> = all.iter_combinations::<3>().map(|[a, b, c]| (a.0, b.0, c.0)).collect();
    assert_eq!(triples, [(1, 2, 3), (1, 2, 4), (1, 3, 4), (2, 3, 4)]);
    assert_eq!((all.iter_combinations::<4>().count(), all.iter_combinations::<5>().count()), (1, 0));
    drop(all);
    Entity::spawn_with((A(9), B(0)));
    assert_eq!(query::<&A>().filter::<With<B>>().iter_combinations::<2>().count(), 0);
    query::<&mut A>().filter::<Without<B>>().each_pair(|a, b| {
        a.0 += 10;
        b.0 += 10;
    });
    assert_eq!(sorted(query::<&A>().filter::<Without<B>>().iter().map(|a| a.0)), [31, 32, 33, 34]);
}

// after: query_iter_sorts, query_iter_sort_after_next, empty_query_iter_sort_after_next_does_not_panic
#[test]
fn what_a_query_gives_is_sorted_as_values_and_a_store_in_place() {
    for i in [3, 1, 2] {
        Entity::spawn_with(A(i));
    }
    let all = query::<&A>();
    assert_eq!(sorted(all.iter()), [&A(1), &A(2), &A(3)]);
    let mut left = all.iter();
    left.next();
    assert_eq!(left.count(), 2);
    drop(all);
    A::sort_by(|a, b| b.cmp(a));
    assert_eq!(query::<&A>().iter().map(|a| a.0).collect::<Vec<_>>(), [3, 2, 1]);
    assert!(sorted(query::<&B>().iter()).is_empty());
}

// after: ref_and_mut_query_panic, mut_and_ref_query_panic, mut_and_mut_query_panic,
// self_conflicting_worldquery, any_of_with_mut_and_ref, any_of_with_ref_and_mut, any_of_with_conflicting,
// any_of_with_mut_and_option
#[test]
fn a_query_that_takes_one_type_twice_for_writing_is_refused() {
    assert!(matches!(try_query::<(&A, &mut A)>(), Err(QueryError::Twice { .. })));
    assert!(matches!(try_query::<(&mut A, &A)>(), Err(QueryError::Twice { .. })));
    assert!(matches!(try_query::<(&mut A, &mut A)>(), Err(QueryError::Twice { .. })));
    assert!(matches!(try_query::<(&mut A, Option<&A>)>(), Err(QueryError::Twice { .. })));
    let error = try_query::<(&mut A, &A)>().unwrap_err().to_string();
    assert!(error.contains('A'), "{error}");
}

// after: entity_ref_and_entity_ref_query_no_panic, ref_incompatible_with_mutable_component,
// ref_incompatible_with_mutable_query, mut_incompatible_with_read_only_component,
// mut_incompatible_with_mutable_component, mut_incompatible_with_read_only_query,
// mut_incompatible_with_mutable_query, query_set_system
#[test]
fn queries_of_one_type_live_together_if_none_writes() {
    let e = Entity::spawn_with((A(1), B(1)));
    {
        let (mut first, mut second) = (query::<&A>(), query::<(&A, &mut B)>());
        assert_eq!((&mut first).into_iter().count() + (&mut second).into_iter().count(), 2);
    }
    {
        let mut writing = query::<&mut A>();
        let _items = writing.iter_mut();
        assert!(e.try_borrow::<A>().is_err(), "a `for` has borrowed all of the type");
        assert!(e.try_borrow::<B>().is_ok());
    }
    // One after the other is no conflict.
    query::<&mut A>().each(|a| a.0 += 1);
    query::<&A>().each(|a| assert_eq!(a.0, 2));
}

// after: multiple_worlds_same_query_iter, multiple_worlds_same_query_get,
// multiple_worlds_same_query_for_each
#[test]
fn one_function_queries_several_worlds() {
    let sum = || query::<&A>().iter().map(|a| a.0).sum::<usize>();
    let worlds = [World::new(), World::new()];
    let e = worlds[0].enter(|| Entity::spawn_with(A(1)));
    worlds[1].enter(|| Entity::spawn_many(2, |_, _| A(5)));
    assert_eq!([worlds[0].enter(sum), worlds[1].enter(sum), sum()], [1, 10, 0]);
    assert!(worlds[0].enter(|| query::<&A>().contains(e)));
    assert!(!worlds[1].enter(|| query::<&A>().contains(e)));
}

// after: par_for_each_dense, par_for_each_sparse, par_iter_mut_change_detection
#[test]
fn a_query_is_shared_out_to_threads() {
    let all = Entity::spawn_many(1000, |i, _| (A(i), B(1)));
    query::<(&mut A, &B)>().par_each(|(a, b)| a.0 += b.0);
    assert!(all.iter().enumerate().all(|(i, e)| e.borrow::<A>().0 == i + 1));
}

// after: into_iter_impl, immutable_mut_test, convert_mut_to_immut, long_life_test
#[test]
fn a_query_that_writes_is_read_by_a_shared_reference() {
    fn total(all: &Query<&mut A>) -> usize {
        all.iter().map(|a| a.0).sum()
    }
    fn system(mut all: Query<&mut A>, log: &mut Log) {
        for a in &mut all {
            a.0 += 1;
        }
        let kept: Vec<_> = all.iter().collect();
        log.0.push(kept.len() as u32 + total(&all) as u32);
    }
    Entity::spawn_many(3, |i, _| A(i));
    run!(system);
    assert_eq!(take_log(), [9]);
}

// after: query_respects_default_filters, new_world_has_disabling
#[test]
fn the_disabled_are_visited_only_where_they_are_asked_for() {
    let e = Entity::spawn_many(3, |i, _| A(i));
    e[1].set_enabled(false);
    assert_eq!((query::<&A>().count(), query::<&A>().with_disabled().count()), (2, 3));
    assert!(!query::<&A>().contains(e[1]) && query::<&A>().with_disabled().contains(e[1]));
    assert_eq!(e[1].borrow::<A>().0, 1, "a name still reaches it");
    e[1].set_enabled(true);
    assert_eq!(query::<&A>().count(), 3);
    e[0].handle::<A>().set_enabled(false);
    assert_eq!(query::<&A>().count(), 2);
}

// after: derived_worldqueries, can_have_16_parameters
#[test]
fn twelve_types_stand_in_one_query() {
    #[derive(Component)]
    struct N<const I: usize>(usize);
    let e = Entity::spawn_with((N::<0>(0), N::<1>(1), N::<2>(2), N::<3>(3), N::<4>(4), N::<5>(5)));
    e.insert_all((N::<6>(6), N::<7>(7), N::<8>(8), N::<9>(9), N::<10>(10)));
    let mut all =
        query::<(Entity, &N<0>, &N<1>, &N<2>, &N<3>, &N<4>, &mut N<5>, &N<6>, &N<7>, &N<8>, &N<9>, &N<10>)>();
    for (f, a, .., b) in &mut all {
        assert_eq!((f, a.0, b.0), (e, 0, 10));
    }
    assert_eq!(all.count(), 1);
}
