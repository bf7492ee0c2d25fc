//! Law Z2: a kept frame runs again, and says which of its passes has changed a value; or it says that it
//! cannot be repeated.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ecs_core::history::{FrameTrace, ReplayError};
use ecs_core::{
    Component, Entity, Handle, Phase, Query, Remove, Schedule, World, near, observe, time, update_all,
};
use proptest::prelude::*;
use serde::Serialize;

use super::{frames, history};
use crate::support::{assert_says, hash_now, log, message_of, seeded, take_log};

#[derive(Component, Clone, Copy, Debug, Serialize)]
struct Shield {
    power: f32,
}

impl Shield {
    fn update(&mut self, dt: f32) {
        self.power -= dt;
    }

    fn late_update(&mut self) {
        self.power = self.power.max(0.0);
    }
}

#[derive(Component, Clone, Copy, Serialize)]
#[component(after(Shield))]
struct Charger {
    of: Handle<Shield>,
    left: u8,
}

impl Charger {
    fn update(&mut self) {
        if self.left != 0 {
            self.left -= 1;
            self.of.borrow_mut().power += 10.0;
        }
    }
}

fn shield(power: f32) -> Handle<Shield> {
    Entity::spawn().insert(Shield { power })
}

/// Runs a kept frame again; returns the answer after the next frame.
fn trace(frame: u64, entity: Entity, component: &str, path: &str) -> Result<FrameTrace, ReplayError> {
    let answer = Rc::new(RefCell::new(None));
    let told = answer.clone();
    history().trace(frame, entity, component, path, move |trace| _ = told.replace(Some(trace))).unwrap();
    update_all(1.0);
    answer.take().expect("the function was called")
}

/// The changes of the power of a shield in a frame, a line for each.
fn changes(frame: u64, shield: Handle<Shield>) -> Vec<String> {
    let trace = trace(frame, shield.entity(), "Shield", "power").unwrap();
    trace.changes.iter().map(ToString::to_string).collect()
}

#[test]
fn z2_a_frame_says_what_has_changed_a_value() {
    fn halve(mut shields: Query<&mut Shield>) {
        shields.each(|shield| shield.power /= 2.0);
    }

    World::set_history(1 << 20);
    World::set_schedule(Phase::LateUpdate, Schedule::new().add(halve));
    let shield = shield(3.0);
    frames(1);
    shield.entity().insert(Charger { of: shield, left: 1 });
    shield.after(1.0, |shield| shield.power = -7.0);
    frames(1);
    shield.borrow_mut().power = 55.0;
    frames(1);

    let first = trace(1, shield.entity(), "Shield", "power").unwrap();
    assert_eq!(
        first.to_string(),
        "frame 1: Shield of 0v1, power: 3.0\n  update: pass Shield → 2.0\n  late_update: system halve → 1.0"
    );
    assert!(first.not_compared.is_empty());
    let second = [
        "later Shield::after of 0v1 → -7.0",
        "update: pass Shield → -8.0",
        "update: pass Charger of 0v1 → 2.0",
        "late_update: system halve → 1.0",
        "the program, after the frame → 55.0",
    ];
    assert_eq!(changes(2, shield), second);
    let whole = trace(1, shield.entity(), "Shield", "").unwrap();
    assert_eq!(whole.changes[0].to_string(), "update: pass Shield → {power: 2.0}");
}

/// Adds to a gauge, in an event.
struct Add(u32);

#[derive(Component, Clone, Copy, Serialize)]
#[component(on(Add))]
struct Gauge {
    sum: u32,
}

impl Gauge {
    fn on_add(&mut self, add: &Add) {
        self.sum += add.0;
    }
}

/// Adds to a gauge in its pass: by an event, or by the handle.
#[derive(Component, Clone, Copy, Serialize)]
struct Adder {
    to: Handle<Gauge>,
    by_event: bool,
    in_frame: u64,
}

impl Adder {
    fn update(&mut self) {
        if time().frame() == self.in_frame {
            match self.by_event {
                true => _ = self.to.entity().send(Add(10)),
                false => self.to.borrow_mut().sum += 1,
            }
        }
    }
}

/// The hook that is named, which debug builds know.
fn in_on_add(line: &str) -> String {
    if cfg!(debug_assertions) { line.to_owned() } else { line.replace(", in Gauge::on_add", "") }
}

