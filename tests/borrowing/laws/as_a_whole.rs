//! Law M2: what is borrowed as a whole.

use super::*;

#[test]
fn m2_for_holds_all_of_its_types_also_what_the_filter_leaves_out() {
    let all = Entity::spawn_many(3, |n, _| (A(n as u32),));
    all[1].insert(B(0));
    let mut some = query::<&mut A>().filter::<With<B>>().except(all[1]);
    assert_eq!(free::<A>(all[0]), FREE, "it is only made yet");
    let late = Entity::spawn().with(A(3)).with(B(0));
    let mut seen = 0;
    for _ in &mut some {
        seen += 1;
    }
    assert_eq!(seen, 0, "one is left out, the other came later");
    assert_eq!(all.iter().map(|&entity| free::<A>(entity)).collect::<Vec<_>>(), [TAKEN; 3]);
    assert_eq!((free::<A>(late), free::<B>(all[1])), (FREE, FREE), "a filter borrows nothing");
    drop(some);
    assert_eq!(free::<A>(all[0]), FREE);
    let reading = query::<&A>();
    for _ in &reading {
        assert_eq!((free::<A>(all[0]), free::<A>(late)), (READ, READ));
    }
}

#[test]
fn m2_what_was_borrowed_before_is_met_at_its_row() {
    let all = Entity::spawn_many(4, |n, _| (A(n as u32),));
    all[2].insert(B(0));
    let guard = all[2].borrow_mut::<A>();
    let seen = Cell::new(0);
    let text = message_of(|| {
        for _ in &query::<&A>() {
            seen.set(seen.get() + 1);
        }
    });
    assert_eq!(seen.get(), 2);
    assert_says(&text, &["cannot visit A of 2v1", "mutably borrowed"]);

    seen.set(0);
    let held = query::<&A>().try_each(|_| seen.set(seen.get() + 1)).unwrap_err();
    assert!(matches!(held, QueryError::Held { component: "A", entity, .. } if entity == all[2]));
    assert_eq!(seen.get(), 2);

    assert!(query::<&mut A>().iter_mut().take(2).all(|a| a.0 < 2), "it has not come to it");
    assert_eq!(query::<&mut A>().filter::<Without<B>>().iter_mut().count(), 3);
    assert_eq!(query::<&mut A>().except(all[2]).iter_mut().count(), 3);
    let mut some = query::<&mut A>();
    assert!(
        some.get_mut(all[1]).is_some() && matches!(some.try_get_mut(all[2]), Err(QueryError::Held { .. }))
    );
    drop(some);
    drop(guard);

    let _guard = all[2].borrow::<A>();
    assert_eq!(query::<&A>().iter().count(), 4, "both read");
    query::<&mut A>().try_each(|_| ()).unwrap_err();
}

#[test]
fn m2_what_a_query_gives_by_get_mut_stays_borrowed_until_something_else_is_asked() {
    let all = Entity::spawn_many(2, |n, _| (A(n as u32),));
    let mut some = query::<&mut A>();
    some.get_mut(all[0]).expect("it has one").0 = 7;
    assert_eq!([free::<A>(all[0]), free::<A>(all[1])], [TAKEN, FREE]);
    some.get_mut(all[1]);
    assert_eq!([free::<A>(all[0]), free::<A>(all[1])], [FREE, TAKEN]);
    some.each(|_| ());
    assert_eq!([free::<A>(all[0]), free::<A>(all[1])], [FREE, FREE]);
}

thread_local! {
    static KEPT_QUERY: RefCell<Option<Query<'static, &'static A>>> = const { RefCell::new(None) };
}

/// Makes a query for all but one, has it iterated, or gets one from it, and keeps it.
fn keep_a_query(but: Entity, get: Option<Entity>) {
    let mut all = query::<&'static A>().except(but);
    match get {
        Some(entity) => assert!(all.get_mut(entity).is_some()),
        None => assert_eq!(all.iter().count(), 3),
    }
    KEPT_QUERY.set(Some(all));
}

#[test]
fn m2_what_a_visit_leaves_borrowed_is_met_by_the_visit_around_it() {
    for by_get in [false, true] {
        // By `each`.
        World::new().enter(|| {
            let all = Entity::spawn_many(4, |n, _| (A(n as u32),));
            let mut seen = 0;
            let held = query::<(Entity, &mut A)>().try_each(|(me, _)| {
                seen += 1;
                if me == all[0] {
                    keep_a_query(me, by_get.then_some(all[2]));
                }
            });
            let met = if by_get { (2, all[2]) } else { (1, all[1]) };
            assert!(
                matches!(held, Err(QueryError::Held { component: "A", entity, .. }) if (seen, entity) == met)
            );
            KEPT_QUERY.take();
            assert!(all.iter().all(|&entity| free::<A>(entity) == FREE));
        });
        // By a pass.
        World::new().enter(|| {
            let all = stage::<TakesMut>(3);
            let (first, last) = (all[0], all[2]);
            let_hooks(move |me| {
                log(format!("{me:?}"));
                if me == first {
                    keep_a_query(me, by_get.then_some(last));
                }
            });
            let text = message_of(|| update_all(0.1));
            let (seen, met) = if by_get { (vec!["0v1", "1v1"], "2v1") } else { (vec!["0v1"], "1v1") };
            assert_eq!(take_log(), seen);
            assert_says(&text, &[&format!("cannot update A of {met}"), "drop that query"]);
            KEPT_QUERY.take();
            assert!(all.iter().all(|&entity| free::<A>(entity) == FREE));
        });
    }
}

