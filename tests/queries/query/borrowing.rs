//! What a query borrows and refuses.

use super::*;

#[test]
fn m2_a_loop_over_a_query_borrows_all_of_its_types() {
    let entity = spawn(Some(1), Some(2), Some(3));
    let other = spawn(Some(1), None, None);
    let mut all = query::<(&mut A, &B)>();
    entity.borrow_mut::<A>().0 = 1;
    let _first = all.iter_mut().next();
    let late = spawn(Some(1), Some(2), None);
    late.borrow_mut::<A>().0 = 2;
    assert!(matches!(
        entity.try_borrow::<A>(),
        Err(BorrowError::Borrowed { by: Borrower::QueryExclusive, .. })
    ));
    assert!(other.try_borrow::<A>().is_err(), "also what has no B");
    assert!(matches!(
        entity.try_borrow_mut::<B>(),
        Err(BorrowError::Borrowed { by: Borrower::QueryShared, .. })
    ));
    late.despawn();
    assert_eq!(entity.borrow::<B>().0, 2);
    entity.borrow_mut::<C>().0 = 4;
    drop(all);
    entity.borrow_mut::<A>().0 = 5;
}

#[test]
fn what_is_borrowed_otherwise_is_reported() {
    let entity = spawn(Some(1), Some(2), None);
    let guard = entity.borrow_mut::<B>();
    let error = query::<(&mut A, &B)>().try_each(|_| ()).unwrap_err();
    assert!(matches!(error, QueryError::Held { component: "B", by: Borrower::Exclusive, .. }));
    assert_says(
        &message_of(|| query::<(&mut A, &B)>().each(|_| ())),
        &["cannot visit B of 0v1", "mutably borrowed", "drop that guard"],
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
        self.seen = query::<&Self>().iter().count();
    }
}

#[test]
fn a_query_of_the_own_type_in_a_hook_says_that_the_hook_is_in_the_way() {
    let watcher = Entity::spawn().add::<Watcher>();
    assert_says(
        &message_of(|| update_all(0.1)),
        &["cannot visit Watcher of 0v1", "own hook `Watcher::update`", ".except(me)"],
    );
    assert_eq!(watcher.borrow().seen, 0);
}

#[test]
fn a_type_twice_with_mut_is_refused_when_the_query_is_made() {
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
    crate::support::on_thread(|| {
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
    assert!(without.iter().all(|(_, a)| a.0 < 5), "what is borrowed is leaked");
}
