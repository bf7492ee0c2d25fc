//! Laws D5 and G2: `World::frame` measures the time where there is a clock, and `World::set_timings` what a
//! frame takes; both say so where there is none.

use ecs_core::{Component, Entity, UpdateError, World, time, update_all};

#[derive(Component, Default)]
struct Frames(u32);

impl Frames {
    fn update(&mut self) {
        self.0 += 1;
    }
}

#[test]
fn d5_without_a_clock_a_measured_frame_is_an_error_and_nothing_runs() {
    World::new().enter(|| {
        let frames = Entity::spawn().add::<Frames>();
        let measured = World::try_frame();
        if cfg!(all(target_family = "wasm", target_os = "unknown")) {
            assert_eq!(measured, Err(UpdateError::NoClock));
            assert_eq!((frames.borrow().0, time().frame()), (0, 0));
            update_all(0.5);
        } else {
            assert_eq!(measured, Ok(()));
        }
        assert_eq!((frames.borrow().0, time().frame()), (1, 1));
    });
}

#[test]
fn d5_the_error_says_what_to_call_where_there_is_no_clock() {
    let said = UpdateError::NoClock.to_string();
    assert!(said.contains("has no clock") && said.contains("call `update_all(dt)`"), "{said}");
}

#[test]
fn g2_without_a_clock_frames_are_not_timed() {
    World::new().enter(|| {
        let has_clock = !cfg!(all(target_family = "wasm", target_os = "unknown"));
        assert_eq!(World::set_timings(true), has_clock);
        update_all(0.5);
        assert_eq!(World::stats().timed_frames, u64::from(has_clock));
        assert!(!World::set_timings(false));
    });
}
