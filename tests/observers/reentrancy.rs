//! What observers may do while they hear: kill what they hear of, observe, end themselves, spawn, switch.

use std::sync::{Arc, Mutex};

use ecs_core::{
    Add, Component, Disable, Enable, Entity, Observer, Remove, RemoveError, World, observe, update_all,
};

use crate::support::log;
use crate::{Enemy, Plain, log_all, logged, radar};

#[test]
fn o2_what_an_observer_kills_of_what_it_hears_ends_once_all_have_heard() {
    observe(|e: &Add<Plain>| {
        log("kills");
        assert!(e.handle().kill() && !e.handle().kill() && !e.handle().is_alive());
    })
    .forever();
    log_all::<Plain>("other");
    Entity::spawn().insert(Plain(1));
    assert_eq!(logged(), "kills, other Add, other Remove Removed late");
    assert_eq!(Plain::count(), 0);
}

#[test]
fn o2_what_an_observer_despawns_of_what_it_hears_ends_once_all_have_heard() {
    observe(|e: &Add<Enemy>| _ = e.entity().despawn()).forever();
    log_all::<Enemy>("other");
    let entity = Entity::spawn().with(Plain(7));
    entity.add::<Enemy>();
    assert_eq!(logged(), "init 0, other Add, other Remove Despawned late, shutdown 0");
    assert!(!entity.is_alive());
}

#[test]
fn o2_what_an_observer_switches_is_heard_once_all_have_heard_what_was_before() {
    observe(|e: &Enable<Plain>| _ = e.handle().set_enabled(false)).forever();
    log_all::<Plain>("other");
    let plain = Entity::spawn().insert(Plain(1));
    assert_eq!(logged(), "other Add, other Enable, other Disable");
    assert!(!plain.is_enabled());
}

#[test]
fn o2_what_an_observer_puts_in_the_place_of_what_it_hears_of_is_heard_after_that() {
    observe(|e: &Add<Plain>| {
        if e.borrow().0 == 1 {
            e.entity().insert(Plain(2));
        }
    })
    .forever();
    radar();
    Entity::spawn().insert(Plain(1));
    assert_eq!(logged(), "Add 2, Remove 1 Replaced late, Add 2, Enable 2");
}

#[test]
fn o2_removing_what_is_told_of_is_a_typed_error() {
    observe(|_: &Remove<Plain>| {}).forever();
    observe(|e: &Add<Plain>| {
        let (component, entity) = ("Plain", e.entity());
        let error = e.entity().try_remove::<Plain>().err();
        assert_eq!(error, Some(RemoveError::Observed { component, entity }));
    })
    .forever();
    Entity::spawn().insert(Plain(1));
    assert_eq!(Plain::count(), 1);
}

#[test]
fn o2_an_observer_of_an_end_may_despawn_the_entity_and_more() {
    let other = Entity::spawn().with(Enemy(5));
    radar();
    observe(move |e: &Remove<Plain>| {
        assert_eq!(e.entity().despawn(), !e.is_late() && e.why() == ecs_core::Removal::Removed);
        other.despawn();
        Entity::spawn().with(Plain(9));
    })
    .forever();
    let plain = Entity::spawn().with(Enemy(6)).insert(Plain(1));
    logged();
    plain.kill();
    assert_eq!(
        logged(),
        "Disable 1, \
         Disable 6, on_disable 6, Remove 6 Despawned, shutdown 6, \
         Disable 5, on_disable 5, Remove 5 Despawned, shutdown 5, \
         Add 9, Enable 9, Remove 1 Removed"
    );
    assert_eq!((plain.entity().is_alive(), Plain::count(), Enemy::count()), (false, 1, 0));
}

#[test]
fn o2_what_ends_can_be_read_by_all_and_written_to_by_nobody() {
    #[derive(Component)]
    struct Side(u32);
    observe(|e: &Remove<Plain>| {
        assert!(e.handle().try_borrow_mut().is_err());
        assert_eq!((e.handle().borrow().0, e.borrow().0), (1, 1));
        e.entity().borrow_mut::<Side>().0 += 1;
        let mut others = 0;
        Plain::for_each(|plain| {
            others += plain.0;
        });
        log(format!("others {others}, side {}", e.entity().borrow::<Side>().0));
    })
    .forever();
    Entity::spawn().with(Plain(20));
    Entity::spawn().with(Side(1)).insert(Plain(1)).kill();
    assert_eq!(logged(), "others 20, side 2");
}

