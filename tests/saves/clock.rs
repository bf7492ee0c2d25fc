//! Law V3: the clock comes back, and timers that wait have as long to wait as before.

use ecs_core::{Component, Entity, World, time, update_all};
use serde::{Deserialize, Serialize};

use crate::Hull;
use crate::formats::{ALL, Format};
use crate::support::{assert_says, log, message_of, take_log};

#[test]
fn v3_the_clock_comes_back() {
    for format in ALL {
        let (bytes, before) = World::new().enter(|| {
            World::set_fixed_step(0.05);
            World::set_time_scale(2.0);
            World::set_most_fixed_steps(3);
            update_all(0.26);
            update_all(0.011);
            update_all(0.5);
            // A frame without fixed steps: how many the last one had is not in the save.
            update_all(0.0);
            (format.write::<Hull>().0, time())
        });
        assert!(before.elapsed() > 0.5 && before.skipped_steps() > 0);
        World::new().enter(|| {
            World::set_time_scale(2.0);
            update_all(1.0);
            format.read::<Hull>(&bytes);
            assert_eq!(format!("{:?}", time()), format!("{before:?}"), "{format:?}");
            update_all(1.0);
            assert_eq!(time().fixed_steps(), before.fixed_steps() + 3, "settings too");
        });
    }
}

/// Would catch: a game that was saved in its pause menu and stands still once it is loaded.
#[test]
fn v3_a_pause_and_the_time_scale_are_those_of_the_program() {
    for format in ALL {
        let saved = |paused, scale| {
            World::new().enter(|| {
                update_all(0.5);
                World::set_paused(paused);
                World::set_time_scale(scale);
                format.write::<Hull>().0
            })
        };
        for (paused, scale) in [(false, 1.0), (true, 1.0), (false, 0.25), (true, 0.25)] {
            World::new().enter(|| {
                World::set_paused(paused);
                World::set_time_scale(scale);
                for bytes in [saved(!paused, 3.0), saved(paused, scale)] {
                    format.read::<Hull>(&bytes);
                    assert_eq!((time().is_paused(), time().scale()), (paused, scale), "{format:?}");
                    assert_eq!(time().elapsed(), 0.5, "the time goes on");
                }
            });
        }
    }
}

#[test]
fn v3_a_world_and_the_one_that_was_saved_go_on_alike() {
    #[derive(Component, Serialize, Deserialize, Default, Debug)]
    struct Counter(u32, f64);
    impl Counter {
        fn fixed_update(&mut self, dt: f32) {
            self.0 += 1;
            self.1 += f64::from(dt);
        }
        fn update(&mut self, dt: f32) {
            self.1 = (self.1 + f64::from(dt)).sin();
        }
    }
    for format in ALL {
        let first = World::new();
        let bytes = first.enter(|| {
            Entity::spawn().add::<Counter>();
            (0..17).for_each(|frame| update_all(0.013 + frame as f32 * 0.001));
            format.write::<Counter>().0
        });
        let second = World::new();
        second.enter(|| format.read::<Counter>(&bytes));
        let [first, second] = [first, second].map(|world| {
            world.enter(|| {
                (0..40).for_each(|frame| update_all(0.007 * (frame % 5) as f32));
                (crate::formats::picture(), format!("{:?}", time()))
            })
        });
        assert_eq!(first, second, "{format:?}");
    }
}

fn saved_at(seconds: f32) -> Vec<u8> {
    World::new().enter(|| {
        World::set_longest_dt(3600.0);
        update_all(seconds);
        Format::Postcard.write::<Hull>().0
    })
}

#[test]
fn v3_timers_that_wait_have_as_long_to_wait_as_before() {
    for (before, saved) in [(0.0, 100.0), (100.0, 0.0), (50.0, 50.0), (1000.0, 3.0)] {
        World::new().enter(|| {
            let bytes = saved_at(saved);
            update_all(before);
            let hull = Entity::spawn().insert(Hull(0));
            let asleep = Entity::spawn().insert(Hull(1));
            let once = hull.after(2.0, |_: &mut Hull| log("once"));
            hull.every(0.75, |_: &mut Hull| log("period"));
            asleep.after(1.1, |_: &mut Hull| log("asleep"));
            let ends = Entity::spawn();
            ends.despawn_after(1.75);
            update_all(0.5);
            asleep.set_enabled(false);
            take_log();
            Format::Postcard.read::<Hull>(&bytes);
            assert!((time().elapsed() - f64::from(saved)).abs() < 1e-6);
            assert!((once.remaining().expect("it waits") - 1.5).abs() < 1e-3, "{:?}", once.remaining());
            update_all(0.5);
            assert_eq!(take_log(), ["period"], "{before} {saved}");
            asleep.set_enabled(true);
            update_all(0.25);
            assert_eq!(take_log(), [""; 0]);
            update_all(0.3);
            assert_eq!(take_log(), ["period"]);
            assert!(ends.is_alive());
            update_all(0.25);
            assert_eq!((take_log(), ends.is_alive()), (vec!["asleep".to_owned()], false));
            update_all(0.5);
            assert_eq!(take_log(), ["once", "period"], "{before} {saved}");
        });
        take_log();
    }
}

