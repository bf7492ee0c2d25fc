//! The laws O1 to O3 and D6.

use ecs_core::{
    Add, Archetype, Component, Entity, Handle, Pool, Remove, Singleton, World, explain_order, observe,
    update_all,
};

use crate::support::log;
use crate::{Enemy, Plain, log_all, logged, radar};

#[test]
fn d6_birth_and_end_have_their_order() {
    radar();
    let enemy = Entity::spawn().insert(Enemy(1));
    assert_eq!(logged(), "init 1, Add 1, on_enable 1, Enable 1");
    enemy.set_enabled(false);
    assert_eq!(logged(), "Disable 1, on_disable 1");
    enemy.set_enabled(true);
    assert_eq!(logged(), "on_enable 1, Enable 1");
    enemy.kill();
    assert_eq!(logged(), "Disable 1, on_disable 1, Remove 1 Removed, shutdown 1");
    let off = Entity::spawn();
    off.set_enabled(false);
    off.insert(Enemy(2)).kill();
    assert_eq!(logged(), "init 2, Add 2, Remove 2 Removed, shutdown 2");
}

#[test]
fn o1_a_type_without_hooks_is_heard_too() {
    let radar = radar();
    let plain = Entity::spawn().insert(Plain(1));
    assert_eq!(logged(), "Add 1, Enable 1");
    plain.set_enabled(false);
    plain.set_enabled(true);
    plain.entity().set_enabled(false);
    plain.entity().set_enabled(true);
    assert_eq!(logged(), "Disable 1, Enable 1, Disable 1, Enable 1");
    plain.entity().despawn();
    assert_eq!(logged(), "Disable 1, Remove 1 Despawned");
    radar.kill();
    Entity::spawn().insert(Plain(1)).kill();
    assert_eq!(logged(), "", "nobody is there to hear it");
}

#[test]
fn o1_a_level_that_is_left_is_no_kill() {
    let log_ends = || observe(|e: &Remove<Plain>| log(format!("{:?} {}", e.why(), e.is_late()))).forever();
    for end in [World::clear, World::reset] {
        World::new().enter(|| {
            log_ends();
            let ship = Entity::spawn().with(Plain(1));
            Entity::spawn().with(Plain(2)).child_of(ship);
            end();
            assert_eq!(logged(), "Cleared false, Cleared false");
        });
    }
    log_ends();
    let held = Entity::spawn().insert(Plain(3));
    let guard = held.borrow();
    World::clear();
    assert_eq!(logged(), "");
    drop(guard);
    World::flush();
    assert_eq!(logged(), "Cleared true");
}

#[test]
fn o1_an_end_says_why() {
    radar();
    let entity = Entity::spawn().with(Plain(1));
    logged();
    entity.insert(Plain(2));
    assert_eq!(logged(), "Disable 1, Remove 1 Replaced, Add 2, Enable 2");
    assert_eq!(entity.remove::<Plain>().map(|plain| plain.0), Some(2));
    assert_eq!(logged(), "Disable 2, Remove 2 Removed");
    entity.insert(Plain(3)).kill();
    assert_eq!(logged(), "Add 3, Enable 3, Disable 3, Remove 3 Removed");
    entity.with(Plain(4)).despawn();
    assert_eq!(logged(), "Add 4, Enable 4, Disable 4, Remove 4 Despawned");
}

#[test]
fn d6_a_pool_gives_back_and_takes_in_whole_pairs() {
    radar();
    let pool = Pool::<Archetype<(Enemy, Plain)>>::new();
    pool.prewarm(1);
    assert_eq!(logged(), "init 0", "to observers it is not there");
    let entity = pool.take();
    assert_eq!(logged(), "on_reset 0, Add 0, on_enable 0, Enable 0, Add 0, Enable 0");
    assert!(pool.give_back(entity));
    assert_eq!(logged(), "Disable 0, on_disable 0, Remove 0 Recycled, Disable 0, Remove 0 Recycled");
    let entity = pool.take();
    logged();
    pool.give_back(entity);
    logged();
    drop(pool);
    assert_eq!(logged(), "shutdown 0", "its end was told before");
}

#[test]
fn d6_a_pool_of_what_was_never_seen_before_it_was_observed() {
    let pool = Pool::<Archetype<(Plain,)>>::new();
    let entity = pool.take();
    pool.give_back(entity);
    radar();
    pool.take();
    assert_eq!(logged(), "Add 0, Enable 0");
}

