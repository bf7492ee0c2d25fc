//! Law Z2 where code of the user panics while a frame runs again: the world comes back all the same, and each
//! who asked is told.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ecs_core::history::{FrameTrace, ReplayError};
use ecs_core::{Component, Entity, Handle, PerEntity, World, time, update_all};
use serde::{Serialize, Serializer};

use super::{frames, history};
use crate::support::{log, message_of, take_log, watch_panics};

thread_local! {
    /// How many panics are still to come, where one can.
    static PANICS: Cell<u32> = const { Cell::new(0) };
}

#[derive(Component, Clone, Copy, Serialize)]
struct Body {
    height: f32,
}

impl Body {
    fn update(&mut self, dt: f32) {
        self.height -= dt;
    }
}

fn body() -> Handle<Body> {
    Entity::spawn().insert(Body { height: 10.0 })
}

fn panic_if_due(text: &str) {
    if let Some(left) = PANICS.get().checked_sub(1) {
        PANICS.set(left);
        panic!("{text}");
    }
}

/// Panics where it is serialized, while this is due.
#[derive(Component, Clone, Copy)]
struct Written(u8);

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        panic_if_due("it cannot be written");
        serializer.serialize_u8(self.0)
    }
}

/// Panics where it is dropped, while this is due.
#[derive(Component, Clone, Serialize)]
struct Dropped;

impl Drop for Dropped {
    fn drop(&mut self) {
        panic_if_due("it cannot be dropped");
    }
}

/// Asks for a frame to be run again; returns the answer after the next frame.
fn answer(frame: u64, body: Handle<Body>) -> Option<Result<FrameTrace, ReplayError>> {
    let answer = Rc::new(RefCell::new(None));
    let told = answer.clone();
    history().trace(frame, body.entity(), "Body", "", move |trace| _ = told.replace(Some(trace))).unwrap();
    update_all(1.0);
    answer.take()
}

#[track_caller]
fn assert_panicked(answer: Option<Result<FrameTrace, ReplayError>>, text: &str) {
    assert_eq!(answer, Some(Err(ReplayError::Panicked { frame: 2, message: text.to_owned() })));
}

/// A component whose code panics once, with a text, while a frame runs again: the world comes back.
#[track_caller]
fn assert_comes_back(panicking: impl PerEntity, text: &str) {
    watch_panics(|_| true);
    World::set_history(1 << 20);
    let body = body();
    body.entity().insert(panicking);
    frames(5);
    PANICS.set(1);
    assert_panicked(answer(2, body), text);
    assert_eq!((body.borrow().height, time().frame()), (4.0, 6));
    frames(1);
    assert_eq!(history().frames(), [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn z2_the_world_comes_back_though_its_values_cannot_be_compared() {
    assert_comes_back(Written(0), "it cannot be written");
}

#[test]
fn z2_the_world_comes_back_though_a_drop_panics_on_the_way() {
    assert_comes_back(Dropped, "it cannot be dropped");
}

#[test]
fn z2_the_world_comes_back_though_many_drops_panic_in_the_frame() {
    #[derive(Component, Clone, Copy, Serialize)]
    struct Ender;
    impl Ender {
        fn update(&self) {
            if time().frame() == 2 {
                PANICS.set(if World::is_replaying() { 9 } else { 0 });
                let all = World::by_name().entities().filter(|entity| entity.has::<Dropped>());
                all.collect::<Vec<_>>().into_iter().for_each(|entity| _ = entity.despawn());
            }
        }
    }

    watch_panics(|_| true);
    World::set_history(1 << 20);
    let body = body();
    body.entity().insert(Ender);
    (0..9).for_each(|_| _ = Entity::spawn().insert(Dropped));
    frames(5);
    assert_panicked(answer(2, body), "it cannot be dropped");
    assert_eq!((PANICS.get(), body.borrow().height, time().frame()), (0, 4.0, 6));
    frames(1);
    assert_eq!(history().frames(), [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn z2_each_who_asked_is_told_though_another_panics() {
    watch_panics(|_| true);
    World::set_history(1 << 20);
    let body = body();
    frames(4);
    for number in 0..3 {
        // The first one panics itself; what the others own does, when they were told.
        let owned = (number != 0).then_some(Dropped);
        let told = move |trace: Result<FrameTrace, ReplayError>| {
            let _owned = owned;
            log(format!("{number} {}", trace.is_ok()));
            assert!(number != 0, "the one who asked");
        };
        history().trace(2, body.entity(), "Body", "", told).unwrap();
    }
    PANICS.set(2);
    assert_eq!(message_of(|| update_all(1.0)), "the one who asked");
    assert_eq!(take_log(), ["0 true", "1 true", "2 true"]);
    frames(1);
    assert_eq!(body.borrow().height, 5.0);
}

#[test]
fn d11_a_frame_runs_again_in_the_shuffled_order_that_it_had() {
    #[derive(Component, Clone, Copy, Serialize, PartialEq, Debug)]
    struct Order(u64);
    macro_rules! noting {
        ($($Noting:ident $digit:literal)*) => {$(
            #[derive(Component, Clone, Copy, Serialize)]
            struct $Noting;
            impl $Noting {
                fn update(&self, order: &mut Order) {
                    order.0 = order.0 % 100_000 * 10 + $digit;
                }
            }
        )*};
    }
    noting!(One 1 Two 2 Three 3 Four 4 Five 5);

    let play = |traces: bool| {
        World::new().enter(|| {
            World::set_history(1 << 20);
            World::shuffle_order(8);
            let body = body();
            let order = body.entity().insert(Order(0));
            body.entity().with(One).with(Two).with(Three).with(Four).with(Five);
            frames(8);
            for frame in 1..8 {
                if !traces {
                    frames(1);
                    continue;
                }
                let trace =
                    answer(frame, body).expect("it is told").unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(trace.changes.len(), 1, "{trace}");
            }
            order.borrow().0
        })
    };
    assert_eq!(play(true), play(false), "a world goes on in the order of its own frames");
}
