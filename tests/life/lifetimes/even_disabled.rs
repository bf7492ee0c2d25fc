//! `on(even_disabled(Wake))`: what a disabled component hears.

use ecs_core::{Component, Entity, World, send_all};

use crate::support::{log, take_log};

struct Wake;
struct Hit;

#[derive(Component, Default)]
#[component(on(Hit, even_disabled(Wake)))]
struct Guard(u32);

impl Guard {
    fn on_hit(&mut self, _: &Hit) {
        log(format!("{} hit", self.0));
    }
    fn on_wake(&mut self, _: &Wake, me: Entity) {
        log(format!("{} wakes", self.0));
        me.set_enabled(true);
        me.handle::<Self>().set_enabled(true);
    }
}

#[test]
fn only_what_says_so_is_heard_while_disabled() {
    let guards: Vec<_> = (0..3).map(|n| Entity::spawn().insert(Guard(n))).collect();
    guards[0].set_enabled(false);
    guards[1].entity().set_enabled(false);
    assert_eq!(guards[0].entity().send(Hit) + guards[1].entity().send(Hit), 0);
    assert_eq!(Guard::send_all(Hit), 1);
    assert_eq!(take_log(), ["2 hit"]);
    assert_eq!(guards[0].entity().send(Wake), 1);
    assert!(guards[0].is_enabled());
    assert_eq!(Guard::send_all(Wake), 3);
    assert!(guards[1].is_enabled());
    let mut woken = take_log();
    woken[1..].sort();
    assert_eq!(woken, ["0 wakes", "0 wakes", "1 wakes", "2 wakes"]);
    guards[2].entity().set_enabled(false);
    assert_eq!(send_all(Wake), 3);
    assert!(guards[2].is_enabled());
}

#[test]
fn what_is_borrowed_hears_it_later_disabled_or_not() {
    let guard = Entity::spawn().insert(Guard(7));
    let held = guard.borrow();
    assert_eq!((guard.entity().send(Wake), guard.entity().send(Hit)), (1, 1));
    guard.set_enabled(false);
    drop(held);
    World::flush();
    // It hears the first one, which enables it; so it hears the second.
    assert_eq!(take_log(), ["7 wakes", "7 hit"]);
    let held = guard.borrow();
    guard.entity().send(Hit);
    guard.set_enabled(false);
    drop(held);
    World::flush();
    assert!(take_log().is_empty());
}
