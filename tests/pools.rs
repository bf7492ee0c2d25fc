//! Pools: entities that are parked and taken again (features D10 to D12, S16, S17).
#![forbid(unsafe_code)]

mod common;

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use common::{DropCounter, PanicsInDrop, Random, Token, assert_says, log, message_of, on_thread, take_log};
use ecs_core::{
    AddError, Archetype, BorrowError, Component, Entity, Handle, Pool, PoolError, SpawnError, World,
    WorldError, update_all,
};

macro_rules! part {
    ($($name:ident)*) => {
        $(
            /// Logs what runs on it.
            #[derive(Component, Default, Debug, PartialEq)]
            struct $name(u32);

            impl $name {
                fn init(&mut self) {
                    log(concat!("init ", stringify!($name)));
                }

                fn update(&mut self) {
                    self.0 += 1;
                }

                fn on_enable(&mut self, me: Entity) {
                    log(format!(concat!("enable ", stringify!($name), " {:?}"), me));
                }

                fn on_disable(&mut self, me: Entity) {
                    log(format!(concat!("disable ", stringify!($name), " {:?}"), me));
                }

                fn shutdown(&mut self) {
                    log(concat!("shutdown ", stringify!($name)));
                }
            }
        )*
    };
}

part!(Body Wings);

type Bat = Archetype<(Body, Wings)>;

fn panics<R>(call: impl FnOnce() -> R) {
    assert!(catch_unwind(AssertUnwindSafe(call)).is_err());
}

fn live(pool: &Pool<Bat>) -> Vec<Entity> {
    let mut live: Vec<_> = pool.live().collect();
    live.sort();
    live
}

// ---- taking and giving back ----

#[test]
fn s16_what_is_given_back_is_parked_and_taken_again_under_a_new_generation() {
    let bats = Pool::<Bat>::new();
    let first = bats.take();
    assert_eq!(take_log(), ["init Body", "init Wings"]);
    let handle = first.handle::<Body>();
    handle.borrow_mut().0 = 5;

    assert!(bats.give_back(first));
    assert_eq!(take_log(), ["disable Body 0v1", "disable Wings 0v1"]);
    assert!(first.is_alive() && !first.is_enabled());
    assert_eq!((bats.live().count(), bats.parked(), bats.len()), (0, 1, 1));
    update_all(0.1);
    assert_eq!(handle.borrow().0, 5, "a parked one is not visited");

    let again = bats.take();
    assert_eq!(take_log(), ["enable Body 0v2", "enable Wings 0v2"], "no `init`");
    assert_eq!((again.index(), again.generation()), (0, 2));
    assert!(again.is_enabled() && Bat::matches(again));
    assert_eq!(again.borrow::<Body>().0, 5, "nobody has reset it");
    assert_eq!(again.handle::<Body>().entity(), again.borrow::<Body>().entity());
    update_all(0.1);
    assert_eq!((again.borrow::<Body>().0, again.borrow::<Wings>().0), (6, 1));
    assert_eq!((bats.live().count(), bats.parked(), bats.len()), (1, 0, 1));
    assert_eq!(World::stats().alive, 1);
}

#[test]
fn s16_ids_and_handles_of_an_earlier_life_are_stale() {
    let bats = Pool::<Bat>::new();
    let old = bats.take();
    let handle = old.handle::<Wings>();
    bats.give_back(old);
    let now = bats.take();
    assert!(!old.is_alive() && !handle.is_alive() && !old.has::<Body>() && !old.is_enabled());
    assert_eq!(old.components().len(), 0);
    assert!(handle.get().is_none() && !handle.kill() && !handle.set_enabled(false) && !old.despawn());
    assert_eq!(old.try_add::<Body>(), Err(AddError::DeadEntity { component: "Body", entity: old }));
    assert!(old.remove::<Body>().is_none());
    let stale = BorrowError::Stale { component: "Wings", entity: old, now };
    assert_eq!(handle.try_borrow().err(), Some(stale));
    assert_eq!(handle.try_borrow_mut().err(), Some(stale));
    let parts = ["cannot borrow Wings of 0v1", "is 0v2 now", "`#[component(sibling)]`", "`on_reset`"];
    assert_says(&message_of(|| handle.borrow()), &parts);
    let view = Wings::view();
    assert_says(&message_of(|| view[handle].0), &parts);
    assert!(view.get(handle).is_none() && view.get(now.handle()).is_some());
    drop(view);
    now.despawn();
    assert_eq!(handle.try_borrow().err(), Some(BorrowError::Dead { component: "Wings", entity: old }));
}

