//! Queries: which entities they visit, what they lend, what they refuse, and that changes in the middle are safe.

mod common;

use std::collections::BTreeSet;

use common::{Random, assert_says, message_of};
use ecs_core::{
    AnyOf, BorrowError, Component, Copied, Entity, Group, Lender, Query, QueryError, SingleError, ViewError,
    With, Without, World, WorldError, query, try_query, update_all,
};

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
    let mut all = query::<&mut A>().filter::<With<A>>();
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
    let mut all = query::<(Entity, &A, &B)>().with_disabled();
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
    // `A` has fewer and leads; its last row lies beside the last one of `B`, which is disabled.
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
    all.get(full).unwrap().0.0 = 9;
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
fn single_tells_none_from_several() {
    let error = query::<&A>().single().unwrap_err();
    assert!(matches!(error, SingleError::None { .. }));
    assert_says(&error.to_string(), &["no entity", "A", "first()"]);
    let entity = spawn(Some(1), None, None);
    assert_eq!(query::<(Entity, &A)>().single().unwrap(), (entity, &A(1)));
    spawn(Some(2), None, None);
    let error = query::<&A>().single().unwrap_err();
    assert!(matches!(error, SingleError::Several { .. }));
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

// ---- what is lent ----

#[test]
fn a_query_borrows_its_stores_as_a_whole() {
    let entity = spawn(Some(1), Some(2), Some(3));
    let all = query::<(&mut A, &B)>();
    assert!(matches!(entity.try_borrow::<A>(), Err(BorrowError::Borrowed { by: Lender::ViewMut, .. })));
    assert!(matches!(entity.try_borrow_mut::<B>(), Err(BorrowError::Borrowed { by: Lender::View, .. })));
    assert_eq!((entity.borrow::<B>().0, B::view().len()), (2, 1));
    entity.borrow_mut::<C>().0 = 4;
    drop(all);
    entity.borrow_mut::<A>().0 = 5;
}

#[test]
fn what_is_lent_otherwise_is_told() {
    let entity = spawn(Some(1), Some(2), None);
    let guard = entity.borrow_mut::<B>();
    let error = try_query::<(&mut A, &B)>().unwrap_err();
    assert!(matches!(
        error,
        QueryError::View(ViewError::Borrowed { component: "B", by: Lender::Exclusive, .. })
    ));
    assert_says(
        &message_of(query::<(&mut A, &B)>),
        &["cannot query", "B", "mutably borrowed", "drop that guard"],
    );
    entity.borrow_mut::<A>().0 = 2;
    drop(guard);
    assert_eq!(query::<(&A, &B)>().count(), 1);
}

/// Looks for others of its own type.
#[derive(Component, Default)]
struct Watcher {
    seen: usize,
}

impl Watcher {
    fn update(&mut self) {
        self.seen = query::<&Self>().count();
    }
}

#[test]
fn a_query_of_the_own_type_in_a_hook_says_that_the_hook_is_in_the_way() {
    let watcher = Entity::spawn().add::<Watcher>();
    assert_says(
        &message_of(|| update_all(0.1)),
        &["cannot query", "Watcher", "lent to its own hook", "when no hook of the type runs"],
    );
    assert_eq!(watcher.borrow().seen, 0);
}

#[test]
fn a_type_twice_with_mut_is_told_when_the_query_is_made() {
    spawn(Some(1), None, None);
    for error in [
        try_query::<(&mut A, &A)>().unwrap_err(),
        try_query::<(&A, &B, &mut A)>().unwrap_err(),
        try_query::<(&mut A, &mut A)>().unwrap_err(),
        try_query::<(&mut A, Option<&A>)>().unwrap_err(),
        try_query::<(Copied<A>, Option<&mut A>)>().unwrap_err(),
    ] {
        assert_eq!(error, QueryError::Twice { component: "A" });
    }
    assert_says(&message_of(query::<(&mut A, &A)>), &["cannot query A twice", "`&mut`", "name it once"]);
    assert_eq!(query::<(&A, &A, Copied<A>)>().count(), 1);
}

#[test]
fn a_query_for_reading_is_visited_several_times_at_once() {
    aligned(3);
    let all = query::<(&A, Option<&B>)>();
    let pairs: Vec<_> =
        all.iter().flat_map(|(a, _)| all.iter().map(move |(_, b)| (a.0, b.unwrap().0))).collect();
    assert_eq!(pairs.len(), 9);
}

#[test]
fn a_closing_world_takes_no_query() {
    #[derive(Component)]
    struct Last;
    impl Drop for Last {
        fn drop(&mut self) {
            let closing = QueryError::World(WorldError::Closing);
            assert_eq!(try_query::<Entity>().err(), Some(closing));
            assert_eq!(try_query::<(&mut A, &B)>().err(), Some(closing));
            assert_says(&closing.to_string(), &["cannot query", "closing"]);
        }
    }
    let world = World::new();
    world.enter(|| spawn(Some(1), Some(1), None).insert(Last));
    drop(world);
}

#[test]
fn without_a_world_there_is_nothing() {
    common::on_thread(|| {
        assert_eq!(query::<(&mut A, &B)>().count(), 0);
        assert!(query::<(&mut A, &B)>().is_empty());
        assert_eq!(query::<Entity>().filter::<Without<A>>().iter().next(), None);
        assert!(query::<&A>().get(Entity::NONE).is_none());
        assert!(Entity::spawn().is_alive());
    });
}

#[test]
fn a_query_stays_in_its_world() {
    let entities = aligned(3);
    let other = World::new();
    let mut seen = 0;
    for (entity, a) in &mut query::<(Entity, &mut A)>().filter::<With<B>>() {
        other.enter(|| {
            assert!(!entity.is_alive());
            aligned(1);
            a.0 += 1;
        });
        seen += 1;
    }
    assert_eq!((seen, entities[2].borrow::<A>().0), (3, 3));
}

#[test]
fn w4_a_query_outlives_its_world_and_its_filter_finds_nothing_there() {
    #[derive(Component)]
    struct Mark;
    let world = World::new();
    let queries = world.enter(|| {
        let entities = aligned(5);
        for entity in entities {
            entity.insert(Mark);
        }
        let with = query::<(Entity, Copied<A>)>().filter::<With<B>>();
        let marked = query::<(Entity, Copied<A>)>().filter::<AnyOf<Mark>>();
        let without = query::<(Entity, Copied<A>)>().filter::<(Without<B>, Without<Mark>)>();
        let listed = query::<Entity>().filter::<With<B>>();
        assert_eq!((with.count(), marked.count(), without.count(), listed.count()), (5, 5, 0, 5));
        (with, marked, without, listed)
    });
    drop(world);
    let (with, marked, without, listed) = queries;
    assert_eq!((with.count(), marked.count(), without.count(), listed.count()), (0, 0, 5, 0));
    assert_eq!((with.with_disabled().count(), marked.with_disabled().count()), (0, 0));
    assert!(without.iter().all(|(_, a)| a.0 < 5), "what is lent is leaked");
}

// ---- changes in the middle ----

#[test]
fn c2_what_is_killed_or_disabled_in_the_loop_is_not_visited() {
    type Change = fn(Entity) -> bool;
    let changes: [Change; 6] = [
        Entity::despawn,
        Entity::kill::<A>,
        Entity::kill::<B>,
        |entity| entity.set_enabled(false),
        |entity| entity.handle::<A>().set_enabled(false),
        |entity| entity.handle::<B>().set_enabled(false),
    ];
    let count = if cfg!(miri) { 16 } else { 100 };
    let last = count as usize - 1;
    for change in changes {
        let entities = aligned(count);
        let mut seen = Vec::new();
        for (entity, a, _) in &mut query::<(Entity, &mut A, &B)>() {
            if a.0 == 10 {
                assert!(change(entities[11]) && change(entities[last]));
                // What is made now is no part of it.
                spawn(Some(1_000), Some(1_000), None);
            }
            seen.push(entity);
        }
        assert_eq!(
            (seen.len(), seen.contains(&entities[11]), seen.contains(&entities[last])),
            (last - 1, false, false)
        );
        World::clear();
    }
}

/// Calls a function when it drops.
struct Fuse(Option<Box<dyn FnOnce()>>);

impl Drop for Fuse {
    fn drop(&mut self) {
        if let Some(call) = self.0.take() {
            call();
        }
    }
}

#[test]
fn c2_what_drops_kill_while_the_query_is_made_is_not_visited() {
    #[derive(Component)]
    struct First(#[expect(dead_code, reason = "it drops")] Fuse);
    #[derive(Component)]
    struct Second(#[expect(dead_code, reason = "it drops")] Fuse);
    let fuse = |call: Box<dyn FnOnce()>| Fuse(Some(call));
    let spawn = || Entity::spawn().with(First(Fuse(None))).with(Second(Fuse(None)));
    let (victim, other) = (spawn(), spawn());
    // Each is dropped when its store is settled, and leaves something to the other store. The last is so while the first is borrowed.
    let third = Entity::spawn().with(Second(fuse(Box::new(move || assert!(victim.kill::<First>())))));
    let second = Entity::spawn().with(First(fuse(Box::new(move || assert!(third.kill::<Second>())))));
    let first = Entity::spawn().with(Second(fuse(Box::new(move || assert!(second.kill::<First>())))));
    let guard = first.borrow::<Second>();
    first.kill::<Second>();
    drop(guard);
    let query = query::<(Entity, &First, &Second)>();
    assert!(!victim.has::<First>() && First::try_view_mut().is_err());
    assert_eq!(query.iter().map(|(entity, ..)| entity).collect::<Vec<_>>(), [other]);
    assert_eq!(query.count(), 1);
}

#[test]
fn c2_a_killed_component_that_is_made_again_is_not_visited() {
    let entities = aligned(10);
    let mut seen = 0;
    for (a, _) in &mut query::<(&mut A, &B)>() {
        if a.0 == 0 {
            entities[5].kill::<A>();
            entities[5].insert(A(55));
        }
        assert_ne!(a.0, 55);
        seen += 1;
    }
    assert_eq!((seen, entities[5].borrow::<A>().0), (9, 55));
}

#[test]
fn a_dead_entity_is_not_visited_by_a_list() {
    let entities = aligned(10);
    let mut seen = Vec::new();
    for entity in &mut query::<Entity>() {
        if entity == entities[0] {
            entities[3].despawn();
            // Takes the index, but is another.
            assert_eq!(Entity::spawn().index(), entities[3].index());
        }
        seen.push(entity);
    }
    assert_eq!((seen.len(), seen.contains(&entities[3])), (9, false));
}

#[test]
fn c1_adding_in_the_loop_moves_nothing() {
    let entities = aligned(4);
    let mut all = query::<(&mut A, &B)>();
    let items: Vec<_> = all.iter_mut().collect();
    let more = if cfg!(miri) { 40 } else { 1_000 };
    (0..more).for_each(|n| assert!(spawn(Some(n), Some(n), None).is_alive()));
    for (a, b) in items {
        a.0 += b.0;
    }
    assert_eq!(all.count(), 4);
    drop(all);
    assert_eq!(entities[3].borrow::<A>().0, 6);
    assert_eq!(query::<&A>().count(), 4 + more as usize);
}

#[test]
fn a_query_in_a_hook_sees_the_others() {
    #[derive(Component)]
    struct Radar {
        seen: usize,
    }
    impl Radar {
        fn update(&mut self) {
            self.seen = query::<(&A, &mut B)>().filter::<Without<Self>>().count();
            let error = try_query::<&Self>().unwrap_err();
            assert!(
                matches!(error, QueryError::View(ViewError::Borrowed { by: Lender::Hook, .. })),
                "{error}"
            );
        }
    }
    aligned(3);
    let radar = spawn(Some(1), Some(1), None).insert(Radar { seen: 0 });
    update_all(0.1);
    assert_eq!(radar.borrow().seen, 3);
}

#[test]
fn d4_an_update_is_refused_while_a_query_lives() {
    #[derive(Component, Default)]
    struct Mover;
    impl Mover {
        fn update(&mut self, _: &mut A) {}
    }
    spawn(Some(1), None, None).add::<Mover>();
    let all = query::<&A>();
    assert_says(&message_of(|| update_all(0.1)), &["cannot update A", "view"]);
    drop(all);
    update_all(0.1);
}

#[test]
fn a_panic_in_the_loop_ends_the_borrow() {
    let entity = spawn(Some(1), Some(1), None);
    message_of(|| query::<(&mut A, &B)>().each(|_| panic!("stop")));
    message_of(|| {
        for (a, _) in &mut query::<(&mut A, &mut B)>() {
            assert_eq!(a.0, 9, "stop");
        }
    });
    entity.borrow_mut::<A>().0 = 2;
    assert_eq!(query::<(&A, &mut B)>().count(), 1);
}

#[test]
fn a_forgotten_query_lends_for_ever_and_is_leaked() {
    let entity = spawn(Some(1), None, None);
    std::mem::forget(query::<&mut A>());
    assert!(entity.try_borrow::<A>().is_err());
    assert!(entity.kill::<A>() && !entity.has::<A>());
}

#[test]
fn zero_sized_and_over_aligned_types_are_visited() {
    #[derive(Component, Default)]
    struct Unit;
    #[derive(Component)]
    #[repr(align(128))]
    struct Wide(u8);
    for n in 0..20 {
        let entity = spawn(Some(n), None, None);
        if n % 3 == 0 {
            entity.add::<Unit>();
        }
        entity.insert(Wide(n as u8));
    }
    let seen: Vec<_> =
        query::<(&A, &Unit, &mut Wide)>().iter_mut().map(|(a, _, wide)| (a.0, wide.0)).collect();
    assert_eq!(seen, [0, 3, 6, 9, 12, 15, 18].map(|n| (n, n as u8)));
    assert_eq!(query::<&A>().filter::<With<Unit>>().count(), 7);
}

// ---- groups ----

#[test]
fn d19_a_group_tells_what_came_and_what_went_between_two_looks() {
    let mut group = Group::<(With<A>, Without<C>)>::new();
    let looks = |group: &mut Group<_>| {
        group.refresh();
        (group.active().to_vec(), group.added().to_vec(), group.removed().to_vec())
    };
    assert_eq!(looks(&mut group), (vec![], vec![], vec![]));
    let [a, b, c] = [1, 2, 3].map(|n| spawn(Some(n), None, None));
    assert_eq!(looks(&mut group), (vec![a, b, c], vec![a, b, c], vec![]));
    assert_eq!(looks(&mut group), (vec![a, b, c], vec![], vec![]));
    a.add::<C>();
    b.set_enabled(false);
    c.despawn();
    let again = spawn(Some(4), None, None);
    assert_eq!(again.index(), c.index(), "another life of the same index");
    assert!(group.contains(a) && !group.contains(again), "nothing changes between two looks");
    assert_eq!(looks(&mut group), (vec![again], vec![again], vec![a, b, c]));
    assert!(!group.contains(c) && group.contains(again));
    a.kill::<C>();
    b.set_enabled(true);
    assert_eq!(looks(&mut group), (vec![a, b, again], vec![a, b], vec![]));
    // There and back between two looks is nothing.
    a.set_enabled(false);
    a.set_enabled(true);
    assert_eq!(looks(&mut group), (vec![a, b, again], vec![], vec![]));
}

// ---- against a model ----

/// What one entity should have.
#[derive(Clone, Copy)]
struct Known {
    entity: Entity,
    on: bool,
    /// The number of each type, and whether it is switched on.
    a: Option<(u32, bool)>,
    b: Option<(u32, bool)>,
    c: Option<(u32, bool)>,
}

impl Known {
    fn enabled(self, part: Option<(u32, bool)>) -> Option<u32> {
        part.filter(|(_, on)| *on && self.on).map(|(n, _)| n)
    }
}

fn compare(known: &[Known]) {
    let sorted = |mut rows: Vec<(Entity, u32, Option<u32>)>| {
        rows.sort();
        rows
    };
    let all = query::<(Entity, &A, Option<&B>)>();
    let seen = all.iter().map(|(e, a, b)| (e, a.0, b.map(|b| b.0))).collect();
    let expected: Vec<_> =
        known.iter().filter_map(|k| Some((k.entity, k.enabled(k.a)?, k.enabled(k.b)))).collect();
    assert_eq!((sorted(seen), all.count()), (sorted(expected.clone()), expected.len()));
    drop(all);

    let all = query::<(&C, Entity, Copied<A>)>().filter::<(Without<B>,)>();
    let seen = all.iter().map(|(c, e, a)| (e, a.0, Some(c.0))).collect();
    let none = |k: &Known| k.enabled(k.b).is_none();
    let expected = known
        .iter()
        .filter(|k| none(k))
        .filter_map(|k| Some((k.entity, k.enabled(k.a)?, Some(k.enabled(k.c)?))));
    assert_eq!(sorted(seen), sorted(expected.collect()));
    drop(all);

    let all = query::<(Entity, &mut B, &A)>().with_disabled().filter::<AnyOf<(C, Never)>>();
    let expected =
        known.iter().filter(|k| k.c.is_some()).filter_map(|k| Some((k.entity, k.b?.0, Some(k.a?.0))));
    let expected = sorted(expected.collect());
    let mut all = all;
    let seen = sorted(all.iter_mut().map(|(e, b, a)| (e, b.0, Some(a.0))).collect());
    assert_eq!(seen, expected);
    for k in known {
        let is_there = expected.iter().any(|(e, ..)| *e == k.entity);
        assert_eq!(all.get(k.entity).is_some(), is_there);
    }
}

#[test]
fn queries_see_what_a_list_of_entities_has() {
    let mut random = Random(5);
    let mut known: Vec<Known> = Vec::new();
    for step in 0..if cfg!(miri) { 25 } else { 3_000 } {
        let which = random.below(known.len().max(1));
        let n = step as u32;
        match random.below(12) {
            0..=2 => known.push(Known { entity: Entity::spawn(), on: true, a: None, b: None, c: None }),
            _ if known.is_empty() => {}
            kind @ 3..=5 => {
                let k = &mut known[which];
                let part = [&mut k.a, &mut k.b, &mut k.c].into_iter().nth(kind - 3).unwrap();
                *part = Some((n, part.is_none_or(|(_, on)| on)));
                match kind {
                    3 => k.entity.insert(A(n)).is_alive(),
                    4 => k.entity.insert(B(n)).is_alive(),
                    _ => k.entity.insert(C(n)).is_alive(),
                };
            }
            6 => {
                let k = &mut known[which];
                (k.a, _) = (None, k.entity.kill::<A>());
            }
            7 => {
                let k = &mut known[which];
                (k.b, _) = (None, k.entity.kill::<B>());
            }
            8 if random.below(2) == 0 => assert!(known.swap_remove(which).entity.despawn()),
            9 => {
                let k = &mut known[which];
                k.on = !k.on;
                k.entity.set_enabled(k.on);
            }
            10 => {
                let k = &mut known[which];
                if let Some((_, on)) = &mut k.a {
                    *on = !*on;
                    k.entity.handle::<A>().set_enabled(*on);
                }
            }
            _ => {
                let k = &mut known[which];
                if let Some((_, on)) = &mut k.c {
                    *on = !*on;
                    k.entity.handle::<C>().set_enabled(*on);
                }
            }
        }
        if step % 7 == 0 {
            compare(&known);
        }
    }
    compare(&known);
}
