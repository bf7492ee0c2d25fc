//! Hooks that panic, kill, keep guards or nest in the middle of a life.

use super::*;

#[test]
fn d6_an_init_that_panics_is_no_birth_also_where_it_has_killed_itself() {
    #[derive(Component)]
    struct Broken {
        dies_first: bool,
    }
    impl Broken {
        fn init(&self, me: Entity) {
            if self.dies_first {
                me.kill::<Self>();
            }
            panic!("no fuel");
        }
        fn on_enable(&self) {
            log("on");
        }
        fn on_disable(&self) {
            log("off");
        }
        fn shutdown(&self) {
            log("shutdown");
        }
    }
    for dies_first in [false, true] {
        assert_eq!(message_of(|| Entity::spawn().insert(Broken { dies_first })), "no fuel");
        World::flush();
        assert!(take_log().is_empty());
        assert_eq!(Broken::count(), 0);
    }
}

#[test]
fn d6_a_panic_in_on_disable_keeps_the_shutdown() {
    #[derive(Component)]
    struct Panics;
    impl Panics {
        fn on_disable(&self) {
            panic!("not now");
        }
        fn shutdown(&self) {
            log("shutdown");
        }
    }
    for end in [Entity::kill::<Panics>, Entity::despawn] {
        let entity = Entity::spawn().with(Panics);
        assert_eq!(message_of(|| end(entity)), "not now");
        assert!(!entity.has::<Panics>() && take_log().is_empty());
        World::flush();
        assert_eq!(take_log(), ["shutdown"]);
    }
}

#[test]
fn d6_on_disable_may_despawn_its_entity_or_keep_a_guard() {
    thread_local! {
        static KEPT: RefCell<Vec<Ref<Odd>>> = RefCell::default();
    }
    #[derive(Component)]
    struct Odd {
        despawns: bool,
    }
    impl Odd {
        fn on_enable(&self) {
            log("on");
        }
        fn on_disable(&self, me: Entity) {
            log("off");
            if self.despawns {
                assert!(me.despawn());
            } else {
                KEPT.with_borrow_mut(|kept| kept.extend(me.try_borrow::<Self>()));
            }
        }
        fn shutdown(&self) {
            log("shutdown");
        }
    }
    for despawns in [true, false] {
        let odd = Entity::spawn().insert(Odd { despawns });
        assert!(odd.kill() && !odd.is_alive());
        drop(KEPT.take());
        World::flush();
        assert_eq!(take_log(), ["on", "off", "shutdown"]);
    }
    // What cannot be removed goes on, and is notified.
    let odd = Entity::spawn().insert(Odd { despawns: false });
    assert!(catch_unwind(AssertUnwindSafe(|| odd.entity().remove::<Odd>())).is_err());
    drop(KEPT.take());
    World::flush();
    assert!(odd.is_alive());
    assert_eq!(take_log(), ["on", "off", "on"]);
}

#[test]
fn d6_a_component_that_switches_itself_off_in_its_init_is_not_notified() {
    #[derive(Component)]
    struct Asleep;
    impl Asleep {
        fn init(&self, me: Entity) {
            me.handle::<Self>().set_enabled(false);
        }
        fn on_enable(&self) {
            log("on");
        }
        fn on_disable(&self) {
            log("off");
        }
    }
    let asleep = Entity::spawn().insert(Asleep);
    World::flush();
    assert!(!asleep.is_enabled() && take_log().is_empty());
    asleep.set_enabled(true);
    asleep.kill();
    assert_eq!(take_log(), ["on", "off"]);
}

/// Unity's habit: subscribe in `OnEnable`, unsubscribe in `OnDisable`.
#[test]
fn what_subscribes_in_on_enable_and_unsubscribes_in_on_disable_leaves_nothing_behind() {
    thread_local! {
        static LISTENERS: RefCell<Vec<Entity>> = RefCell::default();
    }
    #[derive(Component, Default)]
    struct Minimap;
    impl Minimap {
        fn on_enable(&mut self, me: Entity) {
            LISTENERS.with_borrow_mut(|all| all.push(me));
        }
        fn on_disable(&mut self, me: Entity) {
            LISTENERS.with_borrow_mut(|all| all.retain(|&other| other != me));
        }
    }
    let maps: Vec<_> = (0..4).map(|_| Entity::spawn().add::<Minimap>()).collect();
    assert_eq!(LISTENERS.with_borrow(Vec::len), 4);
    maps[0].set_enabled(false);
    maps[1].entity().set_enabled(false);
    maps[1].entity().despawn();
    maps[2].kill();
    assert_eq!(LISTENERS.with_borrow(Clone::clone), [maps[3].entity()]);
    World::clear();
    assert!(LISTENERS.with_borrow(Vec::is_empty));
}