#[test]
fn z2_a_write_by_a_handle_or_an_event_names_the_turn_and_the_hook() {
    World::set_history(1 << 20);
    let to: Handle<Gauge> = Entity::spawn().insert(Gauge { sum: 0 });
    let other: Handle<Gauge> = Entity::spawn().insert(Gauge { sum: 0 });
    let adders = [(to, false, 1), (to, true, 2), (other, true, 2), (to, true, 3), (to, false, 3)];
    for (to, by_event, in_frame) in adders {
        Entity::spawn().insert(Adder { to, by_event, in_frame });
    }
    frames(4);
    let lines = |frame| {
        let trace = trace(frame, to.entity(), "Gauge", "sum").unwrap();
        trace.changes.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(lines(1), ["update: pass Adder of 2v1 → 1"]);
    assert_eq!(lines(2), [in_on_add("update: pass Adder of 3v1, in Gauge::on_add → 11")]);
    let one_of = "one of update: pass Adder of 5v1, in Gauge::on_add, update: pass Adder of 6v1 → 22";
    assert_eq!(lines(3), [in_on_add(one_of)]);
    let hash = hash_now();
    to.borrow_mut().sum += 1;
    assert_ne!(hash_now(), hash, "a trace leaves nothing behind that hides a write");
}

#[test]
fn z2_a_type_that_was_traced_is_found_by_its_places() {
    #[derive(Component, Clone, Copy, Serialize)]
    #[component(near(at))]
    struct Bird {
        at: [f32; 2],
    }
    #[derive(Component, Clone, Copy, Serialize)]
    struct Wind(Handle<Bird>);
    impl Wind {
        fn update(&mut self) {
            self.0.borrow_mut().at[0] += 1.0;
            let at = self.0.borrow().at;
            assert_eq!(near::<Bird>(at, 0.1).count(), 1);
        }
    }

    World::set_history(1 << 20);
    let bird = Entity::spawn().insert(Bird { at: [0.0; 2] });
    Entity::spawn().insert(Wind(bird));
    frames(3);
    let trace = trace(2, bird.entity(), "Bird", "at.0").unwrap();
    assert_eq!(trace.changes[0].to_string(), "update: pass Wind of 1v1 → 2.0");
    for x in [20.0, 30.0] {
        bird.borrow_mut().at[0] = x;
        assert_eq!((near::<Bird>([x, 0.0], 0.1).count(), near::<Bird>([x - 10.0, 0.0], 0.1).count()), (1, 0));
    }
}

#[test]
fn z2_a_component_that_comes_or_goes_in_a_frame_is_a_change() {
    #[derive(Component, Clone, Copy, Serialize)]
    struct Giver;
    impl Giver {
        fn update(&self, me: Entity) {
            match time().frame() {
                2 => _ = me.insert(Shield { power: 5.0 }),
                4 => _ = me.remove::<Shield>(),
                _ => {}
            }
        }
    }

    World::set_history(1 << 20);
    let giver = Entity::spawn().with(Giver);
    frames(5);
    let lines = |frame| trace(frame, giver, "Shield", "power").unwrap().to_string();
    assert_eq!(
        lines(2),
        "frame 2: Shield of 0v1, power: nothing\n  update: pass Giver → 5.0\n  update: pass Shield → 4.0"
    );
    assert_eq!(lines(4), "frame 4: Shield of 0v1, power: 3.0\n  update: pass Giver → nothing");
    let stays =
        "frame 5: Shield of 0v1, power: nothing\n  not changed in this frame, nor until the next one began";
    assert_eq!(lines(5), stays);
}

#[test]
fn z2_the_world_and_its_history_are_the_same_afterwards() {
    fn play(traces: bool) -> (u64, Vec<u64>) {
        World::new().enter(|| {
            World::set_history(1 << 20);
            let shield = shield(100.0);
            shield.entity().insert(Charger { of: shield, left: 200 });
            shield.every(0.5, |_| _ = Entity::spawn());
            for _ in 0..6 {
                frames(3);
                let frame = time().frame();
                let traced = if traces {
                    changes(frame - 1, shield).len()
                } else {
                    frames(1);
                    2
                };
                assert_eq!(traced, 2);
                if frame > 12 {
                    history().show(frame - 2).unwrap();
                    history().hold();
                    frames(1);
                    history().go_on();
                }
            }
            (hash_now(), history().frames())
        })
    }
    assert_eq!(play(true), play(false));
}

#[test]
fn z2_a_held_world_that_was_changed_by_hand_is_as_it_was_afterwards() {
    World::set_history(1 << 20);
    let shield = shield(9.0);
    frames(5);
    history().show(2).unwrap();
    frames(1);
    shield.borrow_mut().power = 70.0;
    assert_eq!(changes(4, shield), ["update: pass Shield → 5.0"]);
    assert_eq!((shield.borrow().power, history().frames(), time().frame()), (70.0, vec![0, 1, 2, 3, 4], 2));
    history().go_on();
    frames(1);
    assert_eq!((shield.borrow().power, history().frames()), (69.0, vec![0, 1, 2]));
    frames(1);
    assert_eq!(changes(3, shield), ["update: pass Shield → 69.0"]);
}

#[test]
fn z2_what_is_no_number_is_no_change() {
    #[derive(Component, Clone, Copy, Serialize)]
    struct Gauge {
        value: f32,
        reads: u32,
    }
    impl Gauge {
        fn update(&mut self) {
            self.reads += 1;
        }
    }

    World::set_history(1 << 20);
    let gauge = Entity::spawn().with(Gauge { value: f32::NAN, reads: 0 });
    shield(9.0);
    frames(3);
    let trace = trace(2, gauge, "Gauge", "").unwrap();
    assert_eq!(trace.changes.len(), 1, "{trace}");
    assert_eq!(trace.changes[0].to_string(), "update: pass Gauge → {value: NaN, reads: 2}");
}

thread_local! {
    static OUTSIDE: Cell<u32> = const { Cell::new(0) };
}

#[derive(Component, Clone, Copy, Serialize)]
struct Odd {
    seen: u32,
}

impl Odd {
    fn update(&mut self) {
        OUTSIDE.set(OUTSIDE.get() + 1);
        self.seen = OUTSIDE.get();
        assert_ne!(self.seen, 13, "bad luck");
    }
}

#[test]
fn z2_a_frame_that_depends_on_something_outside_cannot_be_repeated() {
    World::set_history(1 << 20);
    let shield = shield(9.0);
    shield.entity().insert(Odd { seen: 0 });
    frames(4);
    let error = trace(2, shield.entity(), "Shield", "power").unwrap_err();
    let ReplayError::Differs { frame: 2, differences } = &error else { panic!("{error}") };
    assert_eq!(differences.len(), 1);
    assert_says(&error.to_string(), &["frame 2 cannot be repeated", "Odd of 0v1: seen 5 | 2"]);
    assert_eq!(shield.borrow().power, 4.0);
}

#[test]
fn z2_a_frame_that_panics_or_stops_is_an_answer() {
    World::set_history(1 << 20);
    let shield = shield(9.0);
    shield.entity().insert(Odd { seen: 0 });
    frames(3);
    OUTSIDE.set(12);
    let error = trace(2, shield.entity(), "Shield", "power");
    assert_eq!(error, Err(ReplayError::Panicked { frame: 2, message: panic_text() }));
    assert!(!World::is_replaying());
    assert_eq!((shield.borrow().power, time().frame()), (5.0, 4));
    frames(1);
    assert_eq!(history().frames(), [0, 1, 2, 3, 4]);
}

fn panic_text() -> String {
    OUTSIDE.set(12);
    World::new().enter(|| {
        Entity::spawn().insert(Odd { seen: 0 });
        message_of(|| update_all(1.0))
    })
}

#[test]
fn z2_frames_that_are_not_kept_are_named() {
    World::set_history(1 << 20);
    let shield = shield(9.0);
    frames(3);
    for frame in [0, 7, u64::MAX] {
        assert_eq!(trace(frame, shield.entity(), "Shield", ""), Err(ReplayError::NotKept { frame }));
    }
    World::set_history(0);
    assert_eq!(trace(1, shield.entity(), "Shield", ""), Err(ReplayError::NotKept { frame: 1 }));
    assert_says(
        &history().trace(1, shield.entity(), "Shild", "", |_| ()).unwrap_err().to_string(),
        &["Shild"],
    );
}

#[test]
fn z2_a_frame_that_runs_again_says_so_and_asks_nothing_of_the_history() {
    #[derive(Component, Clone, Copy, Serialize)]
    struct Meddler;
    impl Meddler {
        fn update(&self, me: Entity) {
            if World::is_replaying() {
                log("again");
                World::set_history(0);
                history().hold();
                let frames = history().frames();
                history().trace(1, me, "Meddler", "", move |_| log(format!("{frames:?}"))).unwrap();
                World::remote().send(|| log("sent")).unwrap();
            }
        }
    }

    World::set_history(1 << 20);
    let shield = shield(9.0);
    shield.entity().insert(Meddler);
    frames(3);
    assert!(World::remote().send(|| log("before")).is_ok());
    changes(2, shield);
    assert_eq!(take_log(), ["before", "again"]);
    frames(1);
    assert_eq!(take_log(), ["sent"], "what a hook sends is outside of the world");
    assert_eq!((history().is_held(), history().frames()), (false, vec![0, 1, 2, 3, 4]));
}

#[test]
fn z2_a_type_that_is_not_compared_is_named() {
    #[derive(Component, Clone, Copy)]
    struct Plain(#[expect(dead_code, reason = "it has rows")] u8);
    #[derive(Component)]
    #[component(no_snapshot)]
    struct Shown(#[expect(dead_code, reason = "it has rows")] u8);

    World::set_history(1 << 20);
    let shield = shield(9.0);
    shield.entity().with(Plain(0)).with(Shown(0));
    frames(3);
    let found = trace(2, shield.entity(), "Shield", "").unwrap();
    assert_eq!(found.not_compared, ["Plain", "Shown"]);
    assert!(history().trace(2, shield.entity(), "Plain", "", |_| ()).is_err());
}

#[test]
fn z2_an_observer_belongs_to_the_pass_that_it_hears_of() {
    #[derive(Component, Clone, Copy, Serialize)]
    struct Bomb;
    impl Bomb {
        fn update(&self, me: Entity) {
            me.despawn();
        }
    }

    World::set_history(1 << 20);
    let shield = shield(9.0);
    observe(move |_: &Remove<Bomb>| shield.borrow_mut().power = 100.0).forever();
    frames(1);
    let bomb = Entity::spawn().with(Bomb);
    frames(1);
    assert!(!bomb.is_alive());
    assert_eq!(changes(2, shield), ["update: pass Shield → 7.0", "update: sync point Bomb → 100.0"]);
}

thread_local! {
    /// All changes of a target, with their frames.
    static CHANGED: RefCell<Vec<(u64, String)>> = const { RefCell::new(Vec::new()) };
}

/// Does something to the target at random, and says so.
fn act(seed: &mut u32, target: Handle<Target>, by: &str) {
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    let before = target.borrow().value;
    let value = match *seed >> 29 {
        0 | 1 => *seed >> 16,
        2 => before + 1,
        3 => before,
        _ => return,
    };
    target.borrow_mut().value = value;
    if value != before && !World::is_replaying() {
        CHANGED.with_borrow_mut(|changed| changed.push((time().frame(), format!("{by} → {value}"))));
    }
}

#[derive(Component, Clone, Copy, Serialize)]
struct Target {
    value: u32,
}

#[derive(Component, Clone, Copy, Serialize)]
struct First(u32, Handle<Target>);

impl First {
    fn fixed_update(&mut self) {
        act(&mut self.0, self.1, "fixed_update: pass First of 0v1");
    }

    fn update(&mut self) {
        act(&mut self.0, self.1, "update: pass First of 0v1");
    }
}

/// A clone, unlike a copy, is made of each value.
#[derive(Component, Clone, Serialize)]
#[component(after(First))]
struct Second(u32, Handle<Target>, String);

impl Second {
    fn start(&mut self) {
        act(&mut self.0, self.1, "fixed_update: start Second");
    }

    fn update(&mut self) {
        act(&mut self.0, self.1, "update: pass Second of 1v1");
    }

    fn late_update(&mut self) {
        act(&mut self.0, self.1, "late_update: pass Second of 1v1");
    }
}

proptest! {
    #![proptest_config(seeded(40, 3))]

    #[test]
    fn z2_random_frames_name_each_change_as_it_was_made(seed in any::<u32>(), count in 3_u64..20) {
        CHANGED.take();
        let (mut seed, ours) = (seed, seed ^ 0x5555_5555);
        World::new().enter(|| {
            World::set_history(1 << 24);
            World::set_fixed_step(1.0);
            let target = Entity::spawn().insert(Target { value: 0 });
            target.entity().insert(First(ours, target));
            for frame in 0..count {
                act(&mut seed, target, "the program, after the frame");
                if frame == 2 {
                    Entity::spawn().insert(Second(seed, target, "a".repeat(frame as usize)));
                }
                frames(1);
            }
            frames(1);
            for frame in 1..=count {
                let trace = trace(frame, target.entity(), "Target", "value").unwrap();
                let lines: Vec<_> = trace.changes.iter().map(ToString::to_string).collect();
                let expected = CHANGED.with_borrow(|changed| {
                    let of_frame = changed.iter().filter(|(of, _)| *of == frame);
                    of_frame.map(|(_, line)| line.clone()).collect::<Vec<_>>()
                });
                assert_eq!(lines, expected, "frame {frame}");
            }
        });
    }
}
