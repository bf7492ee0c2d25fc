//! `init`, then `on_enable` if it starts enabled; `on_disable` if it ends enabled, then `shutdown`.

mod odd;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_core::{Archetype, Component, Entity, Handle, Pool, Ref, Singleton, World, update_all};

use crate::support::{log, message_of, take_log};

macro_rules! logged {
    ($($name:ident)*) => {$(
        #[derive(Component, Default)]
        struct $name;

        impl $name {
            fn init(&mut self) {
                log(concat!(stringify!($name), " init"));
            }
            fn on_enable(&mut self) {
                log(concat!(stringify!($name), " on"));
            }
            fn on_disable(&mut self) {
                log(concat!(stringify!($name), " off"));
            }
            fn shutdown(&mut self) {
                log(concat!(stringify!($name), " shutdown"));
            }
        }
    )*};
}

logged!(A B);

const BORN: [&str; 2] = ["A init", "A on"];
const ENDED: [&str; 2] = ["A off", "A shutdown"];

#[test]
fn d6_a_life_is_whole_however_it_ends() {
    type End = fn(Handle<A>);
    let ends: [End; 6] = [
        |a| assert!(a.kill()),
        |a| assert!(a.entity().remove::<A>().is_some()),
        |a| assert!(a.entity().despawn()),
        |_| World::clear(),
        |a| assert_eq!(Archetype::<(A,)>::remove(a.entity()), 1),
        |a| assert_eq!(Entity::despawn_many(&[a.entity()]), 1),
    ];
    for end in ends {
        let a = Entity::spawn().add::<A>();
        assert_eq!(take_log(), BORN);
        end(a);
        assert_eq!(take_log(), ENDED);
    }
}

#[test]
fn d6_what_another_value_replaces_ends_before_the_new_one_begins() {
    let entity = Entity::spawn().with(A);
    take_log();
    entity.insert(A);
    assert_eq!(take_log(), [ENDED, BORN].concat());
    // The old value is borrowed, so its end waits.
    let held = entity.borrow::<A>();
    entity.insert(A);
    assert_eq!(take_log(), BORN);
    drop(held);
    World::flush();
    assert_eq!(take_log(), ENDED);
}

#[test]
fn d6_what_begins_or_ends_disabled_is_not_notified() {
    let entity = Entity::spawn();
    entity.set_enabled(false);
    entity.add::<A>();
    assert_eq!(take_log(), ["A init"]);
    entity.set_enabled(true);
    assert_eq!(take_log(), ["A on"]);
    entity.handle::<A>().set_enabled(false);
    assert_eq!(take_log(), ["A off"]);
    // Set anew it is disabled still.
    entity.insert(A);
    assert_eq!(take_log(), ["A shutdown", "A init"]);
    entity.despawn();
    assert_eq!(take_log(), ["A shutdown"]);
}

#[test]
fn d6_component_by_component_and_the_last_type_ends_first() {
    let entities = Entity::spawn_many(2, |_, _| (A, B));
    let born = ["A init", "A on", "B init", "B on"];
    assert_eq!(take_log(), [born, born].concat());
    entities[0].despawn();
    let ended = ["B off", "B shutdown", "A off", "A shutdown"];
    assert_eq!(take_log(), ended);
    World::clear();
    assert_eq!(take_log(), ended);
    let _ = Archetype::<(A, B)>::spawn();
    assert_eq!(take_log(), born);
}

#[test]
fn d6_a_pool_disables_and_enables_and_ends_nothing() {
    let pool = Pool::<Archetype<(A,)>>::new();
    pool.prewarm(1);
    assert_eq!(take_log(), ["A init"]);
    let a = pool.take();
    assert_eq!(take_log(), ["A on"]);
    pool.give_back(a);
    assert_eq!(take_log(), ["A off"]);
    drop(pool);
    assert_eq!(take_log(), ["A shutdown"]);
}

#[test]
fn d6_what_kills_itself_in_its_update_ends_when_its_hook_has_returned() {
    #[derive(Component)]
    struct Shot;
    impl Shot {
        fn on_enable(&self) {
            log("on");
        }
        fn update(&self, me: Entity) {
            // It switches itself off, and is notified once.
            me.handle::<Self>().set_enabled(false);
            me.kill::<Self>();
            log("updated");
        }
        fn on_disable(&self) {
            log("off");
        }
        fn shutdown(&self) {
            log("shutdown");
        }
    }
    Entity::spawn().insert(Shot);
    update_all(0.1);
    assert_eq!(take_log(), ["on", "updated", "off", "shutdown"]);
}

#[test]
fn d6_what_has_no_init_behind_it_has_no_end_before_it() {
    #[derive(Component)]
    struct Wave(u32);
    thread_local! {
        static LAST: RefCell<Vec<Entity>> = RefCell::default();
    }
    impl Wave {
        fn init(&self, me: Entity) {
            log(format!("{} init", self.0));
            if self.0 == 0 {
                // The others are placed, and wait for their turn.
                LAST.take().into_iter().filter(|&other| other != me).for_each(|other| {
                    other.despawn();
                });
            }
        }
        fn on_disable(&self) {
            log(format!("{} off", self.0));
        }
        fn shutdown(&self) {
            log(format!("{} shutdown", self.0));
        }
    }
    let waves = Entity::spawn_many(3, |place, me| {
        LAST.with_borrow_mut(|last| last.push(me));
        Wave(place as u32)
    });
    assert_eq!(take_log(), ["0 init"]);
    assert_eq!(waves.iter().filter(|wave| wave.is_alive()).count(), 1);
    World::clear();
    assert_eq!(take_log(), ["0 off", "0 shutdown"]);
}
