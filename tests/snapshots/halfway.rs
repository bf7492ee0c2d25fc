//! R1: code of the user that runs in the middle of saving and of going back.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use ecs_core::{Archetype, Component, Entity, Events, Phase, Schedule, Snapshots, World, emit, update_all};

use crate::support::{assert_says, log, message_of, on_thread, passes_alone, take_log};

#[derive(Component, Clone)]
struct Label(String);

fn label(text: &str) -> Label {
    Label(text.into())
}

fn labels() -> Vec<String> {
    Label::view().iter().map(|label| label.0.clone()).collect()
}

thread_local! {
    /// How many entities the next drop spawns.
    static SPAWNS: Cell<usize> = const { Cell::new(0) };
}

/// The drop of the last of its clones spawns.
#[derive(Clone)]
struct Spawner(Arc<()>);

impl Drop for Spawner {
    fn drop(&mut self) {
        if Arc::strong_count(&self.0) == 1 {
            (0..SPAWNS.take()).for_each(|_| _ = Entity::spawn().with(label("of a drop")));
        }
    }
}

struct Letter(Spawner);

fn listen(letters: Events<Letter>) {
    letters.iter().for_each(|(_, Letter(spawner))| assert_eq!(Arc::strong_count(&spawner.0), 1));
}

/// Lets something wait that has a spawner in it and is no component.
type Wait = fn(Entity);

const WAITING: [(&str, Wait); 2] = [
    ("a timer", |entity| {
        let spawner = Spawner(Arc::default());
        entity.after(100.0, move |_| _ = &spawner);
    }),
    ("an event", |_| _ = emit(Letter(Spawner(Arc::default())))),
];

/// Runs a test for each of these, in a world with an entity and a system that reads events.
fn for_each_that_waits(test: fn(&str, Entity, &dyn Fn())) {
    for (what, wait) in WAITING {
        on_thread(move || {
            World::set_schedule(Phase::Update, Schedule::new().add(listen));
            let entity = Entity::spawn().with(label("first"));
            update_all(0.1);
            test(what, entity, &|| wait(entity));
        });
    }
}

#[test]
fn r1_what_the_drops_of_an_old_snapshot_do_is_in_the_new_one() {
    // More than a page.
    const SPAWNED: usize = 300;
    for_each_that_waits(|what, entity, wait| {
        wait();
        let mut snapshots = Snapshots::new(1);
        snapshots.save(0).unwrap();
        entity.cancel_timers();
        update_all(0.1);
        snapshots.save(1).unwrap();
        SPAWNS.set(SPAWNED);
        snapshots.save(2).unwrap();
        assert_eq!(SPAWNS.get(), 0, "{what} has dropped with the snapshot that was replaced");
        let expected = labels();
        assert_eq!(expected.len(), 1 + SPAWNED);
        Label::for_each(|label| label.0.clear());
        Archetype::<(Label,)>::find()[1].despawn();
        snapshots.load(2).unwrap();
        assert_eq!(labels(), expected, "{what}");
    });
}

#[test]
fn r1_what_came_since_drops_into_the_world_that_has_gone_back() {
    for_each_that_waits(|what, entity, wait| {
        let mut snapshots = Snapshots::new(1);
        snapshots.save(0).unwrap();
        wait();
        entity.borrow_mut::<Label>().0.push('!');
        SPAWNS.set(1);
        snapshots.load(0).unwrap();
        assert_eq!(SPAWNS.get(), 0, "{what} drops at once");
        assert_eq!(labels(), ["first", "of a drop"], "{what}");
        snapshots.load(0).unwrap();
        assert_eq!(labels(), ["first"]);
    });
}

thread_local! {
    static WORLD: Rc<World> = Rc::new(World::new());
    static SNAPSHOTS: RefCell<Option<Snapshots>> = const { RefCell::new(None) };
    static IN_THE_MIDDLE: Cell<fn()> = const { Cell::new(|| ()) };
}

/// Its clone does something else, too.
#[derive(Component)]
struct Wild(u32);

impl Clone for Wild {
    fn clone(&self) -> Self {
        IN_THE_MIDDLE.get()();
        Self(self.0)
    }
}

#[test]
fn r1_a_clone_may_use_other_worlds_and_their_snapshots() {
    let wild = Entity::spawn().insert(Wild(1));
    let mut snapshots = Snapshots::new(1);
    IN_THE_MIDDLE.set(|| {
        World::new().enter(|| {
            let other = Entity::spawn().insert(label("other"));
            let mut snapshots = Snapshots::new(1);
            snapshots.save(0).unwrap();
            other.kill();
            snapshots.load(0).unwrap();
            log(other.borrow().0.clone());
        });
    });
    snapshots.save(0).unwrap();
    wild.kill();
    snapshots.load(0).unwrap();
    assert_eq!((take_log(), Wild::count(), Label::count()), (vec!["other".into(); 2], 1, 0));
}

#[test]
fn r1_a_clone_does_not_reach_its_world_by_entering_or_saving_it() {
    WORLD.with(Rc::clone).enter(|| {
        let wild = Entity::spawn().insert(Wild(1));
        let mut snapshots = Snapshots::new(1);
        snapshots.save(0).unwrap();
        let attempts: [(fn(), &str); 2] = [
            (
                || _ = WORLD.with(Rc::clone).enter(|| Entity::spawn().insert(label("late"))),
                "cannot enter this world now",
            ),
            (|| Snapshots::new(1).save(0).unwrap(), "inside the `clone` of a value"),
        ];
        for (attempt, refusal) in attempts {
            IN_THE_MIDDLE.set(attempt);
            for _ in 0..2 {
                assert_says(&message_of(|| snapshots.load(0)), &[refusal]);
                assert_says(&message_of(|| snapshots.save(1)), &[refusal]);
            }
        }
        IN_THE_MIDDLE.set(|| ());
        wild.kill();
        snapshots.load(0).unwrap();
        assert_eq!((Wild::count(), World::stats().alive, snapshots.contains(1)), (1, 1, false));
    });
}

#[test]
#[cfg_attr(miri, ignore = "starts a process")]
fn r1_snapshots_in_a_thread_local_end_with_their_thread() {
    let (passed, text) = passes_alone(module_path!(), "probe_snapshots_in_a_thread_local");
    assert!(passed, "{text}");
}

#[test]
#[ignore = "run by the test above, in a process of its own: a panic in the end of a thread aborts"]
fn probe_snapshots_in_a_thread_local() {
    #[derive(Component, Clone)]
    struct Bomb(#[expect(dead_code, reason = "no tag")] u32);
    impl Drop for Bomb {
        fn drop(&mut self) {
            IN_THE_MIDDLE.get()();
        }
    }
    let at_the_end: [fn(); 2] = [|| _ = Entity::spawn(), || panic!("a bomb")];
    for at_the_end in at_the_end {
        on_thread(move || {
            // Both are used before there is a world here.
            IN_THE_MIDDLE.get();
            SNAPSHOTS.take();
            (0..2).for_each(|_| _ = Entity::spawn().insert(Bomb(1)));
            let mut snapshots = Snapshots::new(1);
            snapshots.save(0).unwrap();
            SNAPSHOTS.set(Some(snapshots));
            World::reset();
            IN_THE_MIDDLE.set(at_the_end);
        });
    }
}
