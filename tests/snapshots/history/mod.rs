//! Law Z1: the newest frames of a world are kept, it stands still and shows one of them, and goes on from
//! there.

mod aside;
mod costs;
mod faults;
mod random;
mod replay;
mod values;

use ecs_core::{Component, Entity, Handle, History, Singleton, World, time, update_all};

use crate::support::{log, take_log};

#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct Ball {
    height: f32,
}

impl Ball {
    fn update(&mut self, dt: f32) {
        self.height -= dt;
        log(format!("frame {}", time().frame()));
    }
}

#[derive(Singleton, Clone, Copy, Default)]
struct Keys {
    jumps: bool,
}

fn ball(height: f32) -> Handle<Ball> {
    Entity::spawn().insert(Ball { height })
}

fn frames(count: usize) {
    (0..count).for_each(|_| update_all(1.0));
}

fn history() -> History {
    World::history()
}

/// Shows a kept frame.
fn show(frame: u64) {
    history().show(frame).unwrap();
    frames(1);
    assert_eq!((time().frame(), history().trouble()), (frame, None));
}

#[test]
fn z1_a_frame_is_kept_with_all_that_changes_until_the_next_begins() {
    World::set_history(1 << 20);
    let ball = ball(10.0);
    Keys::set(Keys { jumps: false });
    frames(2);
    ball.borrow_mut().height += 100.0;
    Keys::borrow_mut().jumps = true;
    let late = Entity::spawn();
    frames(2);
    assert_eq!(history().frames(), [0, 1, 2, 3]);

    show(1);
    assert_eq!((ball.borrow().height, Keys::borrow().jumps, late.is_alive()), (9.0, false, false));
    show(2);
    assert_eq!((ball.borrow().height, Keys::borrow().jumps, late.is_alive()), (108.0, true, true));
    show(0);
    assert_eq!(ball.borrow().height, 10.0);
}

#[test]
fn z1_a_held_world_runs_what_was_sent_and_nothing_else() {
    World::set_history(1 << 20);
    let ball = ball(10.0);
    ball.after(1.5, |_| log("timer"));
    frames(1);
    take_log();
    history().hold();
    assert!(!history().is_held(), "from the next frame on");
    assert!(World::remote().send(|| log("sent")).is_ok());
    frames(3);
    assert!(history().is_held());
    assert_eq!((take_log(), time().frame(), ball.borrow().height), (vec!["sent".to_string()], 1, 9.0));

    history().go_on();
    frames(2);
    assert!(!history().is_held());
    assert_eq!(take_log(), ["timer", "frame 2", "frame 3"]);
    assert_eq!(history().frames(), [0, 1, 2]);
}

#[test]
fn z1_steps_go_through_kept_frames_and_run_one_behind_the_last() {
    World::set_history(1 << 20);
    let ball = ball(10.0);
    frames(4);
    history().hold();
    frames(1);
    let mut seen = Vec::new();
    let mut step = |step: &dyn Fn(&History)| {
        take_log();
        step(&history());
        frames(2);
        seen.push((time().frame(), ball.borrow().height, take_log().len()));
    };
    step(&History::step_back);
    step(&History::step_back);
    step(&History::step);
    step(&History::step);
    step(&History::step); // none is later
    for _ in 0..7 {
        step(&History::step_back);
    }
    step(&History::run_frame);
    let back = [(4, 6.0), (3, 7.0), (2, 8.0), (1, 9.0), (0, 10.0), (0, 10.0), (0, 10.0)];
    let expected = [(3, 7.0, 0), (2, 8.0, 0), (3, 7.0, 0), (4, 6.0, 0), (5, 5.0, 1)].into_iter();
    let expected = expected.chain(back.map(|(frame, height)| (frame, height, 0))).chain([(1, 9.0, 1)]);
    assert_eq!(seen, expected.collect::<Vec<_>>());
    assert_eq!(history().frames(), [0, 1], "later frames belong to another time");
}

#[test]
fn z1_what_is_changed_in_the_past_holds_from_there_on() {
    World::set_history(1 << 20);
    let ball = ball(10.0);
    frames(5);
    show(2);
    ball.borrow_mut().height = 1000.0;
    let other = Entity::spawn().insert(Ball { height: 1.0 });
    show(3);
    assert_eq!(ball.borrow().height, 7.0, "not gone on: the frames are as they were");
    assert!(!other.entity().is_alive());

    show(2);
    ball.borrow_mut().height = 1000.0;
    history().go_on();
    frames(2);
    assert_eq!((ball.borrow().height, history().frames()), (998.0, vec![0, 1, 2, 3]));
    show(2);
    assert_eq!(ball.borrow().height, 1000.0, "the change is a part of the frame");
    show(1);
    assert_eq!(ball.borrow().height, 9.0);
}

#[test]
fn z1_any_hook_may_ask_and_the_last_wish_counts() {
    #[derive(Component, Clone, Copy)]
    struct Trap;
    impl Trap {
        fn late_update(&mut self) {
            match time().frame() {
                3 => World::history().show(1).unwrap(),
                4 => {
                    World::history().go_on();
                    World::history().hold();
                }
                _ => {}
            }
        }
    }

    World::set_history(1 << 20);
    let ball = ball(10.0);
    Entity::spawn().insert(Trap);
    frames(4);
    assert_eq!((time().frame(), ball.borrow().height, history().is_held()), (1, 9.0, true));
    history().go_on();
    frames(2);
    assert!(!history().is_held());
    history().show(2).unwrap();
    history().go_on();
    frames(1);
    assert_eq!((time().frame(), history().is_held()), (4, false));
    frames(2);
    assert_eq!((time().frame(), history().is_held()), (4, true));
}

#[test]
fn z1_a_history_ends_with_its_world_and_when_it_is_switched_off() {
    frames(1);
    history().hold();
    assert_eq!((history().frames(), history().bytes(), history().costs()), (vec![], 0, vec![]));
    World::new().enter(|| {
        World::set_history(1 << 20);
        ball(10.0);
        frames(3);
        assert_eq!(history().frames(), [0, 1, 2]);
        history().show(1).unwrap();
        World::set_history(0);
        frames(2);
        assert_eq!((history().frames(), history().bytes()), (vec![], 0));
        // There is nothing to go to, and the world is held all the same.
        assert_eq!((time().frame(), history().is_held()), (3, true));
        history().go_on();
        frames(1);
        assert_eq!((time().frame(), history().frames()), (4, vec![]));
    });
    assert!(history().show(1).unwrap_err().to_string().starts_with("there is no snapshot of frame 1"));
}
