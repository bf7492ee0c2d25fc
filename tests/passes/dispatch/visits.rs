//! Law C3: what a pass visits.

use super::*;

#[test]
fn c3_a_pass_visits_what_was_live_and_enabled_and_still_is() {
    #[derive(Component, Default)]
    struct Walker {
        n: u32,
        script: Option<fn(&[Handle<Walker>])>,
    }
    thread_local! {
        static ALL: RefCell<Vec<Handle<Walker>>> = const { RefCell::new(Vec::new()) };
    }
    impl Walker {
        fn update(&mut self) {
            log(self.n.to_string());
            if let Some(script) = self.script.take() {
                script(&ALL.with(|all| all.borrow().clone()));
            }
        }
    }
    // The second of five acts; what is then visited in this pass, and in the next.
    type Case = (fn(&[Handle<Walker>]), [&'static [&'static str]; 2]);
    let cases: [Case; 9] = [
        (|_| (), [&["0", "1", "2", "3", "4"], &["0", "1", "2", "3", "4"]]),
        (|all| assert!(all[3].kill()), [&["0", "1", "2", "4"], &["0", "1", "2", "4"]]),
        (|all| assert!(all[0].kill()), [&["0", "1", "2", "3", "4"], &["1", "2", "3", "4"]]),
        (|all| assert!(all[2].entity().despawn()), [&["0", "1", "3", "4"], &["0", "1", "3", "4"]]),
        (|all| assert!(all[3].set_enabled(false)), [&["0", "1", "2", "4"], &["0", "1", "2", "4"]]),
        (|all| assert!(all[4].entity().set_enabled(false)), [&["0", "1", "2", "3"], &["0", "1", "2", "3"]]),
        (
            |all| assert!(all[3].set_enabled(false) && all[3].set_enabled(true)),
            [&["0", "1", "2", "3", "4"], &["0", "1", "2", "3", "4"]],
        ),
        (
            |_| {
                (0..100)
                    .for_each(|_| assert!(Entity::spawn().insert(Walker { n: 9, script: None }).is_alive()))
            },
            [&["0", "1", "2", "3", "4"], &["0", "1", "2", "3", "4", "9"]],
        ),
        (
            |all| {
                assert!(all[4].kill());
                assert!(all[4].entity().insert(Walker { n: 8, script: None }).is_alive());
            },
            [&["0", "1", "2", "3"], &["0", "1", "2", "3", "8"]],
        ),
    ];
    for (at, (script, expected)) in cases.into_iter().enumerate() {
        let make = |n| Entity::spawn().insert(Walker { n, script: (n == 1).then_some(script) });
        ALL.set((0..5).map(make).collect());
        for expected in expected {
            update_all(1.0);
            // In the first pass the order is that of adding; after changes it may be another.
            let mut visited = take_log();
            if visited.len() > 5 {
                assert_eq!(visited.iter().filter(|n| n.as_str() == "9").count(), 100, "case {at}");
            }
            visited.sort();
            visited.dedup();
            assert_eq!(visited, expected, "case {at}");
        }
        World::clear();
    }
}

#[test]
fn c3_a_disabled_component_that_is_enabled_in_a_pass_waits_for_the_next() {
    #[derive(Component, Default)]
    struct Sleeper(Handle<Sleeper>, u32);
    impl Sleeper {
        fn update(&mut self) {
            self.1 += 1;
            self.0.set_enabled(true);
        }
    }
    let asleep = Entity::spawn().add::<Sleeper>();
    asleep.set_enabled(false);
    let waker = Entity::spawn().insert(Sleeper(asleep, 0));
    update_all(1.0);
    assert_eq!((waker.borrow().1, asleep.borrow().1), (1, 0));
    assert!(asleep.is_enabled());
    update_all(1.0);
    assert_eq!((waker.borrow().1, asleep.borrow().1), (2, 1));
}

#[test]
fn c3_types_later_in_the_order_visit_new_components_in_the_same_frame_and_earlier_ones_in_the_next() {
    #[derive(Component, Default)]
    struct Early;
    impl Early {
        fn update(&mut self) {
            log("early");
        }
    }
    #[derive(Component, Default)]
    struct Maker(bool);
    impl Maker {
        fn update(&mut self) {
            log("maker");
            if !std::mem::replace(&mut self.0, true) {
                Entity::spawn().with(Early).with(Self(true)).with(Late);
            }
        }
    }
    #[derive(Component, Default)]
    struct Late;
    impl Late {
        fn update(&mut self) {
            log("late");
        }
    }
    // All three types are known, but only the maker is alive.
    Entity::spawn().with(Early).with(Maker(true)).with(Late).despawn();
    Entity::spawn().add::<Maker>();
    update_all(1.0);
    assert_eq!(take_log(), ["maker", "late"]);
    update_all(1.0);
    assert_eq!(take_log(), ["early", "maker", "maker", "late"]);
}

#[test]
fn c3_a_type_that_is_first_added_in_a_frame_is_last_in_the_order_and_visited_in_it() {
    #[derive(Component, Default)]
    struct Seed;
    impl Seed {
        fn update(&mut self, entity: Entity) {
            log("seed");
            entity.add::<Fruit>();
        }
    }
    #[derive(Component, Default)]
    struct Fruit;
    impl Fruit {
        fn update(&mut self) {
            log("fruit");
        }
    }
    Entity::spawn().add::<Seed>();
    update_all(1.0);
    assert_eq!(take_log(), ["seed", "fruit"], "as it would be had the type been added once before");
}

#[test]
fn c3_a_type_that_is_first_added_in_a_frame_and_stands_before_is_visited_in_the_next() {
    runners! {
        First;
        #[component(before(First))] Before;
        #[component(after(First))] After;
    }
    #[derive(Component)]
    struct Maker;
    impl Maker {
        fn update(&mut self) {
            ORDER.with_borrow_mut(|order| order.push("Maker"));
            if Before::count() == 0 {
                Entity::spawn().with(Before).with(After);
            }
        }
    }
    Entity::spawn().with(First).with(Maker);
    update_all(0.1);
    assert_eq!(ORDER.take(), ["First", "Maker", "After"]);
    update_all(0.1);
    assert_eq!(ORDER.take(), ["Before", "First", "Maker", "After"]);
}

#[test]
fn c2_a_sibling_that_is_killed_in_a_pass_is_dead_for_the_hooks_of_that_pass() {
    #[derive(Component, Default)]
    struct Shield(u32);
    #[derive(Component, Default)]
    struct Knight {
        foe: Handle<Shield>,
        blocked: u32,
    }
    impl Knight {
        fn update(&mut self, shield: &mut Shield) {
            shield.0 += 1;
            self.blocked += 1;
            self.foe.kill();
        }
    }
    // The stores are in the same order, then in another.
    for same_order in [true, false] {
        let entities: Vec<_> = (0..3).map(|_| Entity::spawn()).collect();
        for at in 0..3 {
            entities[if same_order { at } else { 2 - at }].add::<Shield>();
            entities[at].add::<Knight>();
        }
        entities[0].borrow_mut::<Knight>().foe = entities[1].handle();
        update_all(1.0);
        let blocked: Vec<_> = entities.iter().map(|entity| entity.borrow::<Knight>().blocked).collect();
        assert_eq!(blocked, [1, 0, 1], "in the same order: {same_order}");
        World::clear();
    }
}
