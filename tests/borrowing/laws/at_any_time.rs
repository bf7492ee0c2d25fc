//! Law M3: the answer is the same at any time.

use super::*;

/// A world with twelve entities, of which some die, lose, get or switch things: while something is borrowed,
/// or not.
fn world_after(changes_wait: bool) -> Vec<Entity> {
    let all = Entity::spawn_many(12, |n, _| (A(n as u32),));
    for n in (0..12).rev().step_by(2) {
        all[n].insert(B(n as u32));
    }
    let guards = changes_wait.then(|| (all[0].borrow::<A>(), all[1].borrow::<B>()));
    all[2].despawn();
    all[3].despawn();
    all[4].kill::<A>();
    all[5].kill::<B>();
    all[6].set_enabled(false);
    all[7].handle::<B>().set_enabled(false);
    all[8].insert(A(80));
    all[8].insert(B(81));
    all[9].kill::<A>();
    all[9].insert(A(90));
    let late = Entity::spawn().with(B(12)).with(A(12));
    if changes_wait {
        // So they stay as they are until the test is over.
        std::mem::forget(guards);
        assert!(A::try_view_mut().is_err());
        assert!(matches!(A::try_view().err(), Some(ViewError::Unsettled { component: "A", .. })));
    }
    let mut all = all;
    all.push(late);
    all
}

/// What queries find in all their ways, with and without the disabled, as the places of the entities in a
/// list.
macro_rules! answers {
    ($all:ident; $([$($data:ty),*] $filter:ty;)*) => {{
        let place = |entity: Entity| $all.iter().position(|&one| one == entity).expect("it is known");
        let mut found: Vec<BTreeSet<usize>> = Vec::new();
        $(for disabled in [false, true] {
            let open = || {
                let some = query::<(Entity, $($data),*)>().filter::<$filter>();
                if disabled { some.with_disabled() } else { some }
            };
            let by_for: BTreeSet<_> = (&mut open()).into_iter().map(|found| place(found.0)).collect();
            let mut by_each = BTreeSet::new();
            open().each(|found| assert!(by_each.insert(place(found.0)), "each once"));
            let some = open();
            let by_get = $all.iter().filter_map(|&one| some.get(one).map(|found| place(found.0)));
            assert_eq!(by_for, by_get.collect::<BTreeSet<_>>());
            assert_eq!((&by_for, by_for.len()), (&by_each, open().count()));
            found.push(by_for);
        })*
        found
    }};
}

#[test]
fn m3_a_query_gives_the_same_answer_on_any_state() {
    let run = |changes_wait: bool| {
        World::new().enter(|| {
            let all = world_after(changes_wait);
            let found = answers! { all;
                [&A] ();
                [&B] ();
                [&A, &B] ();
                [&A, Option<&B>] ();
                [&B, Option<&A>] ();
                [Option<&A>] ();
                [Entity] With<A>;
                [Entity] (With<B>, Without<A>);
                [Entity] Without<B>;
                [&A] (With<B>, Without<Writes>);
            };
            let values: BTreeSet<_> = query::<(&A, Option<&B>)>()
                .with_disabled()
                .iter()
                .map(|(a, b)| (a.0, b.map(|b| b.0)))
                .collect();
            (found, values, A::count(), B::count())
        })
    };
    let (flushed, waiting) = (run(false), run(true));
    assert_eq!(flushed, waiting);
    assert_eq!(flushed.0[0], BTreeSet::from([0, 1, 5, 7, 8, 9, 10, 11, 12]), "the enabled with an `A`");
    assert!(flushed.1.contains(&(80, Some(81))) == flushed.0[3].contains(&8));
}

#[test]
fn m3_a_pass_visits_the_same_on_any_state() {
    let run = |changes_wait: bool| {
        World::new().enter(|| {
            // The first type that is added has its pass first.
            let early = Entity::spawn().with(Writes(0));
            let all = stage::<TakesMut>(8);
            early.insert(A(0));
            let (entities, seen) = (all.clone(), Rc::new(RefCell::new(Vec::new())));
            let noted = seen.clone();
            if !changes_wait {
                kill_some(&entities);
            }
            in_hooks(move |me| {
                if me != early {
                    noted.borrow_mut().push(entities.iter().position(|&one| one == me));
                } else if changes_wait {
                    // Forgotten: the stores cannot be flushed before the next pass.
                    std::mem::forget((entities[0].borrow::<A>(), early.borrow::<A>()));
                    std::mem::forget(entities[8].borrow::<A>());
                    kill_some(&entities);
                }
            });
            let mut seen = take(&mut *seen.borrow_mut());
            seen.sort();
            seen
        })
    };
    fn kill_some(all: &[Entity]) {
        all[2].despawn();
        all[3].kill::<A>();
        all[4].set_enabled(false);
        all[5].kill::<TakesMut>();
        all[6].insert(A(60));
        all[0].kill::<A>();
    }
    assert_eq!(run(false), [Some(1), Some(6), Some(7)]);
    assert_eq!(run(true), run(false));
}

