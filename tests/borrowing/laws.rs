//! The laws, a test for each of their sentences.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::mem::take;
use std::rc::Rc;

use ecs_core::{
    BorrowError, Borrower, Changed, Component, Entity, Handle, Query, QueryError, RefMut, Schedule,
    ScheduleError, Singleton, Tick, UpdateError, ViewError, With, Without, World, query, try_query,
    try_update_all, update_all,
};

use super::*;
use crate::support::{assert_says, log, message_of, take_log};

/// Entities with an actor and an `A`, and one with an `A` alone, in an order in which the stores are not aligned.
fn stage<T: Component + Default>(count: u32) -> Vec<Entity> {
    let mut all: Vec<_> = (0..count).map(|_| Entity::spawn()).collect();
    all.push(Entity::spawn().with(A(9)));
    for (n, entity) in all.iter().take(count as usize).enumerate().rev() {
        entity.insert(A(n as u32));
    }
    for entity in &all[..count as usize] {
        entity.add::<T>();
    }
    all
}

/// Runs a frame in which each hook asks of each entity whether its `T` is free: `own` of the own one, all others are.
#[track_caller]
fn own_is<T: Component>(all: &[Entity], own: (bool, bool)) {
    let (entities, calls) = (all.to_vec(), Rc::new(Cell::new(0)));
    let counted = calls.clone();
    in_hooks(move |me| {
        for &entity in &entities {
            if entity.has::<T>() {
                assert_eq!(free::<T>(entity), if entity == me { own } else { FREE }, "{entity:?} in {me:?}");
            }
        }
        counted.set(counted.get() + 1);
    });
    assert_eq!(calls.get(), all.len() - 1, "each has had its turn");
    for &entity in all {
        assert!(!entity.has::<T>() || free::<T>(entity) == FREE, "the hook is over");
    }
}

// ---- M1: by instance ----

#[test]
fn m1_a_hook_has_borrowed_its_own_component_as_its_receiver_says() {
    own_is::<Writes>(&stage::<Writes>(3), TAKEN);
    World::clear();
    own_is::<Reads>(&stage::<Reads>(3), READ);
}

#[test]
fn m1_a_sibling_is_borrowed_for_its_own_entity_alone() {
    own_is::<A>(&stage::<TakesMut>(3), TAKEN);
    World::clear();
    own_is::<A>(&stage::<TakesRef>(3), READ);
    World::clear();
    own_is::<A>(&stage::<MayMut>(3), TAKEN);
    World::clear();
    own_is::<A>(&stage::<MayRef>(3), READ);
}

#[test]
fn m1_it_is_the_same_where_rows_are_dead_or_disabled() {
    let mut all = stage::<TakesMut>(6);
    all.remove(1).despawn();
    let guard = all[0].borrow::<A>();
    all.remove(3).kill::<A>();
    drop(guard);
    let asleep = all.remove(2);
    asleep.set_enabled(false);
    own_is::<A>(&all, TAKEN);
    own_is::<A>(&all, TAKEN);
    assert_eq!(all.len(), 4);
}

#[test]
fn m1_nothing_else_is_borrowed() {
    let all = stage::<TakesMut>(2);
    all[0].insert(B(1));
    Score::set(Score(0));
    in_hooks(move |me| {
        assert_eq!(all[0].get::<B>().map(|b| b.0), Some(1));
        assert_eq!(free::<B>(all[0]), FREE);
        assert_eq!(free::<TakesMut>(me), READ);
        assert_eq!(free::<Score>(Score::instance().entity()), FREE);
    });
}

#[test]
fn m1_a_missing_sibling_may_be_added_and_borrowed_in_the_same_hook() {
    let bare = [(); 2].map(|()| Entity::spawn().with(MayMut(0)));
    let full = Entity::spawn().with(MayMut(0)).with(A(5));
    in_hooks(move |me| {
        if me != full {
            me.add::<A>().borrow_mut().0 += 1;
            assert_eq!(free::<A>(me), FREE);
        }
    });
    assert_eq!(bare.map(|entity| entity.borrow::<A>().0), [1, 1]);
    // In the next pass it is there when that begins.
    in_hooks(|me| assert_eq!(free::<A>(me), TAKEN));
}

