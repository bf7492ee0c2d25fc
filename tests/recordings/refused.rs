//! Z3: what cannot be recorded is said, with the frame; and calls from inside, and panics, harm nothing.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ecs_core::{
    Component, Entity, Headless, RecordError, Recording, Singleton, SnapshotError, World, update_all, wait,
};
use serde::{Deserialize, Serialize, Serializer};

use crate::support::message_of;
use crate::{Keys, Score, frame, new_recording, record, start};

#[derive(Component)]
struct NotClone(#[allow(dead_code, reason = "it is there to be copied")] u8);

#[derive(Component, Clone, Serialize)]
struct Sleeper;

impl Sleeper {
    fn init(&mut self) {
        self.task(async |_| wait(100.0).await);
    }
}

#[test]
fn z3_a_world_that_cannot_be_hashed_is_said_with_the_frame() {
    start();
    let mut recording = new_recording();
    frame(&Keys::new(), 0.5);
    recording.frame(&Keys::new(), 0.5).unwrap();
    Entity::spawn().with(NotClone(7));
    for _ in 2..60 {
        recording.frame(&Keys::new(), 0.5).unwrap();
    }
    let error = recording.frame(&Keys::new(), 0.5).unwrap_err();
    let RecordError::Snapshot { frame: 60, error: SnapshotError::NotClone { components } } = &error else {
        panic!("{error}")
    };
    assert_eq!(components, &["NotClone"]);
    assert!(
        error.to_string().starts_with("the world is not hashed after frame 60: NotClone is not"),
        "{error}"
    );
    assert_eq!(recording.frames(), 60);
}

#[test]
fn z3_a_value_needs_no_snapshot() {
    let play = || {
        start();
        Entity::spawn().with(NotClone(7));
        Entity::spawn().with(Sleeper);
    };
    let recording = World::new().enter(|| {
        play();
        let recording = new_recording().compare_value(|| Score::borrow().shots);
        Headless::new(frame).record(recording, crate::fly).unwrap()
    });
    World::new().enter(|| {
        play();
        recording.play(frame).unwrap();
        let refused = record_now(new_recording());
        assert!(matches!(refused, Err(RecordError::Snapshot { frame: 1, .. })), "{refused:?}");
    });
}

fn record_now(recording: Recording<Keys>) -> Result<Recording<Keys>, RecordError> {
    Headless::new(frame).record(recording, |game| game.frames(3))
}

#[test]
fn z3_a_deviation_says_why_a_frame_cannot_be_compared() {
    let recording = record(new_recording());
    let deviation = World::new().enter(|| {
        start();
        Entity::spawn().with(NotClone(7));
        recording.play(frame).unwrap_err()
    });
    assert!(matches!(deviation.error(), Some(RecordError::Snapshot { frame: 1, .. })));
    assert!(deviation.to_string().contains("NotClone"), "{deviation}");
}

#[test]
fn z3_inputs_and_values_that_serde_refuses_are_said_with_the_frame() {
    #[derive(Clone, Copy, Default, Deserialize)]
    struct Picky(u8);
    impl Serialize for Picky {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if self.0 > 2 {
                return Err(serde::ser::Error::custom("too many"));
            }
            self.0.serialize(serializer)
        }
    }
    let mut recording = Recording::new("game", "1").compare_every(0);
    recording.frame(&Picky(2), 0.5).unwrap();
    let refused = recording.frame(&Picky(3), 0.5).unwrap_err();
    assert!(matches!(refused, RecordError::Input { frame: 2, .. }), "{refused}");
    assert_eq!(recording.frames(), 1);
    for dt in [f32::NAN, f32::INFINITY, -1.0] {
        let refused = recording.frame(&Picky(1), dt).unwrap_err();
        assert!(refused.to_string().starts_with("the input of frame 2 is not recorded: a frame cannot take"));
    }
    recording.frame(&Picky(1), 0.0).unwrap();
    let read = Recording::<Picky>::from_bytes("game", &recording.to_bytes()).unwrap();
    let inputs: Vec<_> = read.inputs().map(|(picky, dt)| (picky.0, dt)).collect();
    assert_eq!(inputs, [(2, 0.5), (1, 0.0)]);

    let mut recording = Recording::new("game", "1").compare_value(|| Picky(9));
    let refused = recording.frame(&Picky(1), 0.5).unwrap_err();
    assert_eq!(refused, RecordError::Value { frame: 1, message: "too many".into() });
}

#[test]
fn z3_a_function_that_compares_may_call_the_world_and_panic() {
    let panics = Rc::new(Cell::new(false));
    let flag = Rc::clone(&panics);
    let value = move || {
        World::flush();
        assert!(!flag.get(), "in the value");
        Score::borrow().shots
    };
    let mut recording = new_recording().compare_every(1).compare_value(value);
    start();
    frame(&Keys::new(), 0.5);
    recording.frame(&Keys::new(), 0.5).unwrap();
    panics.set(true);
    assert!(message_of(|| drop(recording.frame(&Keys::new(), 0.5))).contains("in the value"));
    panics.set(false);
    assert_eq!(recording.frames(), 2, "the frame is recorded, and not compared");
    recording.frame(&Keys::new(), 0.5).unwrap();
    World::reset();
    start();
    recording.play(frame).unwrap();
}

#[test]
fn z3_a_frame_may_play_another_recording_and_panic() {
    let recording = Rc::new(record(new_recording()));
    let inner = Rc::clone(&recording);
    let said = message_of(|| {
        World::new().enter(|| {
            start();
            let numbers = RefCell::new(0);
            let _ = recording.play(|keys, dt| {
                *numbers.borrow_mut() += 1;
                if *numbers.borrow() == 5 {
                    World::new().enter(|| {
                        start();
                        inner.play(frame).unwrap();
                    });
                }
                assert_ne!(*numbers.borrow(), 9, "in the frame");
                frame(keys, dt);
            });
        });
    });
    assert!(said.contains("in the frame"), "{said}");
    World::new().enter(|| {
        start();
        recording.play(frame).unwrap();
    });
}

#[test]
fn z3_inside_a_frame_nothing_is_compared() {
    thread_local!(static RESULT: RefCell<Option<Result<(), RecordError>>> = const { RefCell::new(None) });
    #[derive(Component, Clone, Serialize)]
    struct Meddler;
    impl Meddler {
        fn update(&mut self) {
            RESULT.set(Some(new_recording().compare_here()));
        }
    }
    Entity::spawn().with(Meddler);
    update_all(0.5);
    let refused = RESULT.take().unwrap().unwrap_err();
    assert_eq!(refused, RecordError::Snapshot { frame: 0, error: SnapshotError::InsideHook });
}