#[test]
fn s16_another_entity_under_the_index_makes_no_handle_stale() {
    let old = Entity::spawn().with(Body(1));
    old.despawn();
    let _ = Entity::spawn().with(Body(2));
    let dead = BorrowError::Dead { component: "Body", entity: old };
    assert_eq!(old.try_borrow::<Body>().err(), Some(dead));
}

#[test]
fn s16_the_one_that_was_parked_last_is_taken_first() {
    let bats = Pool::<Bat>::new();
    let all = [bats.take(), bats.take(), bats.take()];
    for place in [1, 0, 2] {
        assert!(bats.give_back(all[place]));
    }
    let indices: Vec<_> = (0..4).map(|_| bats.take().index()).collect();
    assert_eq!(indices, [2, 0, 1, 3]);
}

#[test]
fn s16_only_a_live_taken_member_is_given_back() {
    let (bats, others) = (Pool::<Bat>::new(), Pool::<Bat>::new());
    let bat = bats.take();
    let foreign = Bat::spawn();
    take_log();
    assert!(!others.give_back(bat) && !bats.give_back(foreign) && !bats.give_back(Entity::NONE));
    assert!(bats.give_back(bat));
    assert_eq!(take_log().len(), 2);
    assert!(!bats.give_back(bat), "twice");
    let again = bats.take();
    take_log();
    assert!(!bats.give_back(bat), "an id of an earlier life");
    assert!(again.is_enabled());
    again.despawn();
    assert!(!bats.give_back(again), "a dead one");
    assert_eq!((take_log().len(), bats.len()), (2, 0), "nothing but its shutdown has run");
    assert!(!on_thread(move || Pool::<Bat>::new().give_back(bat)));
}

#[test]
fn s16_a_pool_of_one_type_pools_components() {
    let bodies = Pool::<Archetype<(Body,)>>::with(|| (Body(3),), |it| it.borrow_mut::<Body>().0 = 3);
    let body = bodies.take();
    update_all(0.1);
    assert_eq!(body.borrow::<Body>().0, 4);
    bodies.give_back(body);
    assert_eq!(bodies.take().borrow::<Body>().0, 3);
    let bare = Pool::<Archetype<Wings>>::default();
    assert!(bare.take().has::<Wings>());
}

#[test]
fn d11_the_supplier_makes_values_and_the_resetter_gets_what_is_taken_again() {
    let (made, reset) = (Rc::new(Cell::new(0)), Rc::new(RefCell::new(Vec::new())));
    let (counts, lists) = (made.clone(), reset.clone());
    let bats = Pool::<Bat>::with(
        move || {
            counts.set(counts.get() + 1);
            (Body(counts.get()), Wings(0))
        },
        move |bat| {
            assert!(bat.is_alive() && !bat.is_enabled() && !bat.handle::<Body>().is_enabled());
            bat.borrow_mut::<Body>().0 = 100;
            log("reset");
            lists.borrow_mut().push(bat);
        },
    );
    let (a, b) = (bats.take(), bats.take());
    assert_eq!((a.borrow::<Body>().0, b.borrow::<Body>().0), (1, 2));
    assert!(reset.borrow().is_empty(), "not on the first make");
    bats.give_back(b);
    take_log();
    let again = bats.take();
    assert_eq!(take_log(), ["reset", "enable Body 1v2", "enable Wings 1v2"]);
    assert_eq!((again.borrow::<Body>().0, made.get(), &*reset.borrow()), (100, 2, &vec![again]));
}

#[test]
fn s16_it_comes_back_as_it_was_made() {
    let bats = Pool::<Bat>::with(|| (Body(1), Wings(2)), |_| ());
    let bat = bats.take();
    bat.kill::<Wings>();
    bat.handle::<Body>().set_enabled(false);
    bats.give_back(bat);
    take_log();
    let bat = bats.take();
    assert_eq!(take_log(), ["init Wings", "enable Body 0v2", "enable Wings 0v2"]);
    assert_eq!(bat.borrow::<Wings>().0, 2, "what it had lost comes from the supplier");
    assert!(bat.handle::<Body>().is_enabled(), "its own switch is set");
    update_all(0.1);
    assert_eq!(bat.borrow::<Body>().0, 2);
}

