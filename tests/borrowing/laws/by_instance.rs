//! Law M1: what is borrowed by instance.

use super::*;

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
        assert_eq!(is_free(Score::instance()), FREE);
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
fn m1_life_hooks_and_listeners_borrow_by_instance() {
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
        assert_eq!(is_free(Score::instance()), READ);
        query::<&A>().each(|_| ());
    });
    World::clear();
    Entity::spawn().add::<TakesScoreMut>();
    in_hooks(|_| assert_eq!(is_free(Score::instance()), TAKEN));
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
    fn changed<T: PerEntity + ecs_core::Tracked>(since: Tick) -> Vec<Entity> {
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
