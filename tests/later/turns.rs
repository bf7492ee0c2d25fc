//! K2: what a turn may do, and what waits for the next sync point.

use ecs_core::{
    Archetype, Component, Entity, FailurePolicy, Handle, Pool, Timer, UpdateError, World, try_update_all,
    update_all,
};

use crate::support::{caught, live_tokens, log, take_log};
use crate::{Probe, pending, probe, says};

#[test]
fn k2_what_is_borrowed_has_its_turn_at_the_next_sync_point() {
    let (probe, other) = (probe(), probe());
    let timer = probe.after(1.0, says("borrowed"));
    probe.after(1.0, says("behind it"));
    other.after(1.0, says("other"));
    let guard = probe.borrow();
    update_all(1.0);
    assert_eq!(take_log(), ["other"]);
    assert_eq!((timer.is_pending(), timer.remaining(), pending()), (true, Some(0.0), (2, 0)));
    drop(guard);
    World::flush();
    assert_eq!((take_log().join(", "), pending()), ("borrowed, behind it".to_owned(), (0, 0)));
}

#[test]
fn k2_one_that_waits_can_be_cancelled_and_ends_with_its_component() {
    for end in [|timer: Timer, _| assert!(timer.cancel()), |_, probe: Handle<Probe>| assert!(probe.kill())] {
        let probe = probe();
        let timer = probe.after(1.0, |_| unreachable!());
        let guard = probe.borrow();
        update_all(1.0);
        end(timer, probe);
        drop(guard);
        World::flush();
        assert_eq!((timer.is_pending(), pending()), (false, (0, 0)));
    }
}

#[test]
fn k2_one_that_waits_and_is_disabled_then_has_its_turn_when_it_is_enabled() {
    let probe = probe();
    let timer = probe.after(1.0, Probe::fire);
    let guard = probe.borrow();
    update_all(1.0);
    probe.set_enabled(false);
    drop(guard);
    update_all(3.0);
    assert!(timer.is_pending() && probe.borrow().turns == 0);
    probe.set_enabled(true);
    update_all(0.0);
    assert!(!timer.is_pending() && probe.borrow().turns == 1);
}

#[test]
fn k2_a_period_that_waits_catches_up() {
    let probe = probe();
    probe.every(1.0, Probe::fire);
    let guard = probe.borrow();
    update_all(1.0);
    update_all(1.0);
    update_all(1.0);
    drop(guard);
    World::flush();
    update_all(0.0);
    assert_eq!(probe.borrow().turns, 3);
}