#[test]
fn s16_a_part_that_was_off_while_its_entity_was_switched_on_is_told_when_it_is_taken() {
    #[derive(Component, Default)]
    struct Lamp;
    let bats = Pool::<Archetype<(Body, Lamp)>>::new();
    let bat = bats.take();
    bats.give_back(bat);
    // Parked, but somebody has kept its id.
    bat.set_enabled(true);
    bat.handle::<Body>().set_enabled(false);
    bat.handle::<Lamp>().set_enabled(false);
    take_log();
    let bat = bats.take();
    assert_eq!(take_log(), ["enable Body 0v2"]);
    assert!(bat.handle::<Body>().is_enabled() && bat.handle::<Lamp>().is_enabled());
    assert_eq!((Body::view().enabled().len(), Lamp::view().enabled().len()), (1, 1));
}

#[test]
fn s16_components_beside_the_archetype_stay() {
    #[derive(Component, Default)]
    struct Hat(u32);
    impl Hat {
        fn update(&mut self) {
            self.0 += 1;
        }
    }
    let bats = Pool::<Bat>::new();
    let bat = bats.take();
    bat.insert(Hat(1));
    bats.give_back(bat);
    update_all(0.1);
    let bat = bats.take();
    assert_eq!(bat.borrow::<Hat>().0, 1, "parked with the others");
    update_all(0.1);
    assert_eq!(bat.borrow::<Hat>().0, 2);
}

#[test]
fn s17_a_pool_and_a_function_are_a_system() {
    let bats = Pool::<Bat>::new();
    let all: Vec<_> = (0..10).map(|_| bats.take()).collect();
    for (place, &bat) in all.iter().enumerate() {
        bat.borrow_mut::<Body>().0 = place as u32;
    }
    all[7].despawn();
    for bat in bats.live() {
        match bat.borrow::<Body>().0 {
            0 | 9 | 4 => assert!(bats.give_back(bat)),
            5 => assert!(bat.despawn()),
            _ => {}
        }
    }
    assert_eq!(live(&bats), [1, 2, 3, 6, 8].map(|place| all[place]));
    assert_eq!((bats.parked(), bats.len(), bats.is_empty()), (3, 8, false));
    assert_eq!(format!("{:?}", Pool::<Bat>::new().live()), "[]");
    let few = Pool::<Bat>::new();
    let (one, two) = (few.take(), few.take());
    few.give_back(one);
    assert_eq!(format!("{:?}", few.live()), format!("[{two:?}]"));
    assert_says(&format!("{few:?}"), &["taken: [", "parked: ["]);
}

// ---- prewarm, bounds ----

#[test]
fn s16_prewarm_makes_parked_ones_ahead() {
    let bats = Pool::<Bat>::new();
    bats.prewarm(3);
    assert_eq!(take_log(), ["init Body", "init Wings"].repeat(3), "born disabled: nothing else runs");
    assert_eq!((bats.parked(), bats.live().count(), Body::count()), (3, 0, 3));
    update_all(0.1);
    let bat = bats.take();
    assert_eq!(bat.borrow::<Body>().0, 0);
    assert_eq!((bat.generation(), take_log().len()), (2, 2), "as if it had been used");
    bats.prewarm(2);
    assert_eq!(bats.len(), 3, "as many are parked");
    bats.prewarm(3);
    assert_eq!(bats.len(), 4);
}

#[test]
fn s16_a_bounded_pool_has_so_many_living_members_and_no_more() {
    let bats = Pool::<Bat>::new().bounded(3);
    let all = [bats.take(), bats.take(), bats.take()];
    let archetype = std::any::type_name::<(Body, Wings)>();
    assert_eq!(bats.try_take(), Err(PoolError::Exhausted { archetype, max: 3 }));
    assert_eq!(
        message_of(|| bats.take()),
        "the pool of (Body, Wings) is exhausted: it has all 3 entities that it may have; give some back or raise the bound"
    );
    assert_eq!((bats.len(), World::stats().alive), (3, 3));
    all[1].despawn();
    let fourth = bats.take();
    assert!(bats.try_take().is_err());
    bats.give_back(fourth);
    fourth.despawn();
    assert_eq!((bats.parked(), bats.len()), (0, 2), "despawned while parked");
    assert!(bats.try_take().is_ok() && bats.try_take().is_err());
    assert_eq!(bats.try_prewarm(1), Err(PoolError::Exhausted { archetype, max: 3 }));
    assert_says(&message_of(|| bats.prewarm(2)), &["is exhausted"]);
    assert!(Pool::<Bat>::new().bounded(0).try_take().is_err());

    // None of them is lent: there are too few.
    let few = Pool::<Bat>::new().bounded(2);
    assert_eq!(few.try_prewarm(3), Err(PoolError::Exhausted { archetype, max: 2 }));
    assert_eq!(few.parked(), 2, "those that were made stay");
}