#[test]
fn m2_what_is_not_visited_because_it_is_disabled_does_not_conflict() {
    let [one, other] = [(); 2].map(|()| Entity::spawn().with(A(0)).with(B(0)));
    one.handle::<B>().set_enabled(false);
    let guard = one.borrow_mut::<B>();
    assert_eq!(query::<(&A, Option<&B>)>().iter().filter(|(_, b)| b.is_some()).count(), 1);
    query::<(&A, Option<&mut B>)>().each(|_| ());
    assert!(query::<(&A, Option<&B>)>().get(one).is_some_and(|(_, b)| b.is_none()));
    query::<(&A, Option<&B>)>().with_disabled().try_each(|_| ()).unwrap_err();
    drop(guard);
    other.set_enabled(false);
    let _guard = other.borrow_mut::<A>();
    assert_eq!(query::<&A>().iter().count(), 1);
}

#[test]
fn m2_par_each_refuses_at_opening() {
    let all = Entity::spawn_many(4, |n, _| (A(n as u32),));
    all[3].insert(B(0));
    let guard = all[3].borrow::<A>();
    let text = message_of(|| {
        query::<&mut A>()
            .filter::<Without<B>>()
            .par_each(|_| unreachable!("visited while something is borrowed"));
    });
    assert_says(&text, &["cannot share out A", "borrowed"]);
    query::<&A>().par_each(|_| ());
    drop(guard);
    query::<&mut A>().par_each(|a| a.0 += 1);
    assert_eq!(all[3].borrow::<A>().0, 4);
}

#[test]
fn m2_systems_refuse_at_opening() {
    fn system(mut all: Query<&mut A>) {
        all.each(|a| a.0 += 1);
    }
    let one = Entity::spawn_many(3, |_, _| (A(0),))[2];
    let mut schedule = Schedule::new().add(system);
    let guard = one.borrow::<A>();
    let error = schedule.try_run(0.1).unwrap_err();
    assert!(matches!(error, ScheduleError::Update(UpdateError::Borrowed { component: "A", .. })), "{error}");
    drop(guard);
    schedule.run(0.1);
    assert_eq!(query::<&A>().iter().map(|a| a.0).sum::<u32>(), 3);
}

thread_local! {
    static KEPT: RefCell<Option<RefMut<A>>> = const { RefCell::new(None) };
}

#[derive(Component, Default)]
#[component(parallel, after(Writes))]
struct Together;

impl Together {
    fn update(&mut self, a: &mut A) {
        a.0 += 1;
    }
}

/// Lets a hook keep a guard on the last `A`, while a pass that takes `A` comes later in the frame.
fn keep_the_last<T: PerEntity + Default>() -> (String, u32) {
    // The first type that is added has its pass first.
    Entity::spawn().add::<Writes>();
    let all = Entity::spawn_many(3, |_, _| (A(0),));
    for entity in &all {
        entity.add::<T>();
    }
    let last = all[2];
    in_hooks_kept(move |me| {
        if me.has::<Writes>() {
            KEPT.set(Some(last.borrow_mut()));
        } else {
            log("visited");
        }
    })
}

fn in_hooks_kept(act: impl Fn(Entity) + 'static) -> (String, u32) {
    let_hooks(act);
    let text = message_of(|| update_all(0.1));
    KEPT.take();
    (text, take_log().len() as u32)
}

#[test]
fn m2_parallel_hooks_and_isolated_passes_refuse_at_opening() {
    World::new().enter(|| {
        let (text, visited) = keep_the_last::<Together>();
        assert_says(&text, &["cannot run `Together::update`, which takes A: one is mutably borrowed"]);
        assert_eq!((visited, query::<&A>().iter().map(|a| a.0).sum::<u32>()), (0, 0));
    });
    World::new().enter(|| {
        let (text, visited) = keep_the_last::<Isolated>();
        assert_says(&text, &["cannot run `Isolated::update`, which takes A: one is mutably borrowed"]);
        assert_eq!(visited, 0);
    });
    // All others meet it at its row.
    World::new().enter(|| {
        let (text, visited) = keep_the_last::<TakesMut>();
        assert_says(&text, &["cannot update A of 3v1", "mutably borrowed"]);
        assert_eq!(visited, 2);
    });
}

#[test]
fn m2_a_view_conflicts_at_once_with_whatever_is_borrowed() {
    let all = stage::<TakesMut>(3);
    let guard = all[3].borrow_mut::<A>();
    assert!(matches!(
        A::try_view().err(),
        Some(ViewError::Borrowed { component: "A", by: Borrower::Exclusive, .. })
    ));
    drop(guard);
    let guard = all[3].borrow::<A>();
    assert!(A::try_view().is_ok() && A::try_view_mut().is_err());
    drop(guard);
    in_hooks(|_| {
        assert!(matches!(
            A::try_view().err(),
            Some(ViewError::Borrowed { by: Borrower::Parameter { .. }, .. })
        ));
        assert!(TakesMut::try_view().is_ok(), "the hook reads its own");
        assert!(TakesMut::try_view_mut().is_err());
    });
    query::<&A>().each(|_| assert!(A::try_view().is_ok() && A::try_view_mut().is_err()));
    query::<&mut A>().each(|_| assert!(A::try_view().is_err()));
    let idle = query::<&mut A>();
    assert_eq!(A::view().len(), 4, "a query that is only made has borrowed nothing");
    drop(idle);
    let view = A::view();
    assert_eq!(free::<A>(all[0]), READ);
    drop(view);
    let view = A::view_mut();
    assert_eq!(free::<A>(all[0]), TAKEN);
    drop(view);
}
