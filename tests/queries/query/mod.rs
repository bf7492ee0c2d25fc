//! Queries: which entities they visit, what they borrow, what they refuse, and that changes in the middle are
//! safe.

mod asked;
mod borrowing;
mod changes;
mod filters;
mod groups;
mod orders;
mod reading;
mod structs;

use std::collections::BTreeSet;

use ecs_core::{
    AnyOf, BorrowError, Borrower, Component, Copied, Entity, Group, Query, QueryError, With, Without, World,
    WorldError, query, try_query, update_all,
};

use crate::support::{Random, assert_says, message_of};

#[derive(Component, Default, Debug, PartialEq, Clone, Copy)]
struct A(u32);

#[derive(Component, Default, Debug, PartialEq, Clone, Copy)]
struct B(u32);

#[derive(Component, Default, Debug, PartialEq)]
struct C(u32);

#[derive(Component, Default, Debug, PartialEq)]
struct Never;

fn spawn(a: Option<u32>, b: Option<u32>, c: Option<u32>) -> Entity {
    let entity = Entity::spawn();
    a.map(|n| entity.insert(A(n)));
    b.map(|n| entity.insert(B(n)));
    c.map(|n| entity.insert(C(n)));
    entity
}

/// As many entities with an `A` and a `B` in the same order.
fn aligned(count: u32) -> Vec<Entity> {
    (0..count).map(|n| spawn(Some(n), Some(n), None)).collect()
}

// ---- what is visited ----

#[test]
fn visits_exactly_the_entities_that_have_all() {
    let both = spawn(Some(1), Some(10), None);
    spawn(Some(2), None, None);
    spawn(None, Some(30), Some(3));
    let all = spawn(Some(4), Some(40), Some(4));
    let seen: BTreeSet<_> = query::<(Entity, &A, &B)>().iter().map(|(e, a, b)| (e, a.0, b.0)).collect();
    assert_eq!(seen, BTreeSet::from([(both, 1, 10), (all, 4, 40)]));
    let seen: Vec<_> = query::<(Entity, &A, &B, &C)>().iter().map(|(e, ..)| e).collect();
    assert_eq!(seen, [all]);
    assert_eq!(query::<(&A, &Never)>().count(), 0);
}

#[test]
fn writes_through_a_query_reach_the_components() {
    let entities = aligned(if cfg!(miri) { 10 } else { 100 });
    let stray = spawn(Some(7), None, None);
    for (a, b) in &mut query::<(&mut A, &B)>() {
        a.0 += b.0;
    }
    query::<(&A, &mut B)>().each(|(a, b)| b.0 += a.0);
    for (n, entity) in (0..).zip(&entities) {
        assert_eq!((entity.borrow::<A>().0, entity.borrow::<B>().0), (2 * n, 3 * n));
    }
    assert_eq!(stray.borrow::<A>().0, 7);
}

#[test]
fn one_term_needs_no_tuple() {
    aligned(3);
    let mut sum = 0;
    for a in &query::<&A>() {
        sum += a.0;
    }
    for a in &mut query::<&mut A>() {
        a.0 *= 2;
    }
    assert_eq!((sum, query::<Copied<A>>().iter().map(|a| a.0).sum::<u32>()), (3, 6));
}

#[test]
fn what_an_entity_may_lack_is_an_option() {
    let (bare, full) = (spawn(Some(1), None, None), spawn(Some(2), Some(20), None));
    let mut all = query::<(Entity, &A, Option<&mut B>)>();
    for (entity, a, b) in &mut all {
        assert_eq!((entity == full, a.0 == 2), (b.is_some(), b.is_some()));
        if let Some(b) = b {
            b.0 += 1;
        }
    }
    drop(all);
    assert_eq!((full.borrow::<B>().0, bare.has::<B>()), (21, false));
    let seen: Vec<_> =
        query::<(Copied<A>, Option<&B>)>().iter().map(|(a, b)| (a.0, b.map(|b| b.0))).collect();
    assert_eq!(seen, [(1, None), (2, Some(21))]);
}

#[test]
fn a_query_without_a_needed_type_visits_all_entities() {
    let entities = [spawn(None, None, None), spawn(Some(1), None, None), spawn(None, None, None)];
    entities[2].set_enabled(false);
    assert_eq!(query::<Entity>().iter().collect::<Vec<_>>(), entities[..2]);
    assert_eq!(query::<Entity>().with_disabled().count(), 3);
    let seen: Vec<_> = query::<(Entity, Option<&A>)>().iter().map(|(e, a)| (e, a.map(|a| a.0))).collect();
    assert_eq!(seen, [(entities[0], None), (entities[1], Some(1))]);
}

