//! Time: what the clock shows, how it is cut into fixed steps, and which settings it refuses.

mod model;

use std::cell::RefCell;

use ecs_core::{Component, Entity, Phase, Time, UpdateError, World, time, try_update_all, update_all};
use proptest::prelude::*;

use crate::support::{alone, assert_says, log, message_of, take_log};

thread_local! {
    static SEEN: RefCell<Vec<(Phase, f32, Time)>> = const { RefCell::new(Vec::new()) };
}

fn see(phase: Phase, dt: f32, given: Time) {
    assert_eq!(given, time(), "the parameter is what `time()` says");
    SEEN.with_borrow_mut(|seen| seen.push((phase, dt, given)));
}

/// Notes what time it is in each phase.
#[derive(Component, Default)]
struct Witness;

impl Witness {
    fn fixed_update(&mut self, dt: f32, time: Time) {
        see(Phase::FixedUpdate, dt, time);
    }
    fn update(&mut self, dt: f32, time: Time) {
        see(Phase::Update, dt, time);
    }
    fn late_update(&mut self, dt: f32, time: Time) {
        see(Phase::LateUpdate, dt, time);
    }
}

/// Runs a frame; the phases that ran.
fn frame(dt: f32) -> Vec<Phase> {
    SEEN.take();
    update_all(dt);
    SEEN.with_borrow(|seen| seen.iter().map(|&(phase, ..)| phase).collect())
}

fn fixed_steps_of(dt: f32) -> usize {
    frame(dt).iter().filter(|&&phase| phase == Phase::FixedUpdate).count()
}

#[test]
fn d3_fixed_steps_come_first_then_the_update_then_the_late_update() {
    Entity::spawn().add::<Witness>();
    World::set_fixed_step(0.25);
    assert_eq!(frame(0.125), [Phase::Update, Phase::LateUpdate]);
    assert_eq!(frame(0.125), [Phase::FixedUpdate, Phase::Update, Phase::LateUpdate]);
    assert_eq!(frame(0.5), [Phase::FixedUpdate, Phase::FixedUpdate, Phase::Update, Phase::LateUpdate]);
    for (phase, dt, time) in SEEN.take() {
        let expected = if phase == Phase::FixedUpdate { 0.25 } else { 0.5 };
        assert_eq!((dt, time.dt()), (expected, expected), "{phase}");
    }
}

#[test]
fn all_types_are_in_one_phase_before_the_next_begins() {
    #[derive(Component, Default)]
    struct First;
    impl First {
        fn fixed_update(&self) {
            log("fixed 1");
        }
        fn update(&self) {
            log("update 1");
        }
        fn late_update(&self) {
            log("late 1");
        }
    }
    #[derive(Component, Default)]
    struct Second;
    impl Second {
        fn fixed_update(&self) {
            log("fixed 2");
        }
        fn update(&self) {
            log("update 2");
        }
        fn late_update(&self) {
            log("late 2");
        }
    }
    World::set_fixed_step(0.5);
    Entity::spawn().with(First).with(Second);
    update_all(1.0);
    let expected = ["fixed 1", "fixed 2", "fixed 1", "fixed 2", "update 1", "update 2", "late 1", "late 2"];
    assert_eq!(take_log(), expected);
}

#[test]
fn a_step_of_a_sixtieth_runs_once_in_a_frame_of_a_sixtieth() {
    Entity::spawn().add::<Witness>();
    for _ in 0..1000 {
        assert_eq!(fixed_steps_of(1.0 / 60.0), 1);
        assert_eq!((time().remainder(), time().alpha()), (0.0, 0.0));
    }
    assert_eq!((time().fixed_steps(), time().frame()), (1000, 1000));
    assert_eq!(time().elapsed(), time().fixed_elapsed());
}

#[test]
fn a_step_that_no_float_hits_is_not_late() {
    let _ = Entity::spawn();
    World::set_most_fixed_steps(20);
    for (step, dt, frames, steps) in
        [(0.1, 0.25, 8, 20), (1.0 / 3.0, 1.0, 9, 27), (0.7, 0.1, 7, 1), (0.1, 1.0, 60, 600)]
    {
        let before = time().fixed_steps();
        World::set_fixed_step(step);
        (0..frames).for_each(|_| update_all(dt));
        assert_eq!(time().fixed_steps() - before, steps, "{step} in {frames} of {dt}");
        assert!((0.0..1e-4).contains(&time().remainder()));
    }
    // Those that are left out are counted in the same way.
    World::set_most_fixed_steps(1);
    update_all(6.0);
    assert_eq!(time().skipped_steps(), 59);
}