#[test]
fn m1_a_sibling_that_came_in_the_pass_is_not_borrowed() {
    let all = [(); 3].map(|()| Entity::spawn().with(MayMut(0)));
    in_hooks(move |me| {
        if me == all[0] {
            all[2].insert(A(1));
        }
        assert!(me != all[2] || free::<A>(me) == FREE);
    });
    own_is::<A>(&[all[2], all[0], all[1], Entity::spawn()], TAKEN);
}

#[test]
fn m1_a_dead_sibling_is_not_borrowed() {
    let all = stage::<MayMut>(3);
    let entities = all.clone();
    in_hooks(move |me| {
        if me == entities[0] {
            entities[1].kill::<A>();
            me.kill::<A>();
        }
        if me != entities[2] {
            let handle = me.handle::<A>();
            assert!(matches!(handle.try_borrow_mut().err(), Some(BorrowError::Missing { .. })));
            assert_eq!(handle.get().map(|a| a.0), None);
        }
    });
    assert_eq!(A::count(), 2);
}

#[test]
fn m1_a_value_that_takes_the_place_of_a_siblings_is_free() {
    let all = stage::<TakesMut>(2);
    in_hooks(|me| {
        me.insert(A(70)).borrow_mut().0 += 7;
        assert_eq!(free::<A>(me), FREE);
    });
    assert_eq!((all[0].borrow::<A>().0, all[1].borrow::<A>().0), (77, 77));
}

#[test]
fn m1_event_hooks_borrow_by_instance() {
    struct Poke(Vec<Entity>);
    #[derive(Component)]
    #[component(on(Poke))]
    struct Ear;
    impl Ear {
        fn init(&mut self, me: Entity, _a: &mut A) {
            assert_eq!((free::<A>(me), free::<Self>(me)), (TAKEN, TAKEN));
        }
        fn on_poke(&self, poke: &Poke, me: Entity, _a: Option<&A>) {
            for &entity in &poke.0 {
                let own = if entity == me { READ } else { FREE };
                assert_eq!((free::<A>(entity), free::<Self>(entity)), (own, own));
            }
            log("poked");
        }
        fn shutdown(&mut self, me: Entity, _a: Option<&mut A>) {
            assert_eq!((free::<A>(me), free::<Self>(me)), (TAKEN, TAKEN));
            log("over");
        }
    }
    let all = Entity::spawn_many(3, |n, _| (A(n as u32), Ear));
    all[0].send(Poke(all.clone()));
    Ear::send_all(Poke(all.clone()));
    assert!(all.iter().all(|&entity| free::<A>(entity) == FREE && free::<Ear>(entity) == FREE));
    all[1].despawn();
    assert_eq!(take_log(), ["poked", "poked", "poked", "poked", "over"]);
}

#[test]
fn m1_entity_get_and_each_borrow_one_entity_at_a_time() {
    let all = Entity::spawn_many(3, |n, _| (A(n as u32), B(0)));
    let guard = all[0].get_mut::<A>();
    assert_eq!([free::<A>(all[0]), free::<A>(all[1])], [TAKEN, FREE]);
    drop(guard);
    query::<(Entity, &mut A, &B)>().each(|(me, ..)| {
        for &entity in &all {
            let own = if entity == me { (TAKEN, READ) } else { (FREE, FREE) };
            assert_eq!((free::<A>(entity), free::<B>(entity)), own);
        }
    });
    A::for_each(|a| {
        let me = a.entity();
        for &entity in &all {
            assert_eq!(free::<A>(entity), if entity == me { TAKEN } else { FREE });
        }
    });
    assert_eq!(free::<A>(all[2]), FREE);
}

#[test]
fn m1_each_in_each_stacks() {
    let all = Entity::spawn_many(4, |n, _| (A(n as u32),));
    let mut pairs = 0;
    query::<(Entity, &mut A)>().each(|(outer, a)| {
        query::<(Entity, &mut A)>().except(outer).each(|(inner, other)| {
            std::mem::swap(a, other);
            std::mem::swap(a, other);
            for &entity in &all {
                let held = entity == outer || entity == inner;
                assert_eq!(free::<A>(entity), if held { TAKEN } else { FREE });
            }
            pairs += 1;
        });
        for &entity in &all {
            assert_eq!(
                free::<A>(entity),
                if entity == outer { TAKEN } else { FREE },
                "the inner one is over"
            );
        }
    });
    assert_eq!(pairs, 12);
    assert!(all.iter().all(|&entity| free::<A>(entity) == FREE));
}

