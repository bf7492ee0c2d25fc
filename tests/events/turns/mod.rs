//! When a component is notified: at once, unless it is borrowed; what waits is delivered at the sync point,
//! in the order in which it was sent.

mod parameters;

use std::cell::{Cell, RefCell};

use ecs_core::{Component, Entity, Ref, Singleton, World, send_all, update_all};

use crate::support::{log, take_log};
use crate::{Ear, Say, Witness, ear, heard, when_notified, when_updated};

#[test]
fn c2_one_that_is_borrowed_is_notified_at_the_sync_point_of_its_store() {
    let (borrowed, free) = (ear(1), ear(2));
    let guard = borrowed.borrow::<Ear>();
    assert_eq!((borrowed.send(Say(1)), free.send(Say(2))), (1, 1));
    assert_eq!(heard(), [(2, 2)], "only the one that is borrowed waits");
    drop(guard);
    assert_eq!(heard(), [], "not in the drop of a guard");
    World::flush();
    assert_eq!(heard(), [(1, 1)]);
    // Any outermost call is one, a send too.
    let guard = borrowed.borrow_mut::<Ear>();
    borrowed.send(Say(3));
    drop(guard);
    free.send(Say(4));
    assert_eq!(heard(), [(1, 3), (2, 4)]);
}

#[test]
fn c2_one_that_is_in_a_view_waits_for_its_end() {
    let old = ear(1);
    let view = Ear::view();
    let new = ear(2);
    assert_eq!((old.send(Say(1)), new.send(Say(2))), (1, 1));
    assert_eq!(Ear::send_all(Say(3)), 2);
    assert_eq!(heard(), [(2, 2), (2, 3)], "what was added while the view lives is not in it");
    drop(view);
    assert_eq!(Ear::view().len(), 2);
    assert_eq!(heard(), [(1, 1), (1, 3)]);
}

#[test]
fn h5_one_that_sends_to_itself_in_its_hook_is_notified_after_it() {
    let own = ear(1);
    when_updated(own, |me| {
        me.send(Say(1));
        assert_eq!(heard(), []);
    });
    update_all(0.1);
    assert_eq!(heard(), [(1, 1)]);
    when_notified(own, |me| {
        me.send(Say(3));
    });
    own.send(Say(2));
    assert_eq!(take_log(), ["1 hears 2", "1 heard 2", "1 hears 3", "1 heard 3"]);
}

#[test]
fn another_of_the_same_type_is_notified_inside_an_update() {
    let (first, second) = (ear(1), ear(2));
    when_updated(first, move |_| {
        second.send(Say(1));
        assert_eq!(heard(), [(2, 1)]);
        assert_eq!(send_all(Say(2)), 2);
        assert_eq!(heard(), [(2, 2)]);
    });
    when_updated(second, |_| log("the pass goes on"));
    update_all(0.1);
    assert_eq!(take_log()[0], "the pass goes on");
    World::flush();
    first.send(Say(3));
    assert_eq!(heard(), [(1, 3)]);
}

#[test]
fn what_waits_after_a_pass_is_notified_before_the_pass_of_the_next_type() {
    #[derive(Component, Default)]
    struct Later;
    impl Later {
        fn update(&mut self) {
            log("the next type");
        }
    }
    let own = ear(1);
    own.add::<Later>();
    when_updated(own, |me| {
        me.send(Say(1));
    });
    update_all(0.1);
    assert_eq!(take_log(), ["1 hears 1", "1 heard 1", "the next type"]);
}

#[test]
fn no_event_overtakes_another_that_was_sent_to_the_same_component_before() {
    let (slow, quick) = (ear(1), ear(2));
    when_notified(quick, move |_| {
        // Not borrowed any more, but one waits.
        let guard = slow.borrow::<Ear>();
        slow.send(Say(1));
        drop(guard);
        slow.send(Say(2));
        send_all(Say(3));
        assert_eq!(heard(), [(2, 9)]);
    });
    quick.send(Say(9));
    assert_eq!(heard(), [(1, 1), (1, 2), (1, 3), (2, 3)], "in the order of the sends");
}

#[test]
fn one_that_is_dead_or_disabled_when_its_turn_comes_is_left_out() {
    let ears = [1, 2, 3, 4].map(ear);
    let guards = ears.map(|ear| ear.borrow::<Ear>());
    assert_eq!(send_all(Say(1)), 4);
    ears[0].despawn();
    ears[1].kill::<Ear>();
    ears[2].set_enabled(false);
    drop(guards);
    World::flush();
    assert_eq!(heard(), [(4, 1)]);
    ears[2].set_enabled(true);
    assert_eq!(heard(), [], "it was left out for good");
}

