//! Pools: entities that are parked and taken again (features D10 to D12, S16, S17).
#![forbid(unsafe_code)]

mod ends;
mod failures;
mod limits;
mod reentry;

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use ecs_core::{
    Add, AddError, Archetype, BorrowError, Component, Disable, Entity, Handle, Pool, PoolError, Remove,
    World, WorldError, observe, update_all,
};

use crate::support::{
    CountedDrop, DropCounter, PanicsInDrop, Random, assert_says, log, message_of, on_thread, take_log,
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
fn seed_s16_what_is_given_back_is_parked_and_taken_again_under_a_new_generation() {
    let bats = Pool::<Bat>::new();
    let first = bats.take();
    assert_eq!(take_log(), ["init Body", "enable Body 0v1", "init Wings", "enable Wings 0v1"]);
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
fn seed_s16_ids_and_handles_of_an_earlier_life_are_stale() {
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
    assert_eq!(
        handle.try_borrow().err(),
        Some(BorrowError::Dead { component: "Wings", entity: old, ending: None })
    );
}

#[test]
fn seed_s16_another_entity_under_the_index_makes_no_handle_stale() {
    let old = Entity::spawn().with(Body(1));
    old.despawn();
    let _ = Entity::spawn().with(Body(2));
    let error = old.try_borrow::<Body>().err();
    assert!(matches!(error, Some(BorrowError::Dead { component: "Body", entity, .. }) if entity == old));
}

#[test]
fn seed_s16_the_one_that_was_parked_last_is_taken_first() {
    let bats = Pool::<Bat>::new();
    let all = [bats.take(), bats.take(), bats.take()];
    for place in [1, 0, 2] {
        assert!(bats.give_back(all[place]));
    }
    let indices: Vec<_> = (0..4).map(|_| bats.take().index()).collect();
    assert_eq!(indices, [2, 0, 1, 3]);
}

#[test]
fn seed_s16_only_a_live_taken_member_is_given_back() {
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
    assert_eq!((take_log().len(), bats.len()), (4, 0), "nothing but its end has run");
    assert!(!on_thread(move || Pool::<Bat>::new().give_back(bat)));
}

#[test]
fn seed_s16_a_pool_of_one_type_pools_components() {
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
fn seed_d11_the_supplier_makes_values_and_the_resetter_gets_what_is_taken_again() {
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
fn seed_s16_it_comes_back_as_it_was_made() {
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
fn seed_s16_a_part_that_was_off_while_its_entity_was_switched_on_is_notified_when_it_is_taken() {
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
fn seed_s16_components_beside_the_archetype_stay() {
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
fn seed_s17_a_pool_and_a_function_are_a_system() {
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

// ---- what fails where it is asked to ----

thread_local! {
    static FAILS: Cell<&'static str> = const { Cell::new("") };
}

/// Panics where it is asked to, once.
#[derive(Component)]
struct Fragile(Handle<Body>, #[expect(dead_code, reason = "counts its drop")] CountedDrop);

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