#[test]
fn twelve_terms_are_allowed() {
    let entity = spawn(Some(1), Some(2), Some(3));
    type Twelve = (
        Entity,
        &'static A,
        &'static A,
        &'static A,
        &'static mut B,
        Option<&'static C>,
        Option<&'static A>,
        Copied<A>,
        Entity,
        Option<&'static Never>,
        &'static C,
        Copied<A>,
    );
    let mut all: Query<Twelve> = query();
    for (e, a, _, _, b, c, _, copy, ..) in &mut all {
        assert_eq!((e, a, b.0, c.map(|c| c.0), copy), (entity, &A(1), 2, Some(3), A(1)));
        b.0 = 9;
    }
    drop(all);
    assert_eq!(entity.borrow::<B>().0, 9);
}

#[test]
fn the_smallest_store_leads() {
    aligned(50);
    let some: Vec<_> =
        [40, 3, 17].map(|n| query::<(Entity, &A)>().iter().find(|(_, a)| a.0 == n).unwrap().0).into();
    some.iter().for_each(|entity| {
        entity.insert(C(0));
    });
    let seen: Vec<_> = query::<(&A, Entity, &C)>().iter().map(|(_, entity, _)| entity).collect();
    assert_eq!(seen, some, "in the order of `C`");
    let seen: Vec<_> = query::<(&A, Entity)>().filter::<With<C>>().iter().map(|(_, entity)| entity).collect();
    assert_eq!(seen, some, "a filter may lead, too");
}

// ---- filters ----

#[test]
fn filters_ask_for_all_none_or_any_of_some_types() {
    let [none, a, b, c, ab, abc] = [
        spawn(None, None, None),
        spawn(Some(1), None, None),
        spawn(None, Some(1), None),
        spawn(None, None, Some(1)),
        spawn(Some(1), Some(1), None),
        spawn(Some(1), Some(1), Some(1)),
    ];
    fn seen<F: ecs_core::QueryFilter>() -> Vec<Entity> {
        let mut seen: Vec<_> = query::<Entity>().filter::<F>().iter().collect();
        seen.sort_by_key(|entity| entity.index());
        seen
    }
    assert_eq!(seen::<With<A>>(), [a, ab, abc]);
    assert_eq!(seen::<With<(A, B)>>(), [ab, abc]);
    assert_eq!(seen::<Without<A>>(), [none, b, c]);
    assert_eq!(seen::<Without<(A, B)>>(), [none, c]);
    assert_eq!(seen::<AnyOf<(A, C)>>(), [a, c, ab, abc]);
    assert_eq!(seen::<(With<A>, Without<C>)>(), [a, ab]);
    assert_eq!(seen::<(AnyOf<(B, C)>, Without<A>)>(), [b, c]);
    assert_eq!(seen::<With<Never>>(), []);
    assert_eq!(seen::<Without<Never>>().len(), 6);
    assert_eq!(query::<&A>().filter::<Without<B>>().count(), 1);
}

#[test]
fn a_filter_borrows_nothing() {
    let entity = spawn(Some(1), Some(2), None);
    let guard = entity.borrow_mut::<B>();
    assert_eq!(query::<&mut A>().filter::<With<B>>().count(), 1);
    let all = query::<&mut A>().filter::<With<A>>();
    assert!(all.first().is_some(), "not even from the query itself");
    drop(guard);
}

#[test]
fn a_filter_is_asked_when_the_turn_comes() {
    let entities = aligned(3);
    let mut seen = Vec::new();
    for (entity, _) in &mut query::<(Entity, &mut A)>().filter::<Without<C>>() {
        seen.push(entity);
        entities[2].add::<C>();
    }
    assert_eq!(seen, entities[..2]);
}

// ---- enabled and disabled ----

