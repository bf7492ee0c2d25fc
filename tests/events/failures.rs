//! Panics in hooks that listen and in the `Drop` of events, sends while the thread unwinds, and worlds that
//! end while events wait.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_core::{Component, Entity, SendError, World, send_all};

use crate::support::{CountedDrop, DropCounter, PanicsInDrop, assert_says, message_of, on_thread, take_log};
use crate::{Ear, Say, Witness, ear, heard, when_notified};

/// Runs a closure while the thread unwinds.
fn unwinding(f: impl FnOnce()) {
    struct OnDrop<F: FnOnce()>(Option<F>);
    impl<F: FnOnce()> Drop for OnDrop<F> {
        fn drop(&mut self) {
            if let Some(f) = self.0.take() {
                f();
            }
        }
    }
    let text = message_of(|| {
        let _on_drop = OnDrop(Some(f));
        panic!("on purpose");
    });
    assert_eq!(text, "on purpose");
}

fn panic_when_notified(entity: Entity) {
    when_notified(entity, |_| panic!("on purpose"));
}

#[test]
fn a_panic_ends_the_send_and_leaves_the_world_usable() {
    let ears = [1, 2, 3].map(ear);
    panic_when_notified(ears[1]);
    let guard = ears[0].borrow::<Ear>();
    assert_eq!(message_of(|| Ear::send_all(Say(1))), "on purpose");
    assert_eq!(heard(), [(2, 1)], "the last one would have been next");
    drop(guard);
    World::flush();
    assert_eq!(heard(), [(1, 1)], "the first one waited already");
    // The same where nothing is borrowed, so that all are notified in one pass.
    panic_when_notified(ears[1]);
    assert_eq!(message_of(|| send_all(Say(2))), "on purpose");
    assert_eq!(heard(), [(1, 2), (2, 2)]);
    assert!(ears.iter().all(|ear| ear.try_borrow_mut::<Ear>().is_ok()), "all was released");
    assert_eq!((Ear::send_all(Say(3)), heard().len()), (3, 3));
}

#[test]
fn a_panic_is_not_counted_as_depth() {
    let [first, second] = [1, 2].map(ear);
    World::set_init_limit(1).expect("there is a world");
    for _ in 0..3 {
        panic_when_notified(first);
        message_of(|| first.send(Say(1)));
        panic_when_notified(first);
        message_of(|| send_all(Say(1)));
    }
    take_log();
    assert_eq!((send_all(Say(2)), heard()), (2, vec![(1, 2), (2, 2)]));
    when_notified(first, move |_| {
        second.send(Say(4));
        assert_eq!(heard(), [(1, 3)]);
    });
    first.send(Say(3));
    assert_eq!(heard(), [(2, 4)]);
}

#[test]
fn a_panic_at_the_sync_point_leaves_the_rest_for_the_next_one() {
    let ears = [1, 2, 3].map(ear);
    panic_when_notified(ears[1]);
    let guards = ears.map(|ear| ear.borrow::<Ear>());
    assert_eq!((Ear::send_all(Say(1)), ears[1].send(Say(2))), (3, 1));
    drop(guards);
    assert_eq!(message_of(World::flush), "on purpose");
    assert_eq!(heard(), [(1, 1), (2, 1)]);
    World::flush();
    assert_eq!(heard(), [(3, 1), (2, 2)]);
}

#[test]
fn c4_while_the_thread_unwinds_nobody_is_notified() {
    let [first, second] = [1, 2].map(ear);
    unwinding(|| {
        assert_eq!((first.send(Say(1)), Ear::send_all(Say(2)), send_all(Say(3))), (1, 2, 2));
        World::flush();
        assert_eq!(heard(), []);
    });
    second.send(Say(4));
    assert_eq!(heard(), [(1, 1), (1, 2), (2, 2), (1, 3), (2, 3), (2, 4)]);
}

#[test]
fn c4_what_has_left_holes_before_does_not_confuse_who_waits() {
    let witnesses = [1, 2, 3, 4].map(|n| Entity::spawn().with(Witness(n)));
    assert!(witnesses[0].kill::<Witness>());
    unwinding(|| assert_eq!(Witness::send_all(Say(1)), 3));
    World::flush();
    let mut notified = take_log();
    notified.sort();
    assert_eq!(notified, ["witness 2 of 1", "witness 3 of 1", "witness 4 of 1"]);
}

