//! K1: when timers have their turns.

use ecs_core::{Component, Entity, Handle, Phase, Schedule, World, time, update_all};

use crate::support::{caught, log, on_thread, take_log};
use crate::{Probe, pending, probe, says};

#[test]
fn k1_what_is_due_has_its_turn_after_fixed_update_and_before_update() {
    #[derive(Component, Default)]
    struct Phases;
    impl Phases {
        fn fixed_update(&mut self) {
            log("fixed");
        }
        fn update(&mut self) {
            log("update");
        }
        fn late_update(&mut self) {
            log("late");
        }
    }
    World::set_schedule(Phase::FixedUpdate, Schedule::new().add(|| log("schedule")));
    World::set_fixed_step(0.5);
    let phases = Entity::spawn().add::<Phases>();
    phases.after(0.5, |_| log("due"));
    phases.entity().despawn_after(0.0);
    update_all(0.5);
    assert_eq!(take_log(), ["fixed", "schedule", "due", "update", "late"]);
    assert!(!phases.is_alive(), "it ended with the frame");
}

#[test]
fn k1_turns_come_in_the_order_of_time_entity_and_call() {
    let (first, second) = (probe(), probe());
    second.after(0.5, says("second, early"));
    second.after(1.0, says("second"));
    first.after(1.0, says("first"));
    first.after(1.0, says("first, called later"));
    first.after(1.5, says("last"));
    first.entity().after(1.0, |_| log("first's entity, called last"));
    update_all(2.0);
    assert_eq!(
        take_log(),
        ["second, early", "first", "first, called later", "first's entity, called last", "second", "last"]
    );
    assert_eq!(pending(), (0, 0));
}

#[test]
fn k1_a_period_shorter_than_the_frame_has_its_turns_among_the_others() {
    let probe = probe();
    let every = probe.every(0.2, says("."));
    probe.after(0.5, says("half"));
    update_all(1.0);
    assert_eq!(take_log(), [".", ".", "half", ".", ".", "."]);
    assert!(every.is_pending() && every.cancel() && !every.is_pending());
    update_all(1.0);
    assert!(take_log().is_empty());
}

#[test]
fn k1_periods_do_not_drift() {
    let probe = probe();
    probe.every(0.1, Probe::fire);
    let seconds = if cfg!(miri) { 2 } else { 600 };
    for _ in 0..60 * seconds {
        update_all(1.0 / 60.0);
    }
    assert_eq!(probe.borrow().turns, 10 * seconds, "of {} s", time().elapsed());
}

#[test]
fn k1_scale_and_pause_hold() {
    let probe = probe();
    let timer = probe.after(1.0, Probe::fire);
    World::set_paused(true);
    update_all(5.0);
    World::set_paused(false);
    World::set_time_scale(0.5);
    update_all(1.0);
    assert_eq!((timer.remaining(), probe.borrow().turns), (Some(0.5), 0));
    World::set_time_scale(2.0);
    update_all(0.25);
    assert_eq!((timer.remaining(), probe.borrow().turns), (None, 1));
}

#[test]
fn k1_what_a_turn_makes_with_0_is_due_in_the_next_frame() {
    fn again(probe: &mut Probe) {
        probe.turns += 1;
        probe.after(0.0, again);
        probe.after(0.00005, |_| log("nearly"));
    }
    let probe = probe();
    probe.after(0.0, again);
    for frame in 1..4 {
        update_all(1.0);
        assert_eq!((probe.borrow().turns, take_log().len()), (frame, usize::from(frame != 1)));
    }
    World::set_paused(true);
    update_all(1.0);
    assert_eq!(probe.borrow().turns, 4, "no time need go by");
}

#[test]
fn k1_what_a_turn_makes_for_later_may_not_be_due_in_the_same_frame() {
    // Its time counts from the frame's, which is the end of all that this frame covers.
    let probe = probe();
    probe.after(0.25, |probe| {
        probe.after(0.25, Probe::fire);
    });
    update_all(1.0);
    assert_eq!(probe.borrow().turns, 0);
    update_all(0.25);
    assert_eq!(probe.borrow().turns, 1);
}

#[test]
fn k1_despawn_after_0_is_at_the_end_of_the_frame_whatever_stands_still() {
    #[derive(Component, Default)]
    struct Ends(u32);
    impl Ends {
        fn update(&mut self, me: Entity) {
            self.0 += 1;
            if self.0 == 1 {
                me.despawn_after(0.0);
            }
        }
        fn late_update(&mut self) {
            log("late");
        }
        fn shutdown(&mut self) {
            log("end");
        }
    }
    World::set_paused(true);
    World::set_time_scale(0.0);
    Entity::spawn().add::<Ends>();
    update_all(1.0);
    assert_eq!(take_log(), ["late", "end"]);
    let disabled = Entity::spawn();
    disabled.set_enabled(false);
    let timer = disabled.despawn_after(0.0);
    assert_eq!((timer.is_pending(), timer.remaining(), pending()), (true, Some(0.0), (1, 0)));
    update_all(1.0);
    assert!(!disabled.is_alive());
    let spared = Entity::spawn();
    assert!(spared.despawn_after(0.0).cancel());
    update_all(1.0);
    assert!(spared.is_alive());
}