#[test]
fn s16_a_pool_does_not_remember_the_dead() {
    let bats = Pool::<Bat>::new();
    let count = if cfg!(miri) { 50 } else { 1_000 };
    for _ in 0..count {
        let bats: Vec<_> = (0..3).map(|_| bats.take()).collect();
        bats.iter().for_each(|bat| assert!(bat.despawn()));
    }
    assert!(bats.is_empty());
    let listed = format!("{bats:?}").matches('v').count();
    assert!(listed <= 8, "{listed} of {} are listed", 3 * count);
}

// ---- what is lent ----

#[test]
fn s16_what_is_lent_may_be_parked_but_begins_no_new_life() {
    let bats = Pool::<Bat>::new();
    let (a, b) = (bats.take(), bats.take());
    let wings = a.borrow_mut::<Wings>();
    assert!(bats.give_back(b) && bats.give_back(a), "parking is allowed");
    let next = bats.take();
    assert_eq!(next.index(), b.index(), "the lent one is left out");
    let third = bats.take();
    assert_eq!(third.index(), 2, "and another is made");
    drop(wings);
    assert_eq!(bats.take().index(), a.index());
    take_log();
}

#[test]
fn s16_a_bounded_pool_whose_parked_ones_are_lent_is_busy() {
    let bats = Pool::<Bat>::new().bounded(1);
    let bat = bats.take();
    bats.give_back(bat);
    let view = Wings::view();
    let archetype = std::any::type_name::<(Body, Wings)>();
    assert_eq!(bats.try_take(), Err(PoolError::Busy { archetype, max: 1 }));
    assert_says(
        &message_of(|| bats.take()),
        &["the pool of (Body, Wings) has 1 entities", "lent", "raise the bound"],
    );
    drop(view);
    assert_eq!(bats.take().generation(), 2, "it was not touched in vain");
}

#[test]
fn s16_what_dies_while_it_is_lent_keeps_its_entity_from_a_new_life() {
    let bats = Pool::<Bat>::new();
    let bat = bats.take();
    let body = bat.borrow::<Body>();
    bat.kill::<Body>();
    bats.give_back(bat);
    assert_ne!(bats.take().index(), bat.index());
    drop(body);
    World::flush();
    let again = bats.take();
    assert_eq!((again.index(), Bat::matches(again)), (bat.index(), true));
}

thread_local! {
    static BATS: Pool<Bat> = Pool::new();
    static SWARM: Pool<Archetype<(Bullet,)>> = Pool::new();
}

#[derive(Component, Default)]
struct Bullet {
    age: u32,
}

impl Bullet {
    fn init(&mut self) {
        log("made");
    }

    fn on_enable(&mut self) {
        self.age = 0;
    }

    fn update(&mut self) {
        self.age += 1;
        if self.age == 3 {
            SWARM.with(|swarm| assert!(swarm.give_back(self.entity())));
        }
    }
}

#[derive(Component, Default)]
struct Gun;

impl Gun {
    fn update(&mut self) {
        SWARM.with(|swarm| (0..2).for_each(|_| assert!(swarm.take().is_alive())));
    }
}

#[test]
fn s16_bullets_give_themselves_back_in_their_own_update() {
    Entity::spawn().add::<Gun>();
    for _ in 0..if cfg!(miri) { 15 } else { 100 } {
        update_all(0.1);
        SWARM.with(|swarm| assert!((2..=6).contains(&swarm.live().count())));
    }
    assert!(take_log().len() <= 8, "no more are made than fly at once");
    SWARM.with(|swarm| assert_eq!(swarm.len(), Bullet::count()));
}

