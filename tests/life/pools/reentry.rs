//! What the callbacks of a pool and the hooks of its entities may do.

use super::*;

#[test]
fn seed_s16_a_supplier_may_use_another_pool_and_a_resetter_the_same() {
    let bodies = Rc::new(Pool::<Archetype<(Body,)>>::new());
    let source = bodies.clone();
    let pool = Rc::new_cyclic(|this: &std::rc::Weak<Pool<Bat>>| {
        let this = this.clone();
        Pool::with(
            move || (Body(source.take().index()), Wings(0)),
            move |_| {
                let this = this.upgrade().unwrap();
                if this.parked() > 0 {
                    let _ = this.take();
                }
            },
        )
    });
    let all = [pool.take(), pool.take(), pool.take()];
    assert_eq!(bodies.live().count(), 3);
    all.iter().for_each(|&bat| assert!(pool.give_back(bat)));
    let _ = pool.take();
    assert_eq!((pool.live().count(), pool.parked()), (3, 0), "each takes the next");
    assert!(pool.live().all(Entity::is_enabled));
}

#[test]
fn seed_s16_what_hooks_do_with_the_entity_that_is_taken_holds() {
    let act = Rc::new(Cell::new(""));
    let act_of_resetter = act.clone();
    let pool = Rc::new_cyclic(|this: &std::rc::Weak<Pool<Bat>>| {
        let this = this.clone();
        Pool::with(
            || (Body(0), Wings(0)),
            move |bat| match act_of_resetter.get() {
                "despawn" => assert!(bat.despawn()),
                "give back" => assert!(this.upgrade().unwrap().give_back(bat)),
                _ => {}
            },
        )
    });
    let bat = pool.take();
    pool.give_back(bat);
    act.set("give back");
    let bat = pool.take();
    assert!(bat.is_alive() && !bat.is_enabled());
    assert_eq!((pool.live().count(), pool.parked()), (0, 1));
    act.set("despawn");
    assert!(!pool.take().is_alive());
    assert!(pool.is_empty());
}

#[test]
fn seed_s16_the_resetter_gets_only_what_is_taken_still() {
    #[derive(Component, Default)]
    struct Mine(u32);
    impl Mine {
        fn on_reset(&mut self, me: Entity) {
            self.0 += 1;
            match self.0 {
                1 => assert!(POOL.with(|pool| pool.give_back(me))),
                2 => {}
                _ => assert!(me.despawn()),
            }
        }
    }
    thread_local! {
        static POOL: Pool<Archetype<(Mine,)>> =
            Pool::with(|| (Mine(0),), |mine| log(mine.borrow::<Mine>().0.to_string()));
    }
    let take = || POOL.with(Pool::take);
    let mine = take();
    let is_parked = |mine: Entity| mine.is_alive() && !mine.is_enabled();
    POOL.with(|pool| assert!(pool.give_back(mine) && is_parked(pool.take()) && pool.parked() == 1));
    assert_eq!(take_log(), [""; 0]);
    let mine = take();
    assert_eq!((mine.is_enabled(), take_log()), (true, vec!["2".into()]));
    POOL.with(|pool| assert!(pool.give_back(mine) && !pool.take().is_alive() && pool.is_empty()));
    assert_eq!(take_log(), [""; 0]);
}

#[test]
fn seed_s16_hooks_of_switching_may_call_the_pool_that_runs_them() {
    thread_local! {
        static POOL: Pool<Archetype<(Calls,)>> = Pool::new();
        static ACT: Cell<&'static str> = const { Cell::new("") };
    }
    #[derive(Component, Default)]
    struct Calls;
    impl Calls {
        fn on_enable(&mut self, me: Entity) {
            if ACT.get() == "give back" {
                POOL.with(|pool| assert!(pool.give_back(me)));
            }
        }
        fn on_disable(&mut self, me: Entity) {
            match ACT.replace("") {
                "take" => POOL.with(|pool| assert_ne!(pool.take().index(), me.index())),
                "twice" => POOL.with(|pool| assert!(pool.give_back(me))),
                "enable" => assert!(me.set_enabled(true)),
                "despawn" => assert!(me.despawn()),
                _ => {}
            }
        }
        fn shutdown(&mut self, me: Entity) {
            POOL.with(|pool| assert!(!pool.give_back(me), "it is being shut down"));
        }
    }
    POOL.with(|pool| {
        let bat = pool.take();
        ACT.set("take");
        assert!(pool.give_back(bat));
        assert_eq!((pool.live().count(), pool.parked()), (1, 1));
        let bat = pool.take();
        ACT.set("twice");
        assert!(pool.give_back(bat));
        assert_eq!((pool.live().count(), pool.parked()), (1, 1));
        let bat = pool.take();
        ACT.set("enable");
        assert!(!pool.give_back(bat), "an `on_disable` that enables it keeps it");
        assert_eq!((pool.live().count(), pool.parked()), (2, 0));
        ACT.set("despawn");
        pool.give_back(bat);
        assert!(!bat.is_alive());
        ACT.set("");
        let last = pool.live().next().unwrap();
        assert!(pool.give_back(last));
        ACT.set("give back");
        let bat = pool.take();
        assert!(bat.is_alive() && !bat.is_enabled());
        assert_eq!((pool.live().count(), pool.parked()), (0, 1));
    });
}