#[test]
fn s7_a_disabled_component_is_as_if_it_were_not_there() {
    let entities = aligned(4);
    entities[0].set_enabled(false);
    entities[1].handle::<A>().set_enabled(false);
    entities[2].handle::<B>().set_enabled(false);
    let seen = || query::<(Entity, &A, &B)>().iter().map(|(e, ..)| e).collect::<Vec<_>>();
    assert_eq!(seen(), [entities[3]]);
    assert_eq!(
        query::<(&A, Option<&B>)>().iter().map(|(a, b)| (a.0, b.is_some())).collect::<BTreeSet<_>>(),
        [(2, false), (3, true)].into()
    );
    assert_eq!(query::<Entity>().filter::<Without<B>>().iter().collect::<Vec<_>>(), [entities[2]]);
    assert_eq!(query::<&A>().filter::<With<B>>().count(), 1);
    assert!(query::<&A>().get(entities[1]).is_none() && query::<Entity>().get(entities[0]).is_none());
    let all = query::<(Entity, &A, &B)>().with_disabled();
    assert_eq!((all.count(), all.get(entities[0]).is_some()), (4, true));
    assert_eq!(all.iter().map(|(e, ..)| e).collect::<BTreeSet<_>>(), entities.iter().copied().collect());
    drop(all);
    assert_eq!(query::<&A>().filter::<With<B>>().with_disabled().count(), 4);
    entities.iter().for_each(|entity| {
        entity.set_enabled(true);
        entity.handle::<A>().set_enabled(true);
        entity.handle::<B>().set_enabled(true);
    });
    assert_eq!(seen().len(), 4);
}

#[test]
fn s7_rows_are_zipped_no_further_than_both_are_enabled() {
    let n = if cfg!(miri) { 10 } else { 100 };
    // `A` has fewer and leads; its last row is aligned with the last one of `B`, which is disabled.
    (0..n / 2).for_each(|n| assert!(spawn(None, Some(n), None).is_alive()));
    let entities = aligned(n);
    entities[n as usize - 1].handle::<B>().set_enabled(false);
    let seen: Vec<_> = query::<(&mut A, &B)>().iter_mut().map(|(a, _)| a.0).collect();
    assert_eq!(seen, (0..n - 1).collect::<Vec<_>>());
    assert_eq!(query::<(&A, &mut B)>().count(), n as usize - 1);
    assert_eq!(query::<(&A, &B)>().with_disabled().count(), n as usize);
}

// ---- one entity ----

#[test]
fn get_finds_what_the_visit_would_show() {
    let (full, bare, dead) =
        (spawn(Some(1), Some(2), None), spawn(Some(3), None, None), spawn(Some(4), Some(5), None));
    dead.despawn();
    let mut all = query::<(&mut A, &B)>();
    all.get_mut(full).unwrap().0.0 = 9;
    assert!(all.get(bare).is_none() && all.get(dead).is_none() && all.get(Entity::NONE).is_none());
    drop(all);
    assert_eq!(full.borrow::<A>().0, 9);
    let foreign = World::new().enter(|| spawn(Some(1), Some(2), None));
    assert!(query::<(&A, &B)>().get(foreign).is_none());
    assert!(query::<Entity>().get(foreign).is_none());
    assert_eq!(query::<Entity>().filter::<Without<B>>().get(full), None);
}

#[test]
fn first_is_the_first_of_the_visit() {
    assert!(query::<&A>().first().is_none());
    aligned(3);
    assert_eq!(query::<(&A, &B)>().first(), Some((&A(0), &B(0))));
}

#[test]
fn single_distinguishes_none_from_several() {
    let error = query::<&A>().single().unwrap_err();
    assert!(matches!(error, QueryError::NoneMatches { .. }));
    assert_says(&error.to_string(), &["no entity", "A", "first()"]);
    let entity = spawn(Some(1), None, None);
    assert_eq!(query::<(Entity, &A)>().single().unwrap(), (entity, &A(1)));
    spawn(Some(2), None, None);
    let error = query::<&A>().single().unwrap_err();
    assert!(matches!(error, QueryError::SeveralMatch { .. }));
    assert_says(&error.to_string(), &["several", "A"]);
}

#[test]
fn size_hints_are_exact_where_the_stores_have_one_order() {
    let n = if cfg!(miri) { 20 } else { 200 };
    aligned(n as u32);
    let mut all = query::<(&mut A, &B)>();
    let mut rest = all.iter_mut();
    assert_eq!(rest.size_hint(), (n, Some(n)));
    rest.next();
    assert_eq!(rest.size_hint(), (n - 1, Some(n - 1)));
    assert_eq!((rest.by_ref().count(), rest.size_hint()), (n - 1, (0, Some(0))));
    drop(all);
    assert_eq!(query::<&A>().filter::<With<B>>().iter().size_hint(), (0, Some(n)));
    spawn(Some(1), None, None);
    spawn(None, Some(1), None);
    assert_eq!(query::<(&A, &B)>().iter().size_hint(), (0, Some(n + 1)));
    assert_eq!(query::<&A>().iter().size_hint(), (n + 1, Some(n + 1)));
}