#[test]
fn s16_taking_in_the_update_of_the_own_type_renews_others_than_self() {
    thread_local! {
        static POOL: Pool<Archetype<(Splits,)>> = Pool::new();
    }
    #[derive(Component, Default)]
    struct Splits(u32);
    impl Splits {
        fn update(&mut self, me: Entity) {
            self.0 += 1;
            POOL.with(|pool| {
                assert!(pool.give_back(me));
                let other = pool.take();
                assert_ne!(other.index(), me.index(), "self is lent");
                assert_eq!(self.entity(), me);
            });
        }
    }
    let first = POOL.with(Pool::take);
    POOL.with(|pool| pool.prewarm(1));
    for frame in 1..20 {
        Splits::update_all(0.1);
        // In turn: the one that was parked is taken, and this pass, which has begun, may visit it too.
        POOL.with(|pool| assert_eq!(pool.live().count(), 1, "{frame}"));
    }
    assert!(!first.is_alive());
    POOL.with(|pool| assert!(pool.len() <= 3, "{}", pool.len()));
}

#[test]
fn s16_given_back_and_taken_in_one_frame_it_ends_on_its_side() {
    #[derive(Component, Default)]
    struct Juggler;
    impl Juggler {
        fn update(&mut self) {
            BATS.with(|bats| {
                for bat in bats.live().collect::<Vec<_>>() {
                    assert!(bats.give_back(bat));
                }
                for _ in 0..3 {
                    let bat = bats.take();
                    bats.give_back(bat);
                    let _ = bats.take();
                }
                let parked = bats.take();
                assert!(bats.give_back(parked));
            });
        }
    }
    BATS.with(|bats| bats.prewarm(5));
    Entity::spawn().add::<Juggler>();
    for _ in 0..20 {
        take_log();
        update_all(0.1);
        BATS.with(|bats| {
            assert_eq!((bats.live().count(), bats.len()), (3, 5));
            assert!(bats.live().all(|bat| bat.handle::<Body>().is_enabled()));
        });
        assert_eq!(World::stats().stores[0].enabled, 3);
    }
}

// ---- re-entry ----

