//! Random calls from every callback, one inside the other, with panics and guards that are kept: no change is
//! missed, each value drops once, and each panic is one of ours. `CHAOS=n` looks at a thousand more, from
//! that seed on.

mod calls;

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

use ecs_core::{
    Archetype, Changed, Component, Entity, Group, Handle, Pool, Singleton, World, explain_order, find, query,
    send_all, try_update_all,
};

use self::calls::call;
use crate::support::{CountedDrop, DropCounter, Random, number, sized};

struct Boom(CountedDrop);

/// Acts when it is dropped too.
impl Drop for Boom {
    fn drop(&mut self) {
        act();
    }
}

struct Hush;

#[derive(Component)]
#[component(track, on(Boom, Hush))]
struct Bug {
    value: u32,
    _token: CountedDrop,
}

impl Default for Bug {
    fn default() -> Self {
        act();
        Self { value: 0, _token: token() }
    }
}

impl Drop for Bug {
    fn drop(&mut self) {
        act();
    }
}

impl Bug {
    fn write(&mut self) {
        self.value += 1;
        act();
        self.value += 1;
    }

    fn init(&mut self, _: Option<&mut Mood>) {
        self.write();
    }

    fn fixed_update(&mut self) {
        self.write();
    }

    fn update(&mut self, score: &mut Score) {
        score.value += 1;
        self.write();
    }

    fn late_update(&self, _: Option<&Tag>, spark: Option<&mut Spark>) {
        let _ = spark;
        act();
    }

    fn shutdown(&mut self) {
        self.write();
    }

    fn on_enable(&mut self) {
        self.write();
    }

    fn on_disable(&self) {
        act();
    }

    fn on_reset(&mut self) {
        self.write();
    }

    fn on_boom(&mut self, _: &Boom, score: Option<&mut Score>) {
        score.into_iter().for_each(|score| score.value += 1);
        self.write();
    }

    fn on_hush(&self, _: &Hush, _: Option<&Tag>) {
        act();
    }
}

#[derive(Component, Default)]
#[component(on(Boom), after(late_update(Bug)))]
struct Fly;

impl Fly {
    fn update(&mut self, bug: &mut Bug, _: &Mood) {
        bug.write();
    }

    fn late_update(&mut self, bug: Option<&mut Bug>) {
        bug.into_iter().for_each(Bug::write);
    }

    fn on_boom(&mut self, boom: &Boom, bug: Option<&mut Bug>) {
        let _ = &boom.0;
        bug.into_iter().for_each(Bug::write);
    }
}

/// Has no bytes.
#[derive(Component, Default)]
#[component(track, isolated, on(Boom, Hush))]
struct Spark;

impl Spark {
    fn update(&mut self) {
        act();
    }

    fn on_boom(&mut self, _: &Boom, _: &Mood) {
        act();
    }

    fn on_hush(&mut self, _: &Hush) {
        act();
    }
}

#[derive(Component, Default)]
struct Tag;

#[derive(Singleton)]
#[component(track, on(Boom))]
struct Score {
    value: u32,
    _token: CountedDrop,
}

impl Default for Score {
    fn default() -> Self {
        act();
        Self { value: 0, _token: token() }
    }
}

impl Score {
    fn init(&mut self) {
        act();
    }

    fn update(&mut self, _: Option<&mut Mood>) {
        self.value += 1;
        act();
    }

    fn on_boom(&mut self, _: &Boom) {
        self.value += 1;
        act();
    }

    fn shutdown(&self) {
        act();
    }
}

#[derive(Singleton, Default)]
struct Mood;

type Bugs = Pool<Archetype<(Bug, Fly)>>;

thread_local! {
    static RANDOM: RefCell<Random> = const { RefCell::new(Random(1)) };
    static DROPS: DropCounter = DropCounter::default();
    static ENTITIES: RefCell<Vec<Entity>> = const { RefCell::new(Vec::new()) };
    /// Guards that are kept.
    static KEPT: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
    /// The world of the round is current: a guard of another would outlive it.
    static HERE: Cell<bool> = const { Cell::new(true) };
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    /// How many calls are left in this round.
    static LEFT: Cell<u32> = const { Cell::new(0) };
    static POOL: RefCell<Option<Bugs>> = const { RefCell::new(None) };
}

fn token() -> CountedDrop {
    DROPS.with(DropCounter::token)
}

