//! `observe`: closures, their guard, what exists already, other worlds, panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use ecs_core::{Add, Component, Disable, Enable, Entity, Observer, Remove, World, observe, try_observe};

use crate::support::{log, take_log};
use crate::{Enemy, Plain, logged, radar};

/// Counts its drops.
struct Counted(Arc<AtomicU32>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// An observer that counts what it hears, and its own drop.
fn counting() -> (Observer<Add<Plain>>, Arc<AtomicU32>, Arc<AtomicU32>) {
    let (heard, dropped) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let (count, counted) = (heard.clone(), Counted(dropped.clone()));
    let observer = observe(move |_: &Add<Plain>| {
        let _ = &counted;
        count.fetch_add(1, Ordering::Relaxed);
    });
    (observer, heard, dropped)
}

fn get(count: &AtomicU32) -> u32 {
    count.load(Ordering::Relaxed)
}

#[test]
fn a_dropped_observer_hears_nothing_more_and_its_closure_drops_at_once() {
    let (observer, heard, dropped) = counting();
    Entity::spawn().with(Plain(1));
    drop(observer);
    assert_eq!(get(&dropped), 1);
    Entity::spawn().with(Plain(1));
    assert_eq!(get(&heard), 1);
}

#[test]
fn one_that_is_dropped_on_another_thread_or_in_another_world_hears_nothing_more() {
    for elsewhere in [false, true] {
        let (observer, heard, dropped) = counting();
        if elsewhere {
            thread::spawn(|| drop(observer)).join().unwrap();
        } else {
            World::new().enter(|| drop(observer));
        }
        Entity::spawn().with(Plain(1));
        assert_eq!((get(&heard), get(&dropped)), (0, 1), "its closure dropped where its turn was");
    }
}

#[test]
fn one_for_ever_ends_with_its_world() {
    let world = World::new();
    let (heard, dropped) = world.enter(|| {
        let (observer, heard, dropped) = counting();
        observer.forever();
        Entity::spawn().with(Plain(1));
        (heard, dropped)
    });
    assert_eq!((get(&heard), get(&dropped)), (1, 0));
    drop(world);
    assert_eq!(get(&dropped), 1);
}

#[test]
fn with_existing_tells_the_closure_alone_of_what_is_there() {
    let entities: Vec<_> = (0..4).map(|value| Entity::spawn().insert(Plain(value))).collect();
    entities[1].set_enabled(false);
    entities[2].kill();
    radar();
    let _all = observe(|e: &Add<Plain>| log(format!("has {}", e.borrow().0))).with_existing();
    assert_eq!(logged(), "has 0, has 3, has 1", "in the order of the store: those that are disabled last");
    let _on = observe(|e: &Enable<Plain>| log(format!("on {}", e.handle().borrow().0))).with_existing();
    assert_eq!(logged(), "on 0, on 3");
    entities[1].set_enabled(true);
    assert_eq!(logged(), "Enable 1, on 1");
}

#[test]
fn with_existing_leaves_out_what_ends_meanwhile_and_tells_what_comes_once() {
    let entities: Vec<_> = (0..3).map(|value| Entity::spawn().with(Plain(value))).collect();
    let last = entities[2];
    observe(move |e: &Add<Plain>| {
        log(e.borrow().0.to_string());
        if e.borrow().0 == 0 {
            last.despawn();
            Entity::spawn().with(Plain(7));
        }
    })
    .with_existing()
    .forever();
    assert_eq!(logged(), "0, 7, 1");
}

#[test]
fn a_world_that_is_sent_takes_its_observers_along() {
    let world = World::new();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let all = seen.clone();
    let observer = world.enter(|| observe(move |e: &Add<Plain>| all.lock().unwrap().push(e.entity())));
    let world = world.into_send().expect("nothing is borrowed");
    let added = thread::spawn(move || world.into_world().enter(|| Entity::spawn().with(Plain(1))));
    let added = added.join().unwrap();
    assert_eq!(*seen.lock().unwrap(), [added]);
    drop(observer);
}

#[test]
fn each_world_has_its_own() {
    let world = World::new();
    let _observer = observe(|_: &Add<Plain>| log("outer"));
    world.enter(|| {
        observe(|_: &Add<Plain>| log("inner")).forever();
        Entity::spawn().with(Plain(1));
    });
    Entity::spawn().with(Plain(1));
    assert_eq!(logged(), "inner, outer");
}

#[test]
fn while_the_thread_unwinds_nothing_is_told_and_all_of_it_afterwards() {
    struct Spawns;
    impl Drop for Spawns {
        fn drop(&mut self) {
            let plain = Entity::spawn().insert(Plain(1));
            Entity::spawn().with(Enemy(2));
            plain.kill();
            assert_eq!(take_log(), [""; 0]);
        }
    }
    radar();
    observe(|e: &Add<Enemy>| log(format!("closure {}", e.borrow().0))).forever();
    let unwound = catch_unwind(|| {
        let _spawns = Spawns;
        panic!("away");
    });
    assert!(unwound.is_err());
    World::flush();
    assert_eq!(
        logged(),
        "init 2, Add 2, closure 2, on_enable 2, Enable 2",
        "a life that nobody saw is not told"
    );
}

#[test]
fn what_was_there_before_the_thread_unwinds_ends_after_it() {
    radar();
    let (plain, enemy) = (Entity::spawn().with(Plain(1)), Entity::spawn().with(Enemy(2)));
    logged();
    struct Despawns(Entity, Entity);
    impl Drop for Despawns {
        fn drop(&mut self) {
            self.0.despawn();
            self.1.despawn();
        }
    }
    let unwound = catch_unwind(AssertUnwindSafe(|| {
        let _despawns = Despawns(plain, enemy);
        panic!("away");
    }));
    assert!(unwound.is_err());
    assert!(!plain.is_alive() && !enemy.is_alive());
    World::flush();
    assert_eq!(
        logged(),
        "Disable 1, Remove 1 Despawned late, Disable 2, on_disable 2, Remove 2 Despawned late, shutdown 2"
    );
}

#[test]
fn a_panic_of_one_observer_keeps_no_other_from_hearing_and_goes_on_then() {
    radar();
    observe(|_: &Add<Enemy>| panic!("of Add")).forever();
    observe(|_: &Disable<Enemy>| panic!("of Disable")).forever();
    observe(|_: &Remove<Enemy>| panic!("of Remove")).forever();
    observe(|_: &Add<Enemy>| log("last Add")).forever();
    observe(|_: &Remove<Enemy>| log("first Remove")).forever();
    let entity = Entity::spawn();
    let message = |panic: Box<dyn std::any::Any + Send>| *panic.downcast_ref::<&str>().unwrap();
    let add = catch_unwind(|| entity.insert(Enemy(1))).expect_err("one panics");
    assert_eq!((logged(), message(add)), ("init 1, Add 1, last Add, on_enable 1, Enable 1".into(), "of Add"));
    assert!(entity.has::<Enemy>());
    let end = catch_unwind(|| entity.despawn()).expect_err("two panic");
    assert_eq!(
        (logged(), message(end)),
        ("Disable 1, on_disable 1, first Remove, Remove 1 Despawned, shutdown 1".into(), "of Disable")
    );
    assert!(!entity.is_alive());
    World::flush();
    assert_eq!((logged(), Enemy::count()), (String::new(), 0));
}

#[test]
fn a_world_can_be_made_by_an_observer_alone() {
    thread::spawn(|| {
        let observer = try_observe(|_: &Add<Plain>| log("heard")).expect("a world is made");
        assert_eq!(format!("{observer:?}"), "Observer<Add<Plain>>");
        Entity::spawn().with(Plain(1));
        assert_eq!(take_log(), ["heard"]);
    })
    .join()
    .unwrap();
}

#[test]
fn what_a_closure_has_captured_may_do_anything_when_it_drops() {
    struct Busy;
    impl Drop for Busy {
        fn drop(&mut self) {
            Entity::spawn().with(Plain(8));
            observe(|_: &Add<Plain>| log("new")).forever();
            Entity::spawn().with(Plain(9));
        }
    }
    let busy = Busy;
    let observer = observe(move |_: &Add<Plain>| {
        let _ = &busy;
        log("old");
    });
    drop(observer);
    assert_eq!(logged(), "new");
}

#[test]
fn a_type_is_as_before_once_its_last_observer_is_gone() {
    let entities: Vec<_> = (0..3).map(|value| Entity::spawn().insert(Plain(value))).collect();
    entities[0].set_enabled(false);
    let observer = observe(|_: &Add<Plain>| log("heard"));
    let more: Vec<_> = (3..6).map(|value| Entity::spawn().insert(Plain(value))).collect();
    more[0].set_enabled(false);
    drop(observer);
    logged();
    for plain in entities.iter().chain(&more) {
        plain.set_enabled(true);
        plain.set_enabled(false);
        plain.set_enabled(true);
    }
    entities[1].kill();
    Entity::spawn().with(Plain(6));
    assert_eq!((Plain::count(), Plain::view().iter().map(|plain| plain.0).sum::<u32>()), (6, 20));
    radar();
    entities[2].kill();
    more[1].set_enabled(false);
    assert_eq!(logged(), "Disable 2, Remove 2 Removed, Disable 4");
}