#[test]
fn what_insert_has_put_in_its_place_is_notified() {
    let entity = ear(1);
    let guard = entity.borrow::<Ear>();
    entity.send(Say(1));
    entity.insert(Ear { name: 2, ..Ear::default() });
    drop(guard);
    World::flush();
    assert_eq!(heard(), [(2, 1)]);
}

#[test]
fn c3_all_of_a_type_are_those_of_the_beginning_that_are_left() {
    let ears = [1, 2, 3, 4].map(ear);
    ears[3].set_enabled(false);
    when_notified(ears[0], move |_| {
        ears[1].despawn();
        ear(5);
        ears[3].set_enabled(true);
    });
    assert_eq!(Ear::send_all(Say(1)), 2);
    assert_eq!(heard(), [(1, 1), (3, 1)]);
    assert_eq!(Ear::send_all(Say(2)), 4);
    heard();
    // The same where something is borrowed, so that no pass can run.
    let kept = ears[0].borrow::<Ear>();
    when_notified(ears[2], move |me| {
        me.kill::<Ear>();
        me.insert(Ear { name: 6, ..Ear::default() });
        ears[3].set_enabled(false);
    });
    assert_eq!(Ear::send_all(Say(3)), 3);
    assert_eq!(heard(), [(3, 3), (5, 3)], "the first waits, the new ones came too late");
    drop(kept);
    World::flush();
    assert_eq!(heard(), [(1, 3)]);
}

#[test]
fn what_a_hook_adds_to_a_later_type_is_notified_by_a_send_to_all_that_listen() {
    let first = ear(1);
    Entity::spawn().insert(Witness(1));
    when_notified(first, |me| {
        me.insert(Witness(2));
    });
    assert_eq!(send_all(Say(1)), 3);
    assert_eq!(take_log()[2..], ["witness 1 of 1", "witness 2 of 1"]);
}

#[test]
fn a_guard_that_a_hook_keeps_lets_the_rest_wait() {
    thread_local! {
        static KEPT: RefCell<Vec<Ref<Ear>>> = const { RefCell::new(Vec::new()) };
    }
    let ears = [1, 2, 3].map(ear);
    when_notified(ears[0], move |_| KEPT.with_borrow_mut(|kept| kept.push(ears[1].borrow())));
    assert_eq!(Ear::send_all(Say(1)), 3);
    assert_eq!(heard(), [(1, 1), (3, 1)]);
    KEPT.take();
    World::flush();
    assert_eq!(heard(), [(2, 1)]);
}

#[test]
fn a_hook_that_is_notified_may_end_itself_and_the_others() {
    let ears = [1, 2, 3].map(ear);
    ears[0].insert(Witness(1));
    when_notified(ears[0], move |me| {
        assert!(me.despawn() && !me.is_alive());
        assert_eq!(me.send(Say(2)), 0);
        World::clear();
    });
    assert_eq!(send_all(Say(1)), 1);
    assert_eq!(take_log(), ["1 hears 1", "1 heard 1"]);
    assert_eq!(Ear::count() + Witness::count(), 0);
}

#[test]
fn an_event_waits_for_init() {
    #[derive(Component, Default)]
    #[component(on(Say))]
    struct Ready(bool);
    impl Ready {
        fn init(&mut self) {
            self.0 = true;
            send_all(Say(1));
        }
        fn on_say(&mut self, _: &Say, me: Entity) {
            assert!(self.0, "`init` comes first");
            log(format!("{me:?}"));
        }
    }
    let both = Entity::spawn_many(2, |_, _| Ready::default());
    let notified = take_log();
    let of = |entity: Entity| notified.iter().filter(|line| **line == format!("{entity:?}")).count();
    assert_eq!((of(both[0]), of(both[1])), (2, 2), "each has heard both");
}

#[test]
fn a_sync_point_before_an_init_to_come_notifies_nobody_and_forgets_nobody() {
    #[derive(Component)]
    #[component(on(Say))]
    struct Listener;
    impl Listener {
        fn init(&mut self) {
            log("init");
        }
        fn on_say(&mut self, _: &Say) {
            log("heard");
        }
    }
    let old = Entity::spawn().with(Listener);
    Entity::spawn_many(1, |_, _| {
        assert_eq!(old.send(Say(1)), 1);
        World::flush();
        Listener
    });
    assert_eq!(take_log(), ["init", "init", "heard"]);
}