#[test]
fn s16_a_supplier_may_use_another_pool_and_a_resetter_the_same() {
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
fn s16_what_hooks_do_with_the_entity_that_is_taken_holds() {
    let act = Rc::new(Cell::new(""));
    let told = act.clone();
    let pool = Rc::new_cyclic(|this: &std::rc::Weak<Pool<Bat>>| {
        let this = this.clone();
        Pool::with(
            || (Body(0), Wings(0)),
            move |bat| match told.get() {
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
fn s16_the_resetter_gets_only_what_is_taken_still() {
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
        static POOL: Pool<Archetype<(Mine,)>> = Pool::with(|| (Mine(0),), |mine| log(mine.borrow::<Mine>().0.to_string()));
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
fn s16_hooks_of_switching_may_call_the_pool_that_runs_them() {
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

// ---- panics lose nothing ----

thread_local! {
    static FAILS: Cell<&'static str> = const { Cell::new("") };
}

/// Panics where it is told to, once.
#[derive(Component)]
struct Fragile(Handle<Body>, #[expect(dead_code, reason = "counts its drop")] Token);

fn fail(place: &'static str) {
    if FAILS.get() == place {
        FAILS.set("");
        panic!("{place}");
    }
}

impl Fragile {
    fn init(&mut self) {
        fail("init");
        self.0 = self.sibling();
    }

    fn shutdown(&mut self) {
        fail("shutdown");
    }

    fn on_enable(&mut self) {
        fail("on_enable");
    }

    fn on_disable(&mut self) {
        fail("on_disable");
    }
}

type Glass = Archetype<(Body, Fragile, Wings)>;

fn glasses(drops: &DropCounter) -> Pool<Glass> {
    let drops = drops.clone();
    let make = move || {
        fail("supplier");
        (Body(0), Fragile(Handle::NULL, drops.token()), Wings(0))
    };
    Pool::with(make, |_| fail("resetter"))
}

/// All members are on one side, and what is parked is disabled.
fn check(pool: &Pool<Glass>, taken: usize, parked: usize) {
    World::flush();
    assert_eq!((pool.live().count(), pool.parked()), (taken, parked));
    assert_eq!(Entity::despawn_many(&[]), 0);
    assert_eq!(World::stats().alive, taken + parked, "none is lost");
    assert_eq!(World::stats().stores.iter().map(|it| it.enabled).max(), Some(taken));
    assert!(pool.live().all(|it| it.is_enabled() && Glass::matches(it)));
}

#[test]
fn a_panic_while_one_is_made_leaves_none() {
    let drops = DropCounter::default();
    let pool = glasses(&drops).bounded(2);
    for place in ["supplier", "init"] {
        FAILS.set(place);
        panics(|| pool.take());
        World::flush();
        assert_eq!((World::stats().alive, pool.len()), (0, 0), "{place}");
        FAILS.set(place);
        panics(|| pool.prewarm(1));
        World::flush();
        assert_eq!((World::stats().alive, pool.len()), (0, 0), "{place}");
    }
    assert_eq!(drops.made(), drops.dropped());
    let _ = (pool.take(), pool.take());
    check(&pool, 2, 0);
}

#[test]
fn a_panic_while_one_is_taken_again_parks_it() {
    let drops = DropCounter::default();
    let pool = glasses(&drops);
    let glass = pool.take();
    assert!(pool.give_back(glass));
    for place in ["resetter", "on_enable"] {
        FAILS.set(place);
        panics(|| pool.take());
        assert_eq!(FAILS.get(), "");
        check(&pool, 0, 1);
    }
    let glass = pool.take();
    assert!(glass.generation() > 3, "each try was a life");
    check(&pool, 1, 0);
    glass.kill::<Fragile>();
    pool.give_back(glass);
    for place in ["supplier", "init"] {
        FAILS.set(place);
        panics(|| pool.take());
        assert_eq!(FAILS.get(), "");
        check(&pool, 0, 1);
    }
    let _ = pool.take();
    check(&pool, 1, 0);
    drop(pool);
    World::clear();
    World::flush();
    assert_eq!((drops.made(), drops.dropped()), (3, 3));
}

#[test]
fn a_panic_in_on_disable_parks_all_the_same() {
    let pool = glasses(&DropCounter::default());
    let glass = pool.take();
    FAILS.set("on_disable");
    panics(|| pool.give_back(glass));
    check(&pool, 0, 1);
    assert!(!pool.give_back(glass));
}

#[test]
fn a_panic_at_the_quiet_point_after_a_take_parks_and_before_a_give_back_changes_nothing() {
    #[derive(Component)]
    struct Bomb(#[expect(dead_code, reason = "panics in its drop")] PanicsInDrop);
    let pool = glasses(&DropCounter::default());
    let glass = pool.take();
    let bomb = || Entity::spawn().insert(Bomb(PanicsInDrop("bomb")));
    let pending = |call: &dyn Fn()| {
        let bomb = bomb();
        let guard = bomb.borrow();
        bomb.entity().despawn();
        drop(guard);
        call();
    };
    pending(&|| panics(|| pool.give_back(glass)));
    check(&pool, 1, 0);
    pending(&|| panics(|| pool.take()));
    check(&pool, 1, 0);
    pool.give_back(glass);
    let armed = Rc::new(Cell::new(false));
    let arms = armed.clone();
    let pool = Pool::<Bat>::with(
        || (Body(0), Wings(0)),
        move |_| {
            if arms.get() {
                // Drops at the end of the take, the outermost call.
                bomb().entity().despawn();
            }
        },
    );
    let bat = pool.take();
    let first = bat.generation();
    pool.give_back(bat);
    armed.set(true);
    panics(|| pool.take());
    assert_eq!((pool.live().count(), pool.parked()), (0, 1));
    World::flush();
    armed.set(false);
    let bat = pool.take();
    assert!(bat.is_enabled() && bat.generation() == first + 2);
}

#[test]
fn an_error_while_one_is_taken_again_parks_it() {
    #[derive(Component, Default)]
    struct Needs;
    impl Needs {
        fn init(&mut self, _: &Body) {}
    }
    let pool = Pool::<Archetype<(Needs,)>>::new();
    let missing = |error: Result<Entity, PoolError>| {
        matches!(
            error,
            Err(PoolError::Spawn(SpawnError::Add(AddError::MissingSibling { sibling: "Body", .. })))
        )
    };
    assert!(missing(pool.try_take()));
    assert_eq!(World::stats().alive, 0);
    assert_says(&message_of(|| pool.take()), &["`init` of Needs takes Body"]);
}

// ---- worlds, ends ----

#[test]
fn s16_a_pool_keeps_its_members_while_another_world_is_current() {
    let bats = Pool::<Bat>::new();
    let (taken, parked) = (bats.take(), bats.take());
    bats.give_back(parked);
    let elsewhere = World::new();
    elsewhere.enter(|| {
        let archetype = std::any::type_name::<(Body, Wings)>();
        let wrong = PoolError::WrongWorld { archetype };
        assert_eq!(bats.try_take(), Err(wrong));
        assert_eq!(bats.try_prewarm(5), Err(wrong));
        assert_says(&message_of(|| bats.take()), &["pool of (Body, Wings)", "another world", "`enter`"]);
        assert!(!bats.give_back(taken));
        assert_eq!((bats.live().count(), bats.parked(), bats.len()), (0, 0, 0), "none lives here");
        assert_eq!(World::stats().alive, 0);
        let local = Pool::<Bat>::new();
        assert!(local.take().is_alive());
    });
    assert_eq!((live(&bats), bats.parked()), (vec![taken], 1));
    assert_eq!(bats.take().index(), parked.index());
}

#[test]
fn s16_dropping_a_pool_despawns_what_is_parked() {
    let drops = DropCounter::default();
    let pool = glasses(&drops);
    let all: Vec<_> = (0..4).map(|_| pool.take()).collect();
    pool.give_back(all[1]);
    pool.give_back(all[3]);
    take_log();
    drop(pool);
    assert_eq!(all.iter().map(|it| it.is_alive()).collect::<Vec<_>>(), [true, false, true, false]);
    assert_eq!((take_log().len(), drops.dropped()), (4, 2), "with their hooks");
}

#[test]
fn s16_dropping_a_pool_despawns_all_though_a_shutdown_panics() {
    let drops = DropCounter::default();
    let pool = glasses(&drops);
    pool.prewarm(3);
    FAILS.set("shutdown");
    panics(|| drop(pool));
    World::flush();
    assert_eq!((World::stats().alive, drops.dropped()), (0, 3));
}

#[test]
fn s16_a_pool_that_drops_while_the_thread_unwinds_runs_nothing_until_the_end() {
    let drops = DropCounter::default();
    let pool = glasses(&drops);
    pool.prewarm(2);
    take_log();
    panics(move || {
        let _pool = pool;
        panic!("on");
    });
    assert_eq!((take_log().len(), World::stats().alive), (0, 0));
    World::flush();
    assert_eq!((take_log().len(), drops.dropped()), (4, 2), "their shutdown was owed");
}

#[test]
fn s16_a_pool_may_end_in_a_component_with_its_world_or_thread() {
    #[derive(Component)]
    struct Cave(Pool<Bat>);
    let drops = DropCounter::default();
    let cave = Entity::spawn().insert(Cave(Pool::new()));
    let bat = cave.borrow().0.take();
    assert!(cave.borrow().0.give_back(bat));
    assert!(cave.kill());
    assert!(!bat.is_alive(), "the pool drops at the quiet point");

    let world = World::new();
    world.enter(|| {
        let cave = Entity::spawn().insert(Cave(Pool::new()));
        cave.borrow().0.prewarm(3);
    });
    drop(world);

    let counter = drops.clone();
    on_thread(move || {
        thread_local! {
            static GLASSES: RefCell<Option<Pool<Glass>>> = const { RefCell::new(None) };
        }
        let pool = glasses(&counter);
        pool.prewarm(3);
        GLASSES.set(Some(pool));
    });
    assert_eq!((drops.made(), drops.dropped()), (3, 3));

    let late = World::new();
    let pool = late.enter(|| {
        let pool = Pool::<Bat>::new();
        pool.prewarm(2);
        pool
    });
    drop(late);
    drop(pool);
}

#[test]
fn s16_a_closing_world_gives_nothing() {
    thread_local! {
        static SEEN: Cell<Option<PoolError>> = const { Cell::new(None) };
    }
    #[derive(Component)]
    struct Asks(Rc<Pool<Bat>>);
    impl Drop for Asks {
        fn drop(&mut self) {
            SEEN.set(self.0.try_take().err());
        }
    }
    let world = World::new();
    world.enter(|| Entity::spawn().insert(Asks(Rc::new(Pool::new()))));
    drop(world);
    assert_eq!(SEEN.get(), Some(PoolError::Spawn(SpawnError::World(WorldError::Closing))));
}

#[test]
fn s19_a_pool_of_an_archetype_that_lists_a_type_twice_gives_nothing() {
    let pool = Pool::<Archetype<(Body, Body)>>::new();
    let twice = PoolError::Spawn(SpawnError::Add(AddError::ListedTwice { component: "Body" }));
    assert_eq!(pool.try_take(), Err(twice));
    assert_eq!(pool.try_prewarm(1), Err(twice));
    assert_says(&message_of(|| pool.take()), &["lists Body twice"]);
}

// ---- many types, many turns ----

#[test]
fn s16_types_that_are_listed_aside_are_taken_too() {
    struct Number<const N: usize>;
    #[derive(Component, Default)]
    struct Many<const N: usize>(u32);
    impl<const N: usize> Number<N> {
        fn add(entity: Entity) {
            entity.add::<Many<N>>();
        }
    }
    macro_rules! add {
        ($entity:ident: $($tens:literal)*) => {
            $(
                Number::<{ 10 * $tens }>::add($entity);
                Number::<{ 10 * $tens + 1 }>::add($entity);
                Number::<{ 10 * $tens + 2 }>::add($entity);
                Number::<{ 10 * $tens + 3 }>::add($entity);
                Number::<{ 10 * $tens + 4 }>::add($entity);
                Number::<{ 10 * $tens + 5 }>::add($entity);
                Number::<{ 10 * $tens + 6 }>::add($entity);
                Number::<{ 10 * $tens + 7 }>::add($entity);
                Number::<{ 10 * $tens + 8 }>::add($entity);
                Number::<{ 10 * $tens + 9 }>::add($entity);
            )*
        };
    }
    let first = Entity::spawn();
    add!(first: 0 1 2 3 4 5 6);
    let pool = Pool::<Archetype<(Many<3>, Many<62>, Many<63>, Many<69>)>>::new();
    let one = pool.take();
    one.borrow_mut::<Many<69>>().0 = 7;
    pool.give_back(one);
    {
        let _lent = one.borrow::<Many<63>>();
        assert_ne!(pool.take().index(), one.index());
    }
    assert_eq!(one.borrow::<Many<3>>().0, 0, "the types before the lent one belong to it still");
    let again = pool.take();
    assert_eq!((again.index(), again.generation()), (one.index(), 2));
    assert_eq!(again.borrow::<Many<69>>().0, 7);
    assert!(!one.has::<Many<3>>() && !one.has::<Many<69>>());
}

#[test]
fn s16_a_pool_does_what_two_sets_do() {
    let mut random = Random(11);
    let pool = Pool::<Bat>::new().bounded(40);
    let (mut taken, mut parked) = (Vec::<Entity>::new(), Vec::<Entity>::new());
    let mut stale = Vec::new();
    for step in 0..if cfg!(miri) { 60 } else { 5_000 } {
        let lent = taken.first().filter(|_| random.below(4) == 0).map(|entity| entity.borrow::<Wings>());
        match random.below(10) {
            0..4 => match pool.try_take() {
                Ok(bat) => {
                    if let Some(place) = parked.iter().position(|parked| parked.index() == bat.index()) {
                        stale.push(parked.swap_remove(place));
                    }
                    taken.push(bat);
                }
                Err(_) => assert!(taken.len() + parked.len() == 40),
            },
            4..7 if !taken.is_empty() => {
                let bat = taken.swap_remove(random.below(taken.len()));
                assert!(pool.give_back(bat));
                parked.push(bat);
            }
            7 if !taken.is_empty() => assert!(taken.swap_remove(random.below(taken.len())).despawn()),
            8 if !parked.is_empty() => assert!(parked.swap_remove(random.below(parked.len())).despawn()),
            _ => {
                if let Some(&bat) = stale.get(random.below(stale.len().max(1))) {
                    assert!(!pool.give_back(bat) && !bat.is_alive() && !bat.has::<Body>());
                }
            }
        }
        drop(lent);
        if step % 7 == 0 {
            update_all(0.0);
        }
        take_log();
        taken.sort();
        assert_eq!(live(&pool), taken, "step {step}");
        assert_eq!((pool.parked(), pool.len()), (parked.len(), taken.len() + parked.len()));
        assert!(parked.iter().all(|bat| bat.is_alive() && !bat.is_enabled() && Bat::matches(*bat)));
        assert!(taken.iter().all(|bat| bat.is_enabled() && Bat::matches(*bat)));
    }
    World::flush();
    assert_eq!(World::stats().stores[0].enabled, taken.len());
    let view = Body::view();
    for &bat in &taken {
        assert_eq!(view[bat.handle::<Body>()].entity(), bat);
    }
}