#[test]
fn m1_for_each_in_each_stacks() {
    let all = Entity::spawn_many(3, |n, _| (A(n as u32), B(0)));
    let ones = all.clone();
    query::<(Entity, &mut A)>().each(|(outer, _)| {
        B::for_each(|b| {
            let inner = b.entity();
            b.0 += 1;
            for &entity in &ones {
                assert_eq!(free::<A>(entity), if entity == outer { TAKEN } else { FREE });
                assert_eq!(free::<B>(entity), if entity == inner { TAKEN } else { FREE });
            }
        });
    });
    assert!(all.iter().all(|entity| entity.borrow::<B>().0 == 3));
}

#[test]
fn m1_each_and_for_each_in_a_hook_stack() {
    let all = stage::<TakesMut>(3);
    let (entities, sums) = (all.clone(), Rc::new(RefCell::new(Vec::new())));
    let seen = sums.clone();
    in_hooks(move |me| {
        let mut sum = 0;
        query::<(Entity, &mut A)>().except(me).each(|(inner, a)| {
            sum += a.0;
            for &entity in &entities {
                let held = entity == me || entity == inner;
                assert_eq!(free::<A>(entity), if held { TAKEN } else { FREE });
            }
        });
        A::for_each(|a| sum += 100 * a.0);
        seen.borrow_mut().push(sum);
    });
    // 0, 1, 2 and 9, each without its own.
    assert_eq!(take(&mut *sums.borrow_mut()), [1212, 1111, 1010]);
}

#[test]
fn m1_others_are_notified_at_once_and_the_own_ones_later() {
    struct Hit;
    #[derive(Component, Default)]
    #[component(on(Hit))]
    struct Hurt;
    impl Hurt {
        fn on_hit(&mut self, _: &Hit, me: Entity) {
            log(format!("{me:?}"));
        }
    }
    #[derive(Component, Default)]
    struct Hitter;
    impl Hitter {
        fn update(&self, me: Entity, _own: &mut Hurt) {
            log("from");
            assert_eq!(query::<Entity>().filter::<With<Hurt>>().count(), 3);
            query::<Entity>().filter::<With<Hurt>>().each(|entity| {
                entity.send(Hit);
            });
            log(format!("to {me:?}"));
        }
    }
    let all = [(); 3].map(|()| Entity::spawn().with(Hurt));
    all[1].add::<Hitter>();
    update_all(0.1);
    assert_eq!(take_log(), ["from", "0v1", "2v1", "to 1v1", "1v1"]);
}

#[test]
fn m1_a_singleton_parameter_may_be_read_elsewhere_and_not_written_to() {
    for _ in 0..3 {
        Entity::spawn().add::<TakesScore>();
    }
    in_hooks(|_| {
        assert_eq!(free::<Score>(Score::instance().entity()), READ);
        query::<&A>().each(|_| ());
    });
    World::clear();
    Entity::spawn().add::<TakesScoreMut>();
    in_hooks(|_| assert_eq!(free::<Score>(Score::instance().entity()), TAKEN));
    assert!(Score::try_borrow_mut().is_ok());
}

#[test]
fn m1_a_singleton_that_is_set_in_a_pass_is_the_new_one_for_the_next_rows() {
    #[derive(Component)]
    struct Adds;
    impl Adds {
        fn update(&self, me: Entity, score: &mut Score) {
            score.0 += 1;
            if me.index().is_multiple_of(2) {
                Score::set(Score(100 * (1 + me.index())));
            }
        }
    }
    #[derive(Component)]
    #[component(after(Adds))]
    struct Looks;
    impl Looks {
        fn update(&self, score: &Score) {
            log(score.0.to_string());
            if score.0 == 0 {
                Score::set(Score(7));
            }
        }
    }
    Score::set(Score(5));
    let globals = Score::instance().entity().index();
    let mut expected = 5;
    for entity in Entity::spawn_many(5, |_, _| (Adds,)) {
        assert_ne!(entity.index(), globals);
        expected += 1;
        if entity.index().is_multiple_of(2) {
            expected = 100 * (1 + entity.index());
        }
    }
    update_all(0.1);
    assert_eq!(Score::borrow().0, expected);
    Adds::for_each(|_| ());
    query::<Entity>().filter::<With<Adds>>().each(|entity| {
        entity.despawn();
    });
    Entity::spawn_many(3, |_, _| (Looks,));
    Score::borrow_mut().0 = 0;
    update_all(0.1);
    assert_eq!(take_log(), ["0", "7", "7"]);
}