#[test]
fn k2_timers_and_events_of_a_component_keep_their_order() {
    #[derive(Component, Default)]
    #[component(on(Say))]
    struct Ear;
    struct Say(&'static str);
    impl Ear {
        fn on_say(&mut self, say: &Say) {
            log(say.0);
        }
    }
    let ear = Entity::spawn().add::<Ear>();
    ear.after(1.0, |_| log("timer"));
    let guard = ear.borrow();
    ear.entity().send(Say("sent before"));
    update_all(1.0);
    ear.entity().send(Say("sent after"));
    drop(guard);
    World::flush();
    assert_eq!(take_log(), ["sent before", "timer", "sent after"]);
}

#[test]
fn k2_its_component_is_borrowed_in_its_turn_and_the_message_says_so() {
    let probe = probe();
    probe.after(1.0, |probe| {
        let error = probe.handle().try_borrow().expect_err("it is borrowed");
        log(error.to_string());
    });
    update_all(1.0);
    let said = take_log();
    assert!(said[0].contains("its own hook; inside that hook use `self`"), "{said:?}");
}

/// What a component does in the turn of its timer, and how many turns it has had then after three seconds.
type Act = (&'static str, fn(&mut Probe), u32);

#[test]
fn k2_a_turn_may_end_what_it_belongs_to() {
    let acts: [Act; 6] = [
        ("kills itself", |probe| assert!(probe.kill()), 0),
        ("despawns", |probe| assert!(probe.entity().despawn()), 0),
        ("inserts over itself", |probe| _ = probe.entity().insert(Probe { turns: 10 }), 10),
        ("cancels all", |probe| assert_eq!(probe.handle().cancel_timers(), 2), 1),
        ("disables itself", |probe| assert!(probe.handle().set_enabled(false)), 1),
        ("clears the world", |_| World::clear(), 0),
    ];
    for (name, act, turns) in acts {
        let probe = probe();
        let timer = probe.every(1.0, move |probe: &mut Probe| {
            probe.turns += 1;
            act(probe);
        });
        probe.every(1.0, |_| log("other"));
        for _ in 0..3 {
            update_all(1.0);
        }
        let now = probe.get().map_or(0, |probe| probe.turns);
        assert_eq!((now, timer.is_pending()), (turns, name == "disables itself"), "{name}");
        assert!(take_log().is_empty(), "{name}: the other had a turn");
        World::clear();
        assert_eq!(pending(), (0, 0), "{name}");
    }
}

#[test]
fn k2_a_turn_may_give_its_entity_back_and_take_it_again() {
    thread_local!(static POOL: Pool<Archetype<(Probe,)>> = Pool::new());
    let taken = POOL.with(Pool::take);
    taken.handle::<Probe>().every(1.0, |probe| {
        let me = probe.entity();
        POOL.with(|pool| {
            assert!(pool.give_back(me));
            let next = pool.take();
            next.after(1.0, |_| log("next life"));
        });
    });
    update_all(1.0);
    assert_eq!(pending(), (1, 0));
    update_all(1.0);
    assert_eq!(take_log(), ["next life"]);
}

#[test]
fn k2_a_turn_may_cancel_itself_and_others() {
    let (probe, other) = (probe(), probe());
    let later = other.after(1.0, |_| unreachable!());
    let earlier = other.after(0.5, says("earlier"));
    let slot = std::sync::Arc::new(std::sync::Mutex::new(Timer::NONE));
    let own = slot.clone();
    let timer = probe.every(0.75, move |probe: &mut Probe| {
        probe.turns += 1;
        assert!(later.cancel() && !earlier.cancel());
        let me = *own.lock().unwrap();
        assert!(me.is_pending() && me.cancel() && !me.is_pending() && !me.cancel());
    });
    *slot.lock().unwrap() = timer;
    update_all(3.0);
    assert_eq!((probe.borrow().turns, take_log().len(), pending()), (1, 1, (0, 0)));
}

#[test]
fn k2_an_after_is_over_in_its_own_turn() {
    let probe = probe();
    let slot = std::sync::Arc::new(std::sync::Mutex::new(Timer::NONE));
    let own = slot.clone();
    let timer = probe.after(0.5, move |probe: &mut Probe| {
        let me = *own.lock().unwrap();
        assert!(!me.is_pending() && me.remaining().is_none());
        probe.turns += 1;
    });
    *slot.lock().unwrap() = timer;
    update_all(0.5);
    assert_eq!(probe.borrow().turns, 1);
}

#[test]
fn k2_a_turn_may_visit_spawn_and_reach_all_others() {
    let probes: Vec<_> = (0..5).map(|_| probe()).collect();
    let last = probes[4];
    probes[2].after(1.0, move |_| {
        Probe::for_each(Probe::fire);
        (0..100).for_each(|_| _ = Entity::spawn().add::<Probe>());
        last.borrow_mut().turns += 10;
        assert!(matches!(try_update_all(1.0), Err(UpdateError::InsideHook)));
    });
    update_all(1.0);
    assert_eq!(probes.iter().map(|probe| probe.borrow().turns).collect::<Vec<_>>(), [1, 1, 0, 1, 11]);
    assert_eq!(Probe::count(), 105);
}

#[test]
fn k2_a_sync_point_follows_each_turn() {
    #[derive(Component)]
    struct Holds(#[expect(dead_code, reason = "counted")] crate::support::Token);
    let held = Entity::spawn().with(Holds(crate::support::Token::new()));
    let probe = probe();
    probe.after(0.5, move |_| assert!(held.kill::<Holds>() && live_tokens() == 1));
    probe.after(1.0, |_| assert_eq!(live_tokens(), 0));
    update_all(1.0);
}

#[test]
fn k2_a_panic_stops_the_frame_and_loses_nothing_else() {
    let (probe, other) = (probe(), probe());
    probe.after(0.5, |_| panic!("on purpose"));
    probe.every(0.5, |probe| {
        probe.turns += 1;
        assert!(probe.turns != 1, "the first time");
    });
    other.after(1.0, says("other"));
    assert_eq!(caught(|| update_all(1.0)).text, "on purpose");
    assert_eq!((take_log().len(), pending()), (0, (2, 0)));
    assert!(caught(|| update_all(0.0)).text.contains("the first time"));
    update_all(0.0);
    assert_eq!((take_log(), probe.borrow().turns), (vec!["other".to_owned()], 2));
}

#[test]
fn k2_a_panic_switches_the_component_off_if_the_frame_is_to_go_on() {
    World::set_failure_policy(FailurePolicy::SwitchOff).unwrap();
    let (probe, other) = (probe(), probe());
    let every = probe.every(0.5, |_| panic!("component"));
    probe.entity().every(0.5, |_| panic!("entity"));
    other.after(1.0, says("other"));
    other.task(async |_| panic!("task"));
    update_all(1.0);
    assert_eq!(take_log().len(), 0, "the task was first, and its component is off");
    assert!(!probe.is_enabled() && !other.is_enabled() && every.is_pending());
    let panics = World::stats().failures;
    let named: Vec<_> = panics.last.iter().map(|of| (of.component, of.hook, of.message.as_str())).collect();
    assert_eq!(
        named,
        [("Probe", "task", "task"), ("Probe", "every", "component"), ("Entity", "every", "entity")]
    );
    assert_eq!(pending(), (2, 0));
    other.set_enabled(true);
    update_all(1.0);
    assert_eq!(take_log(), ["other"]);
}

#[test]
fn k2_a_panic_while_a_timer_is_dropped_loses_no_other() {
    let probe = probe();
    #[derive(Clone)]
    struct Bad;
    impl Drop for Bad {
        fn drop(&mut self) {
            panic!("in drop");
        }
    }
    let bad = Bad;
    probe.after(0.5, move |_: &mut Probe| {
        let _own = &bad;
    });
    probe.after(1.0, says("other"));
    assert_eq!(caught(|| update_all(1.0)).text, "in drop");
    update_all(0.0);
    assert_eq!((take_log().len(), pending()), (1, (0, 0)));
}

#[test]
fn k2_what_a_hook_makes_for_its_own_component_works_by_its_address() {
    #[derive(Component, Default)]
    struct Gun {
        reload: Timer,
        shots: u32,
    }
    impl Gun {
        fn init(&mut self) {
            self.reload = self.after(0.5, Self::fire);
        }
        fn fire(&mut self) {
            self.shots += 1;
            self.reload = self.after(0.5, Self::fire);
        }
    }
    let gun = Entity::spawn().add::<Gun>();
    (0..4).for_each(|_| update_all(0.5));
    assert_eq!((gun.borrow().shots, gun.borrow().reload.remaining()), (4, Some(0.5)));
    assert_eq!(gun.borrow().reload.entity(), gun.entity());
}