#[test]
fn d9_reset_ends_also_what_is_spawned_meanwhile_and_clear_does_not() {
    #[derive(Component)]
    struct Bomb(u32);
    impl Bomb {
        fn shutdown(&self) {
            log(format!("boom {}", self.0));
            if self.0 > 0 {
                Entity::spawn().insert(Bomb(self.0 - 1));
            }
        }
    }
    #[derive(Singleton, Default)]
    struct Last;
    impl Last {
        fn shutdown(&self) {
            Entity::spawn().insert(Bomb(0));
        }
    }
    Entity::spawn().insert(Bomb(3));
    World::clear();
    assert_eq!((take_log(), Bomb::count()), (vec!["boom 3".to_owned()], 1));
    drop(Last::borrow());
    World::reset();
    assert_eq!(take_log(), ["boom 2", "boom 1", "boom 0", "boom 0"]);
    assert_eq!((Bomb::count(), World::stats().alive), (0, 0));
    assert!(Last::get().is_none());
}

/// The types end in the reverse of their order, so this one ends after `A`, in an entity that still is.
#[test]
fn d6_what_had_its_end_is_notified_of_no_switch_any_more() {
    #[derive(Component)]
    struct Switcher;
    impl Switcher {
        fn shutdown(&mut self, me: Entity) {
            assert!(me.set_enabled(false) && me.set_enabled(true));
        }
    }
    let entity = Entity::spawn().with(Switcher).with(A);
    take_log();
    entity.despawn();
    World::flush();
    assert_eq!(take_log(), ENDED);
}

#[test]
fn d6_what_waits_for_its_init_when_its_entity_ends_is_never_born() {
    struct AddInDrop(Entity);
    impl Drop for AddInDrop {
        fn drop(&mut self) {
            self.0.insert(A);
        }
    }
    #[derive(Component)]
    struct Looks;
    impl Looks {
        fn shutdown(&mut self) {
            A::for_each(|_| ());
        }
    }
    #[derive(Component)]
    struct Runner(Entity);
    impl Runner {
        fn update(&mut self) {
            let adds = AddInDrop(self.0);
            let thrown = catch_unwind(AssertUnwindSafe(|| {
                let _adds = adds;
                panic!("its `init` waits");
            }));
            assert!(thrown.is_err() && self.0.has::<A>());
            self.0.despawn();
        }
    }
    let entity = Entity::spawn().with(Looks);
    Entity::spawn().with(A).with(Runner(entity));
    take_log();
    update_all(0.0);
    assert_eq!(take_log(), [""; 0]);
}

#[test]
fn d6_a_pass_leaves_out_what_is_enabled_again_and_was_not_notified_yet() {
    #[derive(Component)]
    struct Lamp(Option<Handle<Lamp>>);
    impl Lamp {
        fn on_enable(&mut self) {
            log("on");
        }
        fn on_disable(&mut self) {
            log("off");
            self.handle().set_enabled(true);
        }
        fn update(&mut self) {
            log("update");
            self.0.inspect(|other| assert!(other.set_enabled(false)));
        }
    }
    let first = Entity::spawn().insert(Lamp(None));
    first.borrow_mut().0 = Some(Entity::spawn().insert(Lamp(None)));
    take_log();
    update_all(0.0);
    assert_eq!(take_log(), ["update", "off", "on"]);
}

#[test]
fn d9_reset_ends_all_also_where_no_init_may_nest() {
    Entity::spawn().with(A);
    take_log();
    World::set_init_limit(0).unwrap();
    World::reset();
    World::set_init_limit(256).unwrap();
    World::flush();
    assert_eq!((take_log().len(), World::stats().alive), (2, 0));
}