#[test]
fn m1_changes_of_tracked_types_are_noted_where_a_hook_may_write() {
    #[derive(Component, Default)]
    #[component(track)]
    struct Seen(u32);
    #[derive(Component, Default)]
    #[component(track)]
    struct LooksOn(u32);
    impl LooksOn {
        fn update(&self, seen: &Seen) {
            assert_eq!(self.0, seen.0);
        }
    }
    #[derive(Component, Default)]
    #[component(track)]
    struct Steps;
    impl Steps {
        fn update(&mut self, _: Option<&mut Seen>) {}
    }
    fn changed<T: Component + ecs_core::Tracked>(since: Tick) -> Vec<Entity> {
        query::<Entity>().filter::<Changed<T>>().since(since).iter().collect()
    }
    let [looks, steps, bare] = [(); 3].map(|()| Entity::spawn());
    looks.insert(LooksOn(0));
    let alone = steps.insert(Steps).entity();
    bare.insert(Steps);
    for entity in [steps, looks] {
        entity.insert(Seen(0));
    }
    let before = World::tick();
    update_all(0.1);
    assert_eq!(changed::<Seen>(before), [alone]);
    assert_eq!(changed::<LooksOn>(before), []);
    assert_eq!(changed::<Steps>(before), [steps, bare]);
}

// ---- M2: as a whole ----

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
    assert!(some.get(all[1]).is_some() && matches!(some.try_get(all[2]), Err(QueryError::Held { .. })));
    drop(some);
    drop(guard);

    let _guard = all[2].borrow::<A>();
    assert_eq!(query::<&A>().iter().count(), 4, "both read");
    query::<&mut A>().try_each(|_| ()).unwrap_err();
}