#[test]
fn o2_a_guard_that_an_observer_keeps_makes_the_rest_wait() {
    #[derive(Component, Default)]
    struct Keeper(Option<ecs_core::Ref<Enemy>>);
    let keeper = Entity::spawn().add::<Keeper>();
    observe(move |e: &Remove<Enemy>| keeper.borrow_mut().0 = Some(e.borrow())).forever();
    let enemy = Entity::spawn().insert(Enemy(4));
    logged();
    enemy.entity().despawn();
    assert_eq!((logged(), keeper.borrow().0.as_ref().unwrap().0), ("on_disable 4".into(), 4));
    keeper.borrow_mut().0 = None;
    World::flush();
    assert_eq!((logged(), Enemy::count()), ("shutdown 4".into(), 0));
}

#[test]
fn o2_an_observer_that_observes_hears_the_next() {
    observe(|_: &Add<Plain>| {
        log("first");
        observe(|_: &Add<Plain>| log("second")).forever();
    })
    .forever();
    Entity::spawn().insert(Plain(1));
    assert_eq!(logged(), "first");
    Entity::spawn().insert(Plain(1));
    assert_eq!(logged(), "first, second");
}

#[test]
fn o2_an_observer_may_end_itself_and_others() {
    type Slot = Arc<Mutex<Vec<Observer<Add<Plain>>>>>;
    let slot = Slot::default();
    let (own, last) = (slot.clone(), slot.clone());
    let first = observe(move |_: &Add<Plain>| {
        log("once");
        let ended = core::mem::take(&mut *own.lock().unwrap());
        drop(ended);
    });
    let second = observe(|_: &Add<Plain>| log("never"));
    slot.lock().unwrap().extend([first, second]);
    Entity::spawn().insert(Plain(1));
    Entity::spawn().insert(Plain(1));
    assert_eq!(logged(), "once");
    assert_eq!(Arc::strong_count(&last), 2, "the closure is gone with what it has captured");
}

#[test]
fn o2_what_comes_while_a_closure_runs_it_hears_afterwards_in_order() {
    observe(|e: &Add<Plain>| {
        let value = e.borrow().0;
        log(format!("begin {value}"));
        if value < 3 {
            Entity::spawn().with(Plain(value + 1));
            Entity::spawn().with(Plain(value + 10));
        }
        log(format!("end {value}"));
    })
    .forever();
    Entity::spawn().with(Plain(1));
    assert_eq!(
        logged(),
        "begin 1, end 1, begin 2, end 2, begin 11, end 11, begin 3, end 3, begin 12, end 12"
    );
}

#[test]
fn o2_an_observer_may_run_in_a_pass_and_clear_the_world() {
    #[derive(Component, Default)]
    struct Spawner;
    impl Spawner {
        fn update(&mut self) {
            Entity::spawn().with(Plain(1));
        }
    }
    log_all::<Plain>("heard");
    let clearing = observe(|_: &Add<Plain>| World::clear());
    for _ in 0..2 {
        Entity::spawn().add::<Spawner>();
    }
    update_all(0.0);
    assert_eq!(logged(), "heard Add, heard Remove Cleared late");
    assert_eq!((Plain::count(), Spawner::count()), (0, 0));
    drop(clearing);
}

#[test]
fn o2_an_observer_of_a_switch_may_kill_it() {
    radar();
    observe(|e: &Disable<Plain>| _ = e.handle().kill()).forever();
    log_all::<Plain>("other");
    let plain = Entity::spawn().insert(Plain(1));
    logged();
    plain.set_enabled(false);
    assert_eq!(logged(), "other Disable, Disable ?, other Remove Removed late, Remove 1 Removed late");
}

#[test]
fn o2_what_an_on_enable_puts_in_its_own_place_is_heard_after_the_end_of_the_first() {
    #[derive(Component)]
    struct Twice(u32);
    impl Twice {
        fn on_enable(&mut self) {
            if self.0 == 1 {
                self.entity().insert(Twice(2));
            }
        }
    }
    log_all::<Twice>("other");
    Entity::spawn().insert(Twice(1));
    World::flush();
    assert_eq!(logged(), "other Add, other Remove Replaced late, other Add, other Enable");
}