#[test]
fn k1_what_the_end_of_a_frame_lets_end_with_the_frame_ends_with_the_next() {
    #[derive(Component)]
    struct Chain(Option<Entity>);
    impl Chain {
        fn shutdown(&mut self) {
            self.0.map(|next| next.despawn_after(0.0));
        }
    }
    let last = Entity::spawn().with(Chain(None));
    let first = Entity::spawn().with(Chain(Some(last)));
    first.despawn_after(0.0);
    update_all(0.0);
    assert!(!first.is_alive() && last.is_alive());
    update_all(0.0);
    assert!(!last.is_alive());
}

#[test]
fn k1_what_ends_with_the_frame_survives_a_frame_that_stops() {
    #[derive(Component, Default)]
    struct Bad(bool);
    impl Bad {
        fn shutdown(&mut self) {
            assert!(self.0, "the first of them");
        }
    }
    let [bad, good] = [false, true].map(|good| Entity::spawn().with(Bad(good)));
    bad.despawn_after(0.0);
    good.despawn_after(0.0);
    let says = caught(|| update_all(0.0));
    assert!(says.text.contains("the first of them"));
    assert!(!bad.is_alive() && good.is_alive());
    update_all(0.0);
    assert!(!good.is_alive());
}

#[test]
fn k1_times_that_are_none_are_refused_at_the_line_of_the_call() {
    let (probe, entity) = (probe(), Entity::spawn());
    for seconds in [f32::NAN, f32::INFINITY, -0.5, 1.1e9, f32::MAX] {
        let of_component = caught(|| probe.after(seconds, Probe::fire));
        let of_entity = [caught(|| entity.despawn_after(seconds)), caught(|| entity.after(seconds, |_| ()))];
        for panic in of_entity.into_iter().chain([of_component]) {
            let refused = format!("cannot wait for {seconds} seconds: the time must be from 0 to 1000000000");
            assert_eq!(panic.text, refused);
        }
    }
    for seconds in [f32::NAN, f32::INFINITY, -0.5, 0.0, 0.00005, 1.1e9, f32::MAX] {
        for panic in [caught(|| probe.every(seconds, Probe::fire)), caught(|| entity.every(seconds, |_| ()))]
        {
            let refused = format!("every {seconds} seconds: the period must be from 0.0001 to 1000000000");
            assert!(panic.text.ends_with(&refused), "{}", panic.text);
        }
    }
    let panics = [
        (line!(), caught(|| probe.after(-1.0, Probe::fire))),
        (line!(), caught(|| probe.every(0.0, Probe::fire))),
        (line!(), caught(|| probe.borrow().after(-1.0, Probe::fire))),
        (line!(), caught(|| entity.despawn_after(f32::NAN))),
        (line!(), caught(|| ecs_core::wait(f32::NAN))),
    ];
    for (line, panic) in panics {
        assert!(panic.text.starts_with("cannot ") && panic.text.contains(" seconds: "), "{}", panic.text);
        assert!(panic.text.ends_with(" to 1000000000"), "the bound is named: {}", panic.text);
        assert_eq!((panic.file.ends_with("times.rs"), panic.line), (true, line), "{}", panic.text);
    }
    assert_eq!(pending(), (0, 0));
}

#[test]
fn k1_the_dead_have_no_timers_and_that_is_counted() {
    let probe = probe();
    let entity = probe.entity();
    probe.kill();
    assert!(!probe.after(1.0, Probe::fire).is_pending());
    assert!(!probe.every(1.0, Probe::fire).is_pending());
    entity.despawn();
    assert_eq!(entity.despawn_after(1.0), ecs_core::Timer::NONE);
    assert!(!Handle::<Probe>::NULL.task(async |_| unreachable!()).is_pending());
    let soft = World::stats().soft;
    let calls: Vec<_> = soft.last.iter().map(|failure| failure.call).collect();
    assert_eq!(calls, ["Handle::after", "Handle::every", "Entity::despawn_after", "Handle::task"]);
    assert_eq!(pending(), (0, 0));
}

#[test]
fn k1_without_a_world_there_is_no_timer_and_no_panic() {
    on_thread(|| {
        let none = ecs_core::Timer::default();
        assert_eq!(Entity::NONE.despawn_after(1.0), none);
        assert!(!Handle::<Probe>::NULL.after(1.0, Probe::fire).is_pending());
        assert!(!none.cancel() && none.remaining().is_none());
        assert_eq!((Entity::NONE.cancel_timers(), Handle::<Probe>::NULL.cancel_timers()), (0, 0));
    });
}

#[test]
fn k1_many_that_are_due_at_once_come_in_the_same_order_as_few() {
    let count = if cfg!(miri) { 60 } else { 300 };
    let probes: Vec<_> = (0..count).map(|_| probe()).collect();
    let mut expected = Vec::new();
    for place in 0..count {
        let place = place * 7 % count;
        let seconds = 1.0 + (place % 3) as f32;
        probes[place].after(seconds, move |_| log(format!("{place}")));
        probes[place].after(100.0, |_| unreachable!());
        expected.push(((place % 3), place));
    }
    expected.sort_unstable();
    probes[7].after(1.5, |probe| {
        probe.after(0.0, |_| log("next frame"));
        log("between");
    });
    update_all(3.0);
    let mut expected: Vec<_> = expected.into_iter().map(|(_, place)| place.to_string()).collect();
    expected.insert(count / 3, "between".to_owned());
    assert_eq!(take_log(), expected);
    update_all(0.0);
    assert_eq!((take_log(), pending()), (vec!["next frame".to_owned()], (count, 0)));
}