#[test]
fn d6_what_does_not_know_yet_that_it_was_given_back_is_not_taken() {
    thread_local! {
        static POOL: Pool<Archetype<(Shaky, Told)>> = Pool::new();
    }
    #[derive(Component, Default)]
    struct Shaky;
    impl Shaky {
        fn on_disable(&mut self) {
            panic!("shaky");
        }
    }
    /// Counts its `on_enable`s less its `on_disable`s.
    #[derive(Component, Default)]
    struct Told(i32);
    impl Told {
        fn on_enable(&mut self) {
            self.0 += 1;
        }
        fn on_disable(&mut self) {
            self.0 -= 1;
        }
        fn on_reset(&mut self) {
            assert_eq!(self.0, 0, "whole pairs");
        }
    }
    #[derive(Component, Default)]
    struct Keeper;
    impl Keeper {
        fn init(&mut self) {
            POOL.with(|pool| {
                let first = pool.take();
                assert_eq!(message_of(|| pool.give_back(first)), "shaky");
                // No sync point since: `Told` has not had its `on_disable`.
                let second = pool.take();
                assert_ne!(second.index(), first.index());
                assert_eq!((first.borrow::<Told>().0, second.borrow::<Told>().0), (1, 1));
            });
        }
    }
    Entity::spawn().add::<Keeper>();
    World::flush();
    let again = POOL.with(Pool::take);
    assert_eq!((again.index(), again.borrow::<Told>().0), (1, 1), "it is free now");
}

#[test]
fn d6_who_has_the_index_of_one_that_died_while_it_was_made_stays_a_member() {
    thread_local! {
        static POOL: Pool<Archetype<(Fleeting,)>> = Pool::new();
        static IS_FIRST: Cell<bool> = const { Cell::new(true) };
    }
    #[derive(Component, Default)]
    struct Fleeting;
    observe(|e: &Add<Fleeting>| {
        if IS_FIRST.replace(false) {
            e.entity().despawn();
            POOL.with(|pool| pool.prewarm(1));
        }
    })
    .forever();
    let dead = POOL.with(Pool::take);
    assert!(!dead.is_alive());
    POOL.with(|pool| assert_eq!((pool.len(), pool.parked()), (1, 1)));
    let next = POOL.with(Pool::take);
    assert_eq!((next.index(), next.is_alive()), (dead.index(), true));
}

#[test]
fn d6_one_that_was_parked_in_another_pool_is_there_when_it_is_taken_as_a_child() {
    #[derive(Component, Default)]
    struct Turret;
    #[derive(Component, Default)]
    struct Ship;
    observe(|_: &Add<Turret>| log("Add")).forever();
    let (ships, turrets) = (Pool::<Archetype<(Ship,)>>::new(), Pool::<Archetype<(Turret,)>>::new());
    let (ship, turret) = (ships.take(), turrets.take());
    assert!(ships.give_back(ship) && turrets.give_back(turret));
    turret.child_of(ship);
    take_log();
    let ship = ships.take();
    assert!(ship.down::<Turret>().is_some_and(Handle::is_enabled));
    assert_eq!(take_log(), ["Add"]);
}

#[test]
fn d6_what_an_observer_has_given_back_stays_parked_though_it_is_switched_on() {
    thread_local! {
        static POOL: Pool<Archetype<(Body, Wings)>> = Pool::new();
    }
    let give_back = |bat| POOL.with(|pool| pool.give_back(bat));
    let bat = POOL.with(Pool::take);
    let _giver = observe(move |e: &Disable<Body>| {
        assert!(give_back(e.entity()) && e.entity().set_enabled(true));
    });
    let _came = observe(|_: &Add<Wings>| log("Add"));
    let _left = observe(|_: &Remove<Wings>| log("Remove"));
    take_log();
    give_back(bat);
    assert_eq!(POOL.with(Pool::parked), 1);
    let mut told = take_log();
    told.retain(|line| line == "Add" || line == "Remove");
    assert_eq!(told, ["Remove"], "to observers it is away as long as it is parked");
}