#[test]
fn an_event_that_panics_in_its_drop_was_delivered_before() {
    #[derive(Component, Default)]
    #[component(on(PanicsInDrop = bear))]
    struct Bears(u32);
    impl Bears {
        fn bear(&mut self, _: &PanicsInDrop) {
            self.0 += 1;
        }
    }
    let [first, second] = [(); 2].map(|()| Entity::spawn().add::<Bears>());
    assert_eq!(message_of(|| send_all(PanicsInDrop("dropped"))), "dropped");
    assert_eq!((first.borrow().0, second.borrow().0), (1, 1));
    let guard = second.borrow();
    assert_eq!(send_all(PanicsInDrop("dropped late")), 2);
    assert_eq!((first.borrow().0, guard.0), (2, 1));
    drop(guard);
    assert_eq!(message_of(World::flush), "dropped late");
    assert_eq!(second.borrow().0, 2);
}

#[test]
fn events_that_wait_when_their_world_ends_are_dropped_once_and_not_delivered() {
    #[derive(Component, Default)]
    #[component(on(Counted = note))]
    struct Notes;
    struct Counted(#[allow(dead_code, reason = "counts its drop")] CountedDrop);
    impl Notes {
        fn note(&self, _: &Counted) {
            crate::support::log("heard");
        }
    }
    let drops = DropCounter::default();
    let counter = drops.clone();
    on_thread(move || {
        let notes = [(); 2].map(|()| Entity::spawn().add::<Notes>());
        let guards = notes.map(|notes| notes.borrow());
        assert_eq!(send_all(Counted(counter.token())), 2);
        assert_eq!(notes[0].entity().send(Counted(counter.token())), 1);
        drop(guards);
        assert_eq!(counter.dropped(), 0);
        crate::support::log("the end");
        assert_eq!(take_log(), ["the end"]);
    });
    assert_eq!((drops.made(), drops.dropped()), (2, 2));
}

#[test]
fn the_panic_of_an_event_that_waits_is_passed_on_when_the_world_is_dropped() {
    #[derive(Component, Default)]
    #[component(on(PanicsInDrop = bear))]
    struct Bears(DropsLate);
    #[derive(Default)]
    struct DropsLate;
    impl Drop for DropsLate {
        fn drop(&mut self) {
            assert_eq!((send_all(Say(1)), Bears::send_all(PanicsInDrop("never made"))), (0, 0));
        }
    }
    impl Bears {
        fn bear(&mut self, _: &PanicsInDrop) {
            let _ = &self.0;
        }
    }
    let world = World::new();
    world.enter(|| {
        let guard = Entity::spawn().add::<Bears>().borrow();
        assert_eq!(send_all(PanicsInDrop("at the end")), 1);
        drop(guard);
    });
    assert_eq!(message_of(|| drop(world)), "at the end");
}

#[test]
fn w3_a_world_with_an_event_that_waits_is_not_sent() {
    let world = World::new();
    let mut kept = None;
    unwinding(|| {
        world.enter(|| Entity::spawn().with(Witness(1)).send(Say(1)));
        kept = Some(world.into_send().map(drop).expect_err("the event may not be `Send`"));
    });
    let (world, error) = kept.expect("it was returned");
    assert_eq!(error, SendError::Waiting { component: "Witness" });
    assert_says(&error.to_string(), &["an event waits for a component of type Witness"]);
    // A flush is part of it, when no panic unwinds.
    assert!(world.into_send().is_ok());
    assert_eq!(take_log(), ["witness 1 of 1"]);
}

#[test]
fn a_forgotten_guard_keeps_its_component_from_being_notified() {
    on_thread(|| {
        let entity = ear(1);
        std::mem::forget(entity.borrow::<Ear>());
        assert_eq!(entity.send(Say(1)), 1);
        World::flush();
        assert_eq!(heard(), []);
        assert!(catch_unwind(AssertUnwindSafe(World::clear)).is_ok());
    });
}