#[test]
fn o1_what_begins_is_heard_in_the_order_of_registration_and_what_ends_in_the_reverse() {
    log_all::<Plain>("first");
    Entity::spawn().add::<crate::Radar>();
    log_all::<Plain>("last");
    let plain = Entity::spawn().insert(Plain(5));
    assert_eq!(logged(), "first Add, Add 5, last Add, first Enable, Enable 5, last Enable");
    plain.kill();
    assert_eq!(
        logged(),
        "last Disable, Disable 5, first Disable, \
         last Remove Removed, Remove 5 Removed, first Remove Removed"
    );
}

#[test]
fn o1_of_what_is_borrowed_the_end_comes_late_and_can_be_read() {
    #[derive(Component)]
    struct Bullet(u32);
    impl Bullet {
        fn update(&mut self, me: Entity) {
            self.0 += 1;
            me.despawn();
        }
        fn shutdown(&mut self) {
            log("shutdown");
        }
    }
    observe(|e: &Remove<Bullet>| {
        assert!(!e.entity().is_alive() && e.handle().get().is_none());
        log(format!("Remove {} {:?} {}", e.borrow().0, e.why(), e.is_late()));
    })
    .forever();
    Entity::spawn().with(Bullet(1));
    update_all(0.0);
    assert_eq!(logged(), "Remove 2 Despawned true, shutdown");
    assert_eq!(Bullet::count(), 0);
}

#[test]
fn o1_a_value_that_is_replaced_while_it_is_borrowed_can_be_read_late() {
    radar();
    let plain = Entity::spawn().insert(Plain(1));
    let guard = plain.borrow();
    logged();
    plain.entity().insert(Plain(2));
    assert_eq!(logged(), "", "the old one is still to end");
    drop(guard);
    World::flush();
    assert_eq!(logged(), "Disable 1, Remove 1 Replaced late, Add 2, Enable 2");
}

#[test]
fn o1_the_whole_entity_can_be_read_at_its_end_and_the_whole_subtree() {
    #[derive(Component)]
    struct Other(u32);
    let (parent, child) = (Entity::spawn().with(Plain(1)), Entity::spawn().with(Plain(2)));
    child.child_of(parent);
    for entity in [parent, child] {
        entity.insert(Other(7));
    }
    observe(move |e: &Remove<Plain>| {
        assert!(!e.is_late() && parent.is_alive() && child.is_alive());
        assert_eq!((parent.borrow::<Plain>().0, child.borrow::<Plain>().0), (1, 2));
        assert_eq!((parent.borrow::<Other>().0, child.borrow::<Other>().0), (7, 7));
        assert_eq!(child.parent(), Some(parent));
        log(format!("{}", e.borrow().0));
    })
    .forever();
    parent.despawn();
    assert_eq!(logged(), "2, 1");
    assert_eq!((Plain::count(), Other::count()), (0, 0));
}

#[test]
fn o2_many_at_once_are_heard_one_by_one_in_their_order() {
    radar();
    let spawned = Entity::spawn_many(3, |place, _| (Enemy(place as u32), Plain(place as u32 + 10)));
    assert_eq!(
        logged(),
        "init 0, Add 0, on_enable 0, Enable 0, Add 10, Enable 10, \
         init 1, Add 1, on_enable 1, Enable 1, Add 11, Enable 11, \
         init 2, Add 2, on_enable 2, Enable 2, Add 12, Enable 12"
    );
    for entity in spawned {
        entity.kill::<Enemy>();
        entity.kill::<Plain>();
    }
    logged();
    let plain = Entity::spawn_many(300, |place, _| Plain(place as u32));
    let seen = logged();
    let expected: Vec<_> = (0..300).map(|place| format!("Add {place}, Enable {place}")).collect();
    assert_eq!(seen, expected.join(", "));
    Entity::despawn_many(&plain[..3]);
    assert_eq!(
        logged(),
        "Disable 0, Remove 0 Despawned, Disable 1, Remove 1 Despawned, Disable 2, Remove 2 Despawned"
    );
}

#[test]
fn o2_world_clear_is_heard_and_ends_no_closure_and_reset_ends_all() {
    log_all::<Plain>("closure");
    Entity::spawn().with(Plain(1));
    logged();
    World::clear();
    assert_eq!(logged(), "closure Disable, closure Remove Cleared");
    Entity::spawn().with(Plain(1));
    assert_eq!(logged(), "closure Add, closure Enable");
    World::reset();
    assert_eq!(logged(), "closure Disable, closure Remove Cleared");
    Entity::spawn().with(Plain(1));
    assert_eq!(logged(), "");
    assert!(explain_order().observers().is_empty());
}