#[test]
fn m2_what_a_query_gives_by_get_stays_borrowed_until_something_else_is_asked() {
    let all = Entity::spawn_many(2, |n, _| (A(n as u32),));
    let mut some = query::<&mut A>();
    some.get(all[0]).expect("it has one").0 = 7;
    assert_eq!([free::<A>(all[0]), free::<A>(all[1])], [TAKEN, FREE]);
    some.get(all[1]);
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
        Some(entity) => assert!(all.get(entity).is_some()),
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
fn keep_the_last<T: Component + Default>() -> (String, u32) {
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
        assert_says(&text, &["cannot update A: one is mutably borrowed"]);
        assert_eq!((visited, query::<&A>().iter().map(|a| a.0).sum::<u32>()), (0, 0));
    });
    World::new().enter(|| {
        let (text, visited) = keep_the_last::<Isolated>();
        assert_says(&text, &["cannot update A: one is mutably borrowed"]);
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

// ---- M3: at any time ----

/// A world with twelve entities, of which some die, lose, get or switch things: while something is borrowed, or not.
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

/// What queries find in all their ways, with and without the disabled, as the places of the entities in a list.
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
            let mut some = open();
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
    let (settled, waiting) = (run(false), run(true));
    assert_eq!(settled, waiting);
    assert_eq!(settled.0[0], BTreeSet::from([0, 1, 5, 7, 8, 9, 10, 11, 12]), "the enabled with an `A`");
    assert!(settled.1.contains(&(80, Some(81))) == settled.0[3].contains(&8));
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
                    // Forgotten: the stores cannot settle before the next pass.
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
            let settles = A::try_view().err();
            assert!(matches!(settles, Some(ViewError::Borrowed { .. } | ViewError::Unsettled { .. })));
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
    assert!(all.iter().all(|entity| entity.borrow::<Body>().1 == 1), "told when the hook is over");
}

// ---- M4: what it says ----

/// The message of a conflict in a hook, which has no line of a frame in it.
fn said_in_hooks(act: impl Fn(Entity) + 'static) -> String {
    let_hooks(act);
    let text = message_of(frame);
    let frame_line = format!("laws.rs:{FRAME_LINE}:");
    assert!(!text.contains(&frame_line), "{text}");
    text
}

const FRAME_LINE: u32 = line!() + 3;
#[rustfmt::skip]
fn frame() {
    update_all(0.1);
}

#[test]
fn m4_a_conflict_names_type_entity_hook_and_parameter() {
    let own = Entity::spawn().with(TakesMut(0)).with(A(0));
    own.set_name("hero");
    let text = said_in_hooks(|me| me.borrow_mut::<A>().0 += 1);
    assert_says(
        &text,
        &["cannot borrow A of 0v1 \"hero\" mutably", "the hook `TakesMut::update`", "its parameter `&mut A`"],
    );
    let text = said_in_hooks(|me| me.borrow_mut::<TakesMut>().0 += 1);
    assert_says(&text, &["cannot borrow TakesMut of 0v1 \"hero\"", "own hook `TakesMut::update`", "`self`"]);
    let text = said_in_hooks(|_| query::<&mut A>().each(|_| ()));
    assert_says(&text, &["cannot visit A of 0v1 \"hero\"", "`TakesMut::update`", "its parameter `&mut A`"]);
    let text = said_in_hooks(|_| drop(A::view()));
    assert_says(&text, &["cannot view A", "`TakesMut::update`", "its parameter `&mut A`"]);
}

#[test]
fn m4_a_reader_is_named_too_and_so_is_a_singleton_parameter() {
    Entity::spawn().with(TakesRef(0)).with(A(0));
    let text = said_in_hooks(|me| me.borrow_mut::<A>().0 += 1);
    assert_says(&text, &["`TakesRef::update`", "its parameter `&A`"]);
    World::clear();
    Entity::spawn().add::<TakesScore>();
    let text = said_in_hooks(|_| Score::borrow_mut().0 += 1);
    assert_says(&text, &["cannot borrow Score", "`TakesScore::update`", "its parameter `&Score`"]);
    World::clear();
    Entity::spawn().add::<TakesScoreMut>();
    let text = said_in_hooks(|_| drop(Score::borrow()));
    assert_says(&text, &["cannot borrow Score", "`TakesScoreMut::update`", "its parameter `&mut Score`"]);
}

#[test]
fn m4_an_isolated_pass_is_named_for_what_it_takes_as_well() {
    let [_, other] = [(); 2].map(|()| Entity::spawn().with(Isolated(0)).with(A(0)));
    let text = said_in_hooks(move |_| other.borrow_mut::<A>().0 += 1);
    assert_says(&text, &["cannot borrow A of 1v1", "isolated", "`Isolated::update`", "remove `isolated`"]);
    let text = said_in_hooks(move |_| other.borrow_mut::<Isolated>().0 += 1);
    assert_says(&text, &["cannot borrow Isolated of 1v1", "isolated", "remove `isolated`"]);
    World::clear();
    let [_, other] = [(); 2].map(|()| Entity::spawn().with(IsolatedReader(0)).with(A(0)));
    let text = said_in_hooks(move |_| other.borrow_mut::<A>().0 += 1);
    assert_says(&text, &["isolated", "`IsolatedReader::update`", "remove `isolated`"]);
}

#[test]
fn m4_a_renamed_hook_is_named_as_it_is_written() {
    #[derive(Component)]
    #[component(update = step)]
    struct Walker(u32);
    impl Walker {
        fn step(&mut self, me: Entity, _a: &mut A) {
            self.0 += 1;
            if self.0 == 1 {
                let _ = me.borrow_mut::<A>();
            }
            let _ = me.borrow_mut::<Self>();
        }
    }
    Entity::spawn().with(A(0)).with(Walker(0));
    assert_says(&message_of(frame), &["the hook `Walker::step`", "its parameter `&mut A`"]);
    assert_says(&message_of(frame), &["own hook `Walker::step`"]);
}

#[test]
fn m4_hooks_of_events_name_themselves_and_their_parameters() {
    struct Poke;
    #[derive(Component)]
    #[component(on(Poke = prick))]
    struct Ear;
    impl Ear {
        fn init(&mut self, me: Entity, a: &mut A) {
            a.0 += 1;
            log(message_of(|| me.borrow_mut::<A>().0 += 1));
            log(message_of(|| me.borrow::<Self>()));
        }
        fn prick(&self, _: &Poke, me: Entity, _a: Option<&A>) {
            log(message_of(|| me.borrow_mut::<A>().0 += 1));
            log(message_of(|| me.borrow_mut::<Self>()));
        }
        fn on_disable(&mut self, me: Entity, a: Option<&mut A>) {
            log(message_of(|| me.borrow_mut::<A>().0 += 1));
            log(message_of(|| me.borrow::<Self>()));
            a.unwrap().0 += 1;
        }
    }
    let ear = Entity::spawn().with(A(0)).with(Ear);
    ear.send(Poke);
    Ear::send_all(Poke);
    ear.handle::<Ear>().set_enabled(false);
    let said = take_log();
    assert_eq!(said.len(), 8);
    let hooks = ["init", "init", "prick", "prick", "prick", "prick", "on_disable", "on_disable"];
    for (n, (text, hook)) in said.iter().zip(hooks).enumerate() {
        if n % 2 == 0 {
            let parameter = if hook == "prick" { "`&A`" } else { "`&mut A`" };
            assert_says(text, &[&format!("the hook `Ear::{hook}`"), "as its parameter", parameter]);
        } else {
            assert_says(text, &["its own hook", "use `self`"]);
        }
        assert!(!text.contains("drop that guard"), "{text}");
    }
}

#[test]
fn m4_a_guard_is_named_with_its_line() {
    let one = Entity::spawn().with(A(0));
    let (line, guard) = (line!(), one.borrow_mut::<A>());
    let text = message_of(|| one.borrow::<A>());
    assert_says(&text, &["cannot borrow A of 0v1: it is mutably borrowed", "drop that guard first"]);
    if cfg!(debug_assertions) {
        assert_says(&text, &[&format!("laws.rs:{line}:")]);
    }
    drop(guard);
}

// ---- M6: sorting ----

#[test]
fn m6_sorting_refuses_and_names_the_holder() {
    let all = stage::<TakesMut>(3);
    let refused = || A::try_sort_by_key(|a| a.0).expect_err("something is borrowed").to_string();
    let guard = all[3].borrow::<A>();
    assert_says(&message_of(|| A::sort_by_key(|a| a.0)), &["cannot sort A: one is borrowed"]);
    drop(guard);
    query::<&A>().each(|_| assert_says(&refused(), &["a query's `each`"]));
    let mut some = query::<&A>();
    for _ in &mut some {
        assert_says(&refused(), &["by a query"]);
    }
    drop(some);
    A::for_each(|_| assert_says(&refused(), &["`for_each`"]));
    let view = A::view();
    assert_says(&refused(), &["by a view"]);
    drop(view);
    let_hooks(|_| {
        A::sort_by_key(|a| a.0);
    });
    let text = message_of(|| update_all(0.1));
    assert_says(&text, &["cannot sort A", "`TakesMut::update`", "its parameter `&mut A`"]);
    in_hooks(|_| Writes::sort_by_key(|writes| writes.0));
    A::sort_by_key(|a| std::cmp::Reverse(a.0));
    assert_eq!(A::view()[0], A(9));
}

// ---- H5: a hook and its `self` ----

#[test]
fn h5_a_handle_to_the_own_component_conflicts_and_says_use_self() {
    #[derive(Component, Default)]
    struct Selfish(Handle<Selfish>);
    impl Selfish {
        fn update(&mut self) {
            assert!(self.0.is_alive());
            assert!(matches!(
                self.0.try_borrow(),
                Err(BorrowError::Borrowed { by: Borrower::PassHook { .. }, .. })
            ));
            log(message_of(|| self.0.borrow_mut().0));
        }
    }
    let own = Entity::spawn().add::<Selfish>();
    own.borrow_mut().0 = own;
    update_all(0.1);
    assert_says(
        &take_log()[0],
        &["cannot borrow Selfish of 0v1", "own hook `Selfish::update`", "use `self`"],
    );
    assert!(own.try_borrow_mut().is_ok(), "the hook is over");
}

#[test]
fn h5_a_hook_that_reads_itself_lets_others_read_it() {
    Entity::spawn().add::<Reads>();
    in_hooks(|me| {
        assert_eq!(me.borrow::<Reads>().0, 0);
        assert_eq!(query::<&Reads>().iter().count(), 1);
        assert_eq!(Reads::view().len(), 1);
    });
    assert_eq!(try_update_all(0.1), Ok(()));
}