#[test]
fn catching_up_is_bounded_and_what_is_left_out_is_counted() {
    Entity::spawn().add::<Witness>();
    World::set_fixed_step(0.25);
    assert_eq!(fixed_steps_of(10.125), 8, "the limit, if none was set");
    assert_eq!((time().skipped_steps(), time().remainder(), time().alpha()), (32, 0.125, 0.5));
    assert_eq!(fixed_steps_of(0.125), 1, "the debt is forgotten");
    World::set_most_fixed_steps(2);
    assert_eq!(fixed_steps_of(0.5), 2, "just so many are none too many");
    assert_eq!(time().skipped_steps(), 32);
    assert_eq!(fixed_steps_of(0.75), 2);
    assert_eq!((time().skipped_steps(), time().remainder()), (33, 0.0));
    World::set_most_fixed_steps(0);
    assert_eq!(fixed_steps_of(1.0), 0);
    assert_eq!((time().skipped_steps(), time().fixed_steps()), (37, 13));
}

#[test]
fn the_remainder_is_what_no_step_has_covered() {
    World::set_fixed_step(0.25);
    let _ = Entity::spawn();
    for (dt, remainder) in [(0.125, 0.125), (0.0625, 0.1875), (0.125, 0.0625), (0.5, 0.0625)] {
        update_all(dt);
        assert_eq!((time().remainder(), time().alpha()), (remainder, remainder as f32 * 4.0));
    }
    // A step that is set between frames may be shorter than what is left.
    update_all(0.125);
    World::set_fixed_step(0.0625);
    assert_eq!((time().remainder(), time().alpha()), (0.1875, 1.0));
    update_all(0.0);
    assert_eq!((time().remainder(), time().fixed_steps()), (0.0, 6));
}

#[test]
fn scale_and_pause_change_what_hooks_get_and_not_what_was_given() {
    Entity::spawn().add::<Witness>();
    World::set_fixed_step(0.5);
    update_all(1.0);
    World::set_time_scale(0.5);
    assert_eq!(fixed_steps_of(1.0), 1);
    assert_eq!(SEEN.take().last().map(|&(_, dt, time)| (dt, time.real_dt())), Some((0.5, 1.0)));
    World::set_paused(true);
    assert_eq!(frame(1.0), [Phase::Update, Phase::LateUpdate]);
    assert_eq!(SEEN.take().last().map(|&(_, dt, time)| (dt, time.real_dt())), Some((0.0, 1.0)));
    assert!(time().is_paused());
    World::set_paused(false);
    assert_eq!(fixed_steps_of(2.0), 2);
    let now = time();
    assert_eq!((now.scale(), now.is_paused(), now.frame()), (0.5, false, 4));
    assert_eq!((now.elapsed(), now.real_elapsed(), now.fixed_elapsed()), (2.5, 5.0, 2.5));
}

#[test]
fn d5_a_frame_that_leads_beyond_the_last_time_is_refused_and_nothing_runs() {
    Entity::spawn().add::<Witness>();
    World::set_longest_dt(1e6);
    World::set_time_scale(1e6);
    World::set_most_fixed_steps(0);
    update_all(1e5);
    let last = time();
    assert!((9e10..=1e11).contains(&last.elapsed()));
    SEEN.take();
    let error = try_update_all(1e6).expect_err("it would be too old");
    assert!(matches!(error, UpdateError::EndOfTime { dt: 1e6, elapsed } if elapsed > 1e12));
    assert_says(&error.to_string(), &["cannot update by 1000000 seconds", "from 0 to 100000000000"]);
    assert_eq!((time(), SEEN.take().len()), (last, 0));
    // What moves no time runs.
    Witness::update_all(1.0);
    World::set_paused(true);
    update_all(1e6);
    assert_eq!((time().elapsed(), SEEN.take().len()), (last.elapsed(), 3));
}

#[test]
fn settings_made_in_a_hook_hold_from_the_next_frame_and_the_next_step() {
    #[derive(Component, Default)]
    struct Slower;
    impl Slower {
        fn fixed_update(&self, dt: f32) {
            log(format!("fixed {dt}"));
            World::set_fixed_step(dt * 2.0);
            World::set_time_scale(0.5);
        }
        fn update(&self, dt: f32) {
            log(format!("update {dt}"));
        }
    }
    World::set_fixed_step(0.25);
    Entity::spawn().add::<Slower>();
    update_all(1.0);
    assert_eq!(take_log(), ["fixed 0.25", "fixed 0.5", "update 1"]);
    update_all(1.0);
    assert_eq!(take_log(), ["update 0.5"]);
    assert_eq!((time().fixed_step(), time().remainder()), (1.0, 0.75));
}

#[test]
fn a_pass_of_one_type_shows_its_own_step_and_time_does_not_go_on() {
    Entity::spawn().add::<Witness>();
    update_all(0.5);
    let before = time();
    SEEN.take();
    Witness::update_all(0.125);
    let seen = SEEN.take();
    assert_eq!(seen.len(), 1, "only the update");
    assert_eq!((seen[0].0, seen[0].1, seen[0].2.dt()), (Phase::Update, 0.125, 0.125));
    assert_eq!(time(), before);
}