#[test]
fn m3_the_dead_are_skipped_and_what_comes_later_is_left_out() {
    let all = Entity::spawn_many(4, |n, _| (A(n as u32),));
    let mut some = query::<(Entity, &A)>();
    let late = Entity::spawn().with(A(9));
    all[1].despawn();
    assert_eq!(some.count(), 3, "the number now, without what came later");
    let mut seen = Vec::new();
    for (entity, _) in &mut some {
        Entity::spawn().add::<A>();
        all[2].despawn();
        seen.push(entity);
    }
    assert_eq!((seen, some.count()), (vec![all[0], all[3]], 2));
    drop(some);
    assert_eq!(query::<&A>().count(), 5);
    assert!(query::<&A>().get(late).is_some());
}

#[test]
fn m3_whether_it_conflicts_does_not_depend_on_what_has_died() {
    for kills in [false, true] {
        World::new().enter(|| {
            let all = Entity::spawn_many(6, |n, _| (A(n as u32),));
            let guard = all[3].borrow_mut::<A>();
            if kills {
                all[0].despawn();
                all[5].kill::<A>();
                all[4].set_enabled(false);
            }
            let mut seen = Vec::new();
            query::<(Entity, &A)>().try_each(|(entity, _)| seen.push(entity)).unwrap_err();
            seen.retain(|entity| entity.is_alive());
            assert_eq!(seen, all[usize::from(kills)..3]);
            assert!(query::<&A>().except(all[3]).try_each(|_| ()).is_ok());
            let refused = A::try_view().err();
            assert!(matches!(refused, Some(ViewError::Borrowed { .. } | ViewError::Unsettled { .. })));
            drop(guard);
        });
    }
}

#[test]
fn m3_a_view_alone_needs_one_slice() {
    let all = Entity::spawn_many(3, |n, _| (A(n as u32),));
    let guard = all[0].borrow::<A>();
    assert_eq!(A::view().len(), 3);
    all[1].kill::<A>();
    let Some(error @ ViewError::Unsettled { component: "A", by: Borrower::Shared, .. }) = A::try_view().err()
    else {
        panic!("it cannot be one slice")
    };
    assert_says(&error.to_string(), &["cannot view A", "added, killed or switched", "borrowed"]);
    assert_eq!(query::<&A>().iter().count(), 2, "a query can");
    query::<&A>().each(|_| ());
    assert_eq!(try_query::<(Entity, &A)>().expect("it opens").iter().count(), 2);
    drop(guard);
    assert_eq!(A::view().len(), 2);
}

#[test]
fn m3_a_query_in_a_loop_that_kills_and_in_a_hook_after_a_kill() {
    let all = stage::<Writes>(5);
    let mut counts = Vec::new();
    for (entity, _) in &query::<(Entity, &A)>() {
        counts.push(query::<(&A, &Writes)>().iter().count());
        entity.kill::<Writes>();
    }
    assert_eq!((counts.iter().max(), Writes::count()), (Some(&5), 0));
    for &entity in &all {
        entity.add::<Writes>();
    }
    let seen = Rc::new(RefCell::new(Vec::new()));
    let noted = seen.clone();
    in_hooks(move |me| {
        me.despawn();
        noted.borrow_mut().push(query::<(&A, &mut Writes)>().iter_mut().count());
        Entity::spawn().with(A(0));
    });
    assert_eq!(take(&mut *seen.borrow_mut()), [5, 4, 3, 2, 1, 0]);
}

#[test]
fn m3_except_leaves_one_out_before_it_is_borrowed() {
    let all = stage::<TakesMut>(3);
    let entities = all.clone();
    in_hooks(move |me| {
        let mut others = query::<(Entity, &mut A)>().except(me);
        assert_eq!(others.count(), 3);
        assert!(others.get(me).is_none() && others.get(entities[3]).is_some());
        assert!(others.iter_mut().all(|(entity, _)| entity != me));
        drop(others);
        let both = query::<(Entity, &mut A)>().except(entities[3]).except(me);
        assert_eq!(both.count(), 2);
        drop(both);
        let text = message_of(|| query::<&mut A>().each(|_| ()));
        assert_says(&text, &["`TakesMut::update`", ".except("]);
    });
    let guard = all[1].borrow_mut::<A>();
    query::<&mut A>().except(all[1]).each(|a| a.0 += 1);
    drop(guard);
    assert_eq!(query::<&A>().except(Entity::NONE).iter().count(), 4);
}

#[test]
fn m3_for_each_and_send_all_treat_held_siblings_as_the_own_one() {
    struct Ping;
    #[derive(Component, Default)]
    #[component(on(Ping))]
    struct Body(u32, u32);
    impl Body {
        fn on_ping(&mut self, _: &Ping) {
            self.1 += 1;
        }
    }
    #[derive(Component, Default)]
    struct Mover;
    impl Mover {
        fn update(&self, body: &mut Body) {
            Body::for_each(|other| other.0 += 1);
            let pinged = body.1;
            assert_eq!(Body::send_all(Ping), 3);
            assert_eq!((body.0 % 10, body.1), (0, pinged), "its own waits");
            body.0 += 10;
            assert!(query::<&Body>().except(body.entity()).iter().all(|other| other.1 == 1));
        }
    }
    let all = Entity::spawn_many(3, |_, _| (Body(0, 0),));
    all[1].add::<Mover>();
    update_all(0.1);
    assert_eq!(all.iter().map(|entity| entity.borrow::<Body>().0).collect::<Vec<_>>(), [1, 10, 1]);
    assert!(all.iter().all(|entity| entity.borrow::<Body>().1 == 1), "notified when the hook is over");
}