#[test]
fn a_chain_that_is_too_deep_for_the_stack_goes_on_at_the_sync_point() {
    #[derive(Component)]
    #[component(on(Pass))]
    struct Link {
        next: Entity,
        heard: bool,
    }
    struct Pass;
    impl Link {
        fn on_pass(&mut self, _: &Pass) {
            self.heard = true;
            assert_eq!(self.next.send(Pass), usize::from(self.next.is_alive()));
        }
    }
    let length = if cfg!(miri) { 300 } else { 100_000 };
    let first = (0..length).fold(Entity::NONE, |next, _| Entity::spawn().with(Link { next, heard: false }));
    first.send(Pass);
    assert!(Link::view().iter().all(|link| link.heard), "notified when the call returns");
    // The limit is that of `init`.
    World::set_init_limit(2).expect("there is a world");
    let ears = [1, 2, 3].map(ear);
    when_notified(ears[0], move |_| {
        assert_eq!(ears[1].send(Say(2)), 1);
    });
    when_notified(ears[1], move |_| {
        assert_eq!(ears[2].send(Say(3)), 1);
        // Adding is not limited by it.
        ear(4).with(Witness(4)).despawn();
    });
    ears[0].send(Say(1));
    let waited = ["1 hears 1", "2 hears 2", "2 heard 2", "1 heard 1", "3 hears 3", "3 heard 3"];
    assert_eq!(take_log(), waited);
    // One that notifies all of a type is as deep as one that notifies one.
    World::set_init_limit(1).expect("there is a world");
    let witness = Entity::spawn().with(Witness(5));
    when_notified(ears[0], move |_| {
        assert_eq!(witness.send(Say(6)), 1);
        log("sent");
    });
    assert_eq!(Ear::send_all(Say(5)), 3);
    let notified = take_log();
    let place = |line: &str| notified.iter().position(|notified| notified == line).expect("it was logged");
    assert!(place("sent") < place("witness 5 of 6") && place("3 heard 5") < place("witness 5 of 6"));
}

#[test]
fn to_and_fro_does_not_nest() {
    struct Ping(u32);
    #[derive(Component)]
    #[component(on(Ping))]
    struct Player {
        other: Entity,
    }
    impl Player {
        fn on_ping(&mut self, ping: &Ping) {
            if ping.0 > 0 {
                self.other.send(Ping(ping.0 - 1));
            }
            log(ping.0.to_string());
        }
    }
    let (a, b) = (Entity::spawn(), Entity::spawn());
    a.insert(Player { other: b });
    b.insert(Player { other: a });
    a.send(Ping(4));
    assert_eq!(take_log(), ["3", "4", "1", "2", "0"], "the first is borrowed until it returns");
}

#[test]
fn a_sort_and_a_query_find_all_notified() {
    let ears = [2, 1].map(ear);
    let guard = ears[0].borrow::<Ear>();
    ears[0].send(Say(1));
    drop(guard);
    Ear::sort_by_key(|ear| ear.name);
    assert_eq!(heard(), [(2, 1)]);
    let guard = ears[0].borrow::<Ear>();
    ears[0].send(Say(2));
    drop(guard);
    assert_eq!(ecs_core::query::<&Ear>().count(), 2);
    assert_eq!(heard(), [(2, 2)]);
}

#[test]
fn s7_one_that_is_borrowed_is_notified_of_a_switch_though_its_store_has_changed_meanwhile() {
    thread_local! {
        static OTHER: Cell<Entity> = const { Cell::new(Entity::NONE) };
        static KEPT: RefCell<Vec<Ref<Second>>> = const { RefCell::new(Vec::new()) };
    }
    #[derive(Component, Default)]
    struct First;
    impl First {
        fn on_disable(&mut self, me: Entity) {
            let guards = [me, OTHER.get()].map(|entity| entity.borrow::<Second>());
            KEPT.with_borrow_mut(|kept| kept.extend(guards));
            assert_eq!(OTHER.get().send(Say(1)), 1);
        }
    }
    #[derive(Component, Default)]
    #[component(on(Say))]
    struct Second;
    impl Second {
        fn on_disable(&mut self) {
            log("disabled");
        }
        fn on_say(&mut self, _: &Say) {
            log("heard");
        }
    }
    let entity = Entity::spawn().with(First).with(Second);
    OTHER.set(Entity::spawn().with(Second));
    entity.set_enabled(false);
    assert!(take_log().is_empty());
    KEPT.take();
    World::flush();
    assert_eq!(take_log(), ["disabled", "heard"]);
}
