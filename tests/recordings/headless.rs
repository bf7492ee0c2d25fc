//! Z4: a game without a window.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use ecs_core::{Component, Headless, Recording, Singleton, World, time, update_all};

use serde::{Serialize, Serializer};

use crate::support::{ignore, message_of};
use crate::{Controls, Key, Keys, Rock, Score, Ship, fly, frame, start};

/// The inputs and the time steps of frames.
type Frames<Input> = Rc<Cell<Vec<(Input, f32)>>>;

/// A game that notes its inputs and time steps.
fn noting<Input: Clone + Default + 'static>() -> (Headless<Input>, Frames<Input>) {
    let noted = Rc::new(Cell::new(Vec::new()));
    let note = Rc::clone(&noted);
    let game = Headless::new(move |input: &Input, dt| {
        let mut all = note.take();
        all.push((input.clone(), dt));
        note.set(all);
    });
    (game, noted)
}

#[test]
fn z4_a_test_plays_a_game() {
    let ship = start();
    let mut game = Headless::new(frame);
    game.tap(Key::Fire);
    let frames = game.until(600, || Score::get().unwrap().hits == 1).unwrap();
    assert_eq!((frames, Rock::count()), (22, 2));
    game.press(Key::Right);
    game.until(600, || ship.borrow().x > 1.0).unwrap();
    game.release(Key::Right);
    game.frames(60);
    assert_eq!(Ship::count(), 1);
    assert!(Controls::borrow().now.is_empty());
}

#[test]
fn z4_each_frame_has_the_input_and_the_time_of_the_test() {
    let (mut game, noted) = noting::<Keys>();
    game.frames(1);
    game.set_dt(0.25);
    game.press(Key::Left);
    game.press(Key::Left);
    game.press(Key::Fire);
    game.frames(2);
    game.release(Key::Left);
    game.release(Key::Right);
    game.tap(Key::Right);
    game.frames(0);
    game.frames(1);
    let keys = |keys: &[Key]| keys.iter().copied().collect::<BTreeSet<_>>();
    let expected = [
        (keys(&[]), 1.0 / 60.0),
        (keys(&[Key::Left, Key::Fire]), 0.25),
        (keys(&[Key::Left, Key::Fire]), 0.25),
        (keys(&[Key::Right, Key::Fire]), 0.25),
        (keys(&[Key::Fire]), 0.25),
    ];
    assert_eq!(noted.take(), expected);
}

#[test]
fn z4_an_input_of_any_type_is_set_by_hand() {
    #[derive(Clone, Copy, Default, PartialEq, Debug)]
    struct Stick {
        x: f32,
    }
    let (mut game, noted) = noting::<Stick>();
    game.input().x = 0.5;
    game.frames(1);
    *game.input() = Stick { x: -1.0 };
    game.frames(1);
    assert_eq!(noted.take().iter().map(|(stick, _)| stick.x).collect::<Vec<_>>(), [0.5, -1.0]);
}

#[test]
fn z4_what_takes_too_long_is_an_error() {
    let (mut game, noted) = noting::<()>();
    assert_eq!(game.until(600, || true), Ok(0));
    assert_eq!(noted.take().len(), 0);
    let error = game.until(5, || false).unwrap_err();
    assert_eq!((error.frames, noted.take().len()), (5, 5));
    assert!(error.to_string().starts_with("the condition is still false after 5 frames: "), "{error}");
    assert!(game.until(0, || false).is_err());
    // What comes with the last frame is not too late.
    let asked = Cell::new(0);
    assert_eq!(game.until(3, || asked.replace(asked.get() + 1) == 3), Ok(3));
}

#[test]
fn z4_the_world_is_the_current_one() {
    let mut game = Headless::new(|(): &(), dt| update_all(dt));
    let (one, other) = (World::new(), World::new());
    one.enter(|| {
        start();
        game.frames(3);
    });
    other.enter(|| {
        start();
        game.frames(2);
    });
    assert_eq!((one.enter(|| time().frame()), other.enter(|| time().frame())), (3, 2));
}

#[test]
fn z4_a_frame_that_panics_leaves_a_game_that_goes_on() {
    let count = Rc::new(Cell::new(0));
    let counting = Rc::clone(&count);
    let mut game = Headless::new(move |(): &(), _| {
        counting.set(counting.get() + 1);
        assert_ne!(counting.get(), 2, "the second frame");
    });
    let mut recording = None;
    let said = message_of(|| {
        recording = game.record(Recording::new("game", "1"), |game| game.frames(5)).ok();
    });
    assert!(said.contains("the second frame"), "{said}");
    assert!(recording.is_none());
    game.frames(3);
    assert_eq!(count.get(), 5);
}

#[test]
fn z4_a_recording_ends_where_its_function_does() {
    start();
    let mut game = Headless::new(frame);
    game.frames(10);
    let outer = game.record(Recording::new("game", "1"), |game| {
        game.frames(2);
        let inner = game.record(Recording::new("game", "1"), fly).unwrap();
        assert_eq!(inner.frames(), 300);
        game.frames(3);
    });
    game.frames(10);
    assert_eq!(outer.unwrap().frames(), 5);
}

#[test]
fn z4_a_recording_whose_function_panics_takes_no_frame_afterwards() {
    thread_local!(static TAKEN: Cell<u32> = const { Cell::new(0) });
    #[derive(Default)]
    struct Input;
    impl Serialize for Input {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            TAKEN.set(TAKEN.get() + 1);
            serializer.serialize_unit()
        }
    }

    let mut game = Headless::<Input>::new(|_, _| ());
    let record = || {
        ignore(game.record(Recording::new("game", "1").compare_every(0), |game| {
            game.frames(2);
            panic!("a player");
        }));
    };
    assert_eq!(message_of(record), "a player");
    game.frames(3);
    assert_eq!(TAKEN.get(), 2);
}