#[test]
fn a_panic_in_a_fixed_step_costs_the_frame_and_is_not_run_again() {
    #[derive(Component, Default)]
    struct Failing(u32);
    impl Failing {
        fn fixed_update(&mut self) {
            self.0 += 1;
            assert!(self.0 != 2, "the second step");
        }
    }
    World::set_fixed_step(0.25);
    let failing = Entity::spawn().add::<Failing>();
    assert!(message_of(|| update_all(1.0)).contains("the second step"));
    assert_eq!((failing.borrow().0, time().fixed_steps(), time().remainder()), (2, 2, 0.5));
    assert_eq!(time().dt(), 1.0, "outside of the step the clock shows the frame's");
    update_all(0.25);
    assert_eq!((failing.borrow().0, time().remainder()), (5, 0.0));
}

#[test]
fn an_update_that_is_refused_leaves_time_as_it_was() {
    let witness = Entity::spawn().add::<Witness>();
    update_all(0.5);
    let before = time();
    assert!(try_update_all(f32::NAN).is_err());
    let guard = witness.borrow();
    assert!(matches!(try_update_all(0.5), Err(UpdateError::Borrowed { .. })));
    drop(guard);
    assert_eq!(time(), before);
}

#[test]
fn d5_bad_settings_are_panics_that_say_what_is_allowed_and_change_nothing() {
    let _ = Entity::spawn();
    let before = time();
    for seconds in [0.0, -0.0, -1.0, 1e-40, 9e-7, 1.1e9, f32::MAX, f32::NAN, f32::INFINITY] {
        let message = message_of(|| World::set_fixed_step(seconds));
        assert_says(
            &message,
            &[&format!("fixed steps of {seconds} seconds"), "must be from 0.000001 to 1000000000"],
        );
    }
    for bad in [-1.0, 1.1e9, f32::MAX, f32::NAN, f32::INFINITY] {
        let messages = [message_of(|| World::set_time_scale(bad)), message_of(|| World::set_longest_dt(bad))];
        assert_says(&messages[0], &["cannot scale time by", "must be from 0 to 1000000"]);
        assert_says(&messages[1], &["cannot limit time steps", "must be from 0 to 1000000000"]);
    }
    for steps in [1_000_001, u32::MAX] {
        let message = message_of(|| World::set_most_fixed_steps(steps));
        assert_says(&message, &["fixed steps in a frame", "must be from 0 to 1000000"]);
    }
    assert_eq!(time(), before);
}

#[test]
fn each_world_has_a_clock_of_its_own_that_settings_make_and_questions_do_not() {
    assert_eq!((time(), try_update_all(1.0)), (Time::default(), Ok(())));
    assert_eq!(time().frame(), 0, "there was no world");
    World::set_time_scale(2.0);
    update_all(1.0);
    let other = World::new();
    other.enter(|| {
        assert_eq!(time(), Time::default());
        update_all(0.25);
        assert_eq!((time().frame(), time().elapsed(), time().scale()), (1, 0.25, 1.0));
    });
    assert_eq!((time().frame(), time().elapsed(), time().scale()), (1, 2.0, 2.0));
}

#[test]
fn a_closing_world_takes_no_settings() {
    struct Asks;
    impl Drop for Asks {
        fn drop(&mut self) {
            World::set_fixed_step(1.0);
            World::set_most_fixed_steps(1);
            World::set_time_scale(2.0);
            World::set_paused(true);
            World::set_longest_dt(1.0);
            assert_eq!(time(), Time::default());
            log("asked");
        }
    }
    #[derive(Component)]
    struct Holder(Asks);
    let world = World::new();
    world.enter(|| Entity::spawn().insert(Holder(Asks)));
    drop(world);
    assert_eq!(take_log(), ["asked"]);
}

// ---- frames that measure themselves ----

#[test]
fn d5_a_measured_frame_runs_by_the_time_since_the_last_one() {
    assert_eq!(World::try_frame(), Ok(()), "without a world nothing runs");
    Entity::spawn().add::<Witness>();
    World::frame();
    assert_eq!((time().frame(), time().dt(), time().real_elapsed()), (1, 0.0, 0.0));
    World::frame();
    let now = time();
    assert!(now.frame() == 2 && now.dt() <= 0.25 && now.real_dt() >= now.dt());
    assert_eq!(now.elapsed(), f64::from(now.dt()));
    // Each world measures its own.
    World::new().enter(|| {
        Entity::spawn().add::<Witness>();
        World::frame();
        assert_eq!(time().real_dt(), 0.0);
    });
}

/// Runs itself again, to read what is written to stderr.
#[test]
#[cfg(not(miri))]
#[cfg_attr(miri, ignore = "starts itself anew")]
fn d5_milliseconds_are_reported_once() {
    const CHILD: &str = "ECS_TEST_MILLISECONDS";
    if std::env::var_os(CHILD).is_some() {
        Entity::spawn().add::<Witness>();
        return (0..10).for_each(|_| update_all(16.7));
    }
    let output = alone(module_path!(), "d5_milliseconds_are_reported_once").env(CHILD, "1").output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    let times = if cfg!(debug_assertions) { 1 } else { 0 };
    assert_eq!(text.matches("is `dt` in milliseconds? It wants seconds").count(), times, "{text}");
}