#[test]
fn v3_a_save_that_is_read_in_a_frame_goes_on_from_its_time() {
    #[derive(Component)]
    struct Loads(Vec<u8>);
    impl Loads {
        fn update(&mut self, dt: f32) {
            log(format!("update {dt}"));
            if !self.0.is_empty() {
                Format::Postcard.read::<Hull>(&std::mem::take(&mut self.0));
            }
        }
        fn late_update(&mut self, dt: f32) {
            log(format!("late {dt}"));
        }
    }
    let bytes = saved_at(100.0);
    Entity::spawn().insert(Loads(bytes));
    update_all(0.5);
    assert_eq!(take_log(), ["update 0.5", "late 0.5"], "the frame keeps its time step");
    assert!((time().elapsed() - 100.0).abs() < 1e-6);
    update_all(0.25);
    assert_eq!(take_log(), ["update 0.25", "late 0.25"]);
    assert!((time().elapsed() - 100.25).abs() < 1e-6, "{:?}", time());
}

#[test]
fn v3_a_timer_that_loads_an_earlier_save_does_not_have_its_turn_for_ever() {
    let bytes = saved_at(0.0);
    update_all(30.0);
    let hull = Entity::spawn().insert(Hull(0));
    hull.every(1.0, move |_: &mut Hull| {
        log("turn");
        assert!(take_log().len() < 100, "no end");
        Format::Postcard.read::<Hull>(&bytes);
        log("done");
    });
    update_all(1.0);
    assert!(take_log().len() <= 2);
    update_all(0.5);
    assert_eq!(take_log(), [""; 0]);
    update_all(0.6);
    assert!(!take_log().is_empty(), "it goes on");
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "nobody notes it")]
fn v3_how_many_frames_ago_something_died_stays_so_where_frames_are_counted_anew() {
    Entity::spawn().despawn();
    (0..3).for_each(|_| update_all(0.1));
    let early = Format::Postcard.write::<Hull>().0;
    (0..4).for_each(|_| update_all(0.1));
    let late = Format::Postcard.write::<Hull>().0;
    let dead = Entity::spawn().insert(Hull(1));
    dead.entity().despawn();
    update_all(0.1);
    for (save, says) in [(&early, "one frame ago"), (&late, "2 frames ago"), (&early, "3 frames ago")] {
        Format::Postcard.reload::<Hull>(save);
        assert_says(&dead.try_borrow().expect_err("it is dead").to_string(), &["`despawn`", says]);
        update_all(0.1);
    }
}

#[test]
fn k1_what_is_overdue_when_an_earlier_save_is_read_catches_up() {
    let early = saved_at(0.0);
    let hull = Entity::spawn().insert(Hull(0));
    hull.after(0.5, |_| panic!("stops the frame"));
    hull.every(1.0, |hull| hull.0 += 1);
    hull.after(2.0, |_| log("once"));
    assert_eq!(message_of(|| update_all(100.0)), "stops the frame");
    Format::Postcard.read::<Hull>(&early);
    update_all(0.5);
    assert_eq!((hull.borrow().0, take_log()), (100, vec!["once".to_owned()]));
    update_all(0.5);
    assert_eq!(hull.borrow().0, 101);
}

#[test]
fn k1_a_timer_whose_period_is_lost_in_rounding_is_ended_and_counted() {
    #[derive(Component)]
    struct Stops;
    impl Stops {
        fn fixed_update(&self) {
            panic!("stops the frame before timers have their turns");
        }
    }
    let early = saved_at(0.0);
    let stops = Entity::spawn().insert(Stops);
    let timer = Entity::spawn().insert(Hull(0)).every(0.0001, |hull| hull.0 += 1);
    // Late by a hundred thousand years.
    for _ in 0..40 {
        World::set_longest_dt(1e5);
        World::set_time_scale(1e6);
        message_of(|| update_all(1e5));
        Format::Postcard.read::<Hull>(&early);
    }
    stops.kill();
    update_all(0.5);
    let soft = World::stats().soft;
    assert_eq!((timer.is_pending(), soft.count), (false, 1));
    assert!(soft.last[0].stuck);
    assert_says(&soft.to_string(), &["`every` of Hull of", "was ended", "lost in rounding", "clock.rs"]);
}