/// What a call returns does not matter.
fn ignore<R>(_: R) {}

fn below(end: usize) -> usize {
    RANDOM.with_borrow_mut(|random| random.below(end))
}

fn some() -> Entity {
    let place = below(ENTITIES.with_borrow(Vec::len).max(1));
    ENTITIES.with_borrow(|all| all.get(place).copied()).unwrap_or_default()
}

fn note(entity: Entity) -> Entity {
    ENTITIES.with_borrow_mut(|all| all.push(entity));
    entity
}

fn keep<G: 'static>(guard: Option<G>) {
    if let Some(guard) = guard
        && HERE.get()
    {
        KEPT.with_borrow_mut(|kept| kept.push(Box::new(guard)));
    }
}

/// Drops one that is kept, or all.
fn let_go(all: bool) {
    loop {
        let len = KEPT.with_borrow(Vec::len);
        if len == 0 {
            return;
        }
        let place = below(len);
        drop(KEPT.with_borrow_mut(|kept| kept.swap_remove(place)));
        if !all {
            return;
        }
    }
}

/// Makes a few calls, not too deep.
fn act() {
    if thread::panicking() || DEPTH.get() >= 3 || LEFT.get() == 0 {
        return;
    }
    struct Depth;
    impl Drop for Depth {
        fn drop(&mut self) {
            DEPTH.set(DEPTH.get() - 1);
        }
    }
    DEPTH.set(DEPTH.get() + 1);
    let _depth = Depth;
    for _ in 0..below(3) {
        call();
    }
}

/// Runs a function that may panic, and checks that a panic is one that a user may see.
fn caught(f: impl FnOnce()) {
    let Err(panic) = catch_unwind(AssertUnwindSafe(f)) else { return };
    let text = match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => panic.downcast::<&'static str>().map_or("", |text| *text).to_owned(),
    };
    let ours = ["chaos", "cannot ", "is borrowed", "borrowed"];
    assert!(ours.iter().any(|part| text.contains(part)), "{text}");
    for part in ["already", "unreachable", "index out", "unwrap", "assertion", "expect"] {
        assert!(!text.contains(part), "{text}");
    }
}

fn run(seed: u64) {
    RANDOM.set(Random(seed));
    let world = World::new();
    world.enter(|| {
        (0..6).for_each(|_| caught(|| ignore(note(Entity::spawn()).add::<Bug>())));
        for _ in 0..if cfg!(miri) { 2 } else { 40 } {
            LEFT.set(0);
            let_go(true);
            World::flush();
            let before: Vec<(Handle<Bug>, u32)> = query::<(Entity, &Bug)>()
                .with_disabled()
                .iter_mut()
                .map(|(entity, bug)| (entity.handle(), bug.value))
                .collect();
            let score = Score::get().map(|score| (Score::instance(), score.value));
            let seen = World::tick();
            LEFT.set(60);
            for _ in 0..6 {
                caught(call);
                caught(|| ignore(try_update_all(0.02)));
            }
            LEFT.set(0);
            caught(|| let_go(true));
            caught(World::flush);
            for (bug, value) in before {
                if bug.try_borrow().is_ok_and(|bug| bug.value != value) {
                    assert!(bug.changed_since(seen), "{bug:?} was {value} and is {}", bug.borrow().value);
                }
            }
            if let Some((handle, value)) = score
                && handle.try_borrow().is_ok_and(|score| score.value != value)
            {
                assert!(handle.changed_since(seen), "the score was {value}");
            }
        }
        LEFT.set(0);
        let_go(true);
        POOL.take();
        ENTITIES.take();
        World::flush();
    });
    match world.into_send() {
        Ok(sent) => {
            thread::spawn(move || sent.into_world().enter(|| ignore(try_update_all(0.1)))).join().unwrap()
        }
        Err((_, error)) => panic!("{error}"),
    }
    DROPS.with(|drops| assert_eq!(drops.made(), drops.dropped()));
}

#[test]
fn random_calls_from_every_callback_miss_no_change_and_lose_no_value() {
    let seeds = sized(2, 15, 60);
    for seed in number("CHAOS").map_or(1..=seeds, |seed| seed..=seed + 1000) {
        if let Err(panic) = thread::spawn(move || run(seed)).join() {
            let text = panic.downcast_ref::<String>().cloned().unwrap_or_default();
            panic!("seed {seed}: {text}");
        }
    }
}
