//! Systems that take one type several times.
#![expect(clippy::type_complexity, reason = "the filters are what the tests are about")]

use ecs_core::{Changed, Component, Entity, Or, Query, Schedule, View, ViewMut, With, WithDisabled, Without};

use super::{A, B, C, Log};

#[derive(Component, Default)]
#[component(track)]
struct D;

// after: conflicting_query_mut_system, conflicting_query_immut_system,
// conflicting_query_with_query_set_system, conflicting_query_sets_system, assert_system_does_not_conflict
#[test]
fn a_type_twice_once_for_writing_is_refused() {
    assert!(!is_taken!(|_: Query<&mut A>, _: Query<&mut A>| ()));
    assert!(!is_taken!(|_: Query<&A>, _: Query<&mut A>| ()));
    assert!(!is_taken!(|_: View<A>, _: Query<&mut A>| ()));
    assert!(!is_taken!(|_: ViewMut<A>, _: Query<&mut A, With<B>>| ()), "a view has all of the type");
    assert!(is_taken!(|_: Query<&A>, _: Query<&A>, _: View<A>| ()));
}

// after: disjoint_query_mut_system, disjoint_query_mut_read_component_system, filtered_query_access,
// filtered_components
#[test]
fn with_and_without_tell_queries_apart() {
    fn hit(mut with: Query<&mut A, With<B>>, mut without: Query<&mut A, Without<B>>) {
        with.each(|a| a.0 += 1);
        without.each(|a| a.0 += 10);
    }
    fn needed(mut pairs: Query<(&mut A, &B)>, mut without: Query<&mut A, Without<B>>) {
        pairs.each(|(a, b)| a.0 += b.0);
        without.each(|a| a.0 += 100);
    }
    let (e, f) = (Entity::spawn_with((A(0), B(3))), Entity::spawn_with(A(0)));
    run!(hit);
    run!(needed);
    assert_eq!((e.borrow::<A>().0, f.borrow::<A>().0), (4, 110));
}

// after: option_has_no_filter_with, option_doesnt_remove_unrelated_filter_with
#[test]
fn an_optional_type_tells_nothing_apart() {
    assert!(!is_taken!(|_: Query<(Option<&A>, &mut B)>, _: Query<&mut B, Without<A>>| ()));
    assert!(is_taken!(|_: Query<(Option<&C>, &mut B, &A)>, _: Query<&mut B, Without<A>>| ()));
}

// after: or_has_no_filter_with, or_expanded_nested_with_and_disjoint_without,
// or_expanded_nested_or_with_and_disjoint_without, with_and_disjoint_or_empty_without,
// or_expanded_with_and_disjoint_nested_without, or_expanded_nested_with_and_disjoint_nested_without,
// any_of_has_no_filter_with
#[test]
fn an_alternative_is_no_promise() {
    assert!(!is_taken!(|_: Query<&mut B, Or<(With<A>, With<C>)>>, _: Query<&mut B, Without<A>>| ()));
    assert!(!is_taken!(
        |_: Query<&mut B, Or<(With<A>, With<C>)>>, _: Query<&mut B, Or<(Without<A>, Without<C>)>>| ()
    ));
    assert!(!is_taken!(|_: Query<&mut B, With<A>>, _: Query<&mut B, Or<(With<C>, Without<A>)>>| ()));
}

// after: or_doesnt_remove_unrelated_filter_with, or_expanded_with_and_without_common,
// any_of_with_and_without_common, any_of_doesnt_remove_unrelated_filter_with
#[test]
fn what_stands_beside_an_alternative_holds() {
    assert!(
        is_taken!(|_: Query<&mut B, (Or<(With<A>, With<C>)>, With<A>)>, _: Query<&mut B, Without<A>>| ())
    );
    assert!(
        is_taken!(|_: Query<&mut B, (With<A>, Or<(With<D>, With<C>)>)>, _: Query<&mut B, Without<A>>| ())
    );
}

// after: changed_trackers_or_conflict, or_param_set_system
#[test]
fn a_filter_that_asks_for_changes_looks_when_it_is_asked() {
    fn write(mut all: Query<&mut D>, changed: Query<Entity, Or<(Changed<D>, With<A>)>>, log: &mut Log) {
        log.0.push(changed.count() as u32);
        all.each(|_| ());
        log.0.push(changed.count() as u32);
    }
    Entity::spawn_with(D);
    let mut schedule = Schedule::new().add(write).add(|_: Query<Entity, Changed<D>>| ());
    schedule.run(0.1);
    assert_eq!(super::take_log(), [1, 1]);
    assert_eq!(schedule.explain().stages()[0].groups.len(), 2, "systems do conflict by it");
}

// after: query_respects_default_filters
#[test]
fn a_query_of_the_disabled_is_told_apart_as_others() {
    fn count(all: Query<&A, WithDisabled>, enabled: Query<&A>, log: &mut Log) {
        log.0.push(all.count() as u32 * 10 + enabled.count() as u32);
    }
    let e = Entity::spawn_many(3, |i, _| A(i));
    e[0].set_enabled(false);
    run!(count);
    assert_eq!(super::take_log(), [32]);
}

// after: conflicting_system_resources, conflicting_system_resources_reverse_order,
// conflicting_system_resources_multiple_mutable, nonconflicting_system_resources
#[test]
fn a_singleton_twice_once_for_writing_is_refused() {
    assert!(!is_taken!(|_: &mut Log, _: &Log| ()));
    assert!(!is_taken!(|_: &Log, _: &mut Log| ()));
    assert!(!is_taken!(|_: &mut Log, _: &mut Log| ()));
    assert!(is_taken!(|_: &Log, _: &Log| ()));
}