#[test]
fn o2_the_order_is_shown() {
    #[derive(Component, Default)]
    #[component(on(Add<Plain> = came, Remove<Plain> = left))]
    struct Listener;
    impl Listener {
        fn came(&mut self, _: &Add<Plain>) {}
        fn left(&mut self, _: &Remove<Plain>) {}
    }
    Entity::spawn().add::<Listener>();
    let _added = observe(|_: &Add<Plain>| {});
    let removed = observe(|_: &Remove<Plain>| {});
    let order = explain_order();
    let lines: Vec<_> = order.observers().iter().map(ToString::to_string).collect();
    let file = file!();
    let line = line!() - 5;
    assert_eq!(
        lines,
        [
            format!("Add<Plain> is heard by Listener::came, then the closure at {file}:{line}:18"),
            format!("Remove<Plain> is heard by the closure at {file}:{}:19, then Listener::left", line + 1),
        ]
    );
    assert!(order.to_string().ends_with(&format!("{}\n", lines[1])));
    drop(removed);
    assert_eq!(explain_order().observers()[1].observers, ["Listener::left"]);
}

#[test]
fn o3_world_drop_tells_nobody() {
    let world = World::new();
    world.enter(|| {
        log_all::<Plain>("closure");
        Entity::spawn().with(Plain(1));
    });
    logged();
    drop(world);
    assert_eq!(logged(), "");
}

#[test]
fn o1_singletons_are_heard() {
    #[derive(Singleton, Default)]
    struct Wallet(u32);
    observe(|e: &Add<Wallet>| log(format!("Add {}", e.borrow().0))).forever();
    observe(|e: &Remove<Wallet>| log(format!("Remove {} {:?}", e.borrow().0, e.why()))).forever();
    Wallet::set(Wallet(3));
    Wallet::set(Wallet(4));
    World::reset();
    assert_eq!(logged(), "Add 3, Remove 3 Replaced, Add 4, Remove 4 Despawned");
}

#[test]
fn o1_a_type_that_observes_its_own_ends_is_notified_of_them_from_its_first_component_on() {
    // Without a hook for its end, without `Drop` and without observers it would be despawned without steps.
    #[derive(Component)]
    #[component(on(Remove<Own> = left))]
    struct Own(u32);
    impl Own {
        fn left(&self, e: &Remove<Own>) {
            log(format!("{} sees the end of {}", self.0, e.borrow().0));
        }
    }
    let [first, second, _third] = [1, 2, 3].map(|value| Entity::spawn().with(Own(value)));
    first.despawn();
    // The component that ends is borrowed for its observers, and is dead when the borrow ends.
    assert_eq!(logged(), "2 sees the end of 1, 3 sees the end of 1");
    second.kill::<Own>();
    assert_eq!(logged(), "3 sees the end of 2");
}

#[test]
fn o2_who_is_borrowed_hears_at_the_sync_point() {
    #[derive(Component, Default)]
    #[component(on(Add<Plain> = came, Remove<Plain> = left))]
    struct Busy(Vec<String>);
    impl Busy {
        fn came(&mut self, e: &Add<Plain>) {
            self.0.push(format!("came {}", e.handle().is_alive()));
        }
        fn left(&mut self, e: &Remove<Plain>) {
            self.0.push(format!("left {:?}", e.get().map(|plain| plain.0)));
        }
        fn update(&mut self) {
            Entity::spawn().insert(Plain(1)).kill();
            assert!(self.0.is_empty());
        }
    }
    let busy = Entity::spawn().add::<Busy>();
    update_all(0.0);
    assert_eq!(busy.borrow().0, ["came false", "left None"]);
}

#[test]
fn o1_the_first_observer_of_a_type_hears_of_all_that_comes_next_whatever_was_there() {
    let old: Vec<Handle<Plain>> = (0..3).map(|value| Entity::spawn().insert(Plain(value))).collect();
    old[1].set_enabled(false);
    radar();
    old[1].set_enabled(true);
    old[0].kill();
    old[2].entity().set_enabled(false);
    Entity::spawn().with(Plain(9));
    assert_eq!(logged(), "Enable 1, Disable 0, Remove 0 Removed, Disable 2, Add 9, Enable 9");
}
