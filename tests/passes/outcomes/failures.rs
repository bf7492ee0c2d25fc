//! Law Y2: what is counted and reported, and what the policy says.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use ecs_core::{
    AddError, Component, Entity, Failed, FailurePolicy, Handle, Schedule, Singleton, World, update_all,
};

use super::*;
use crate::support::{CountedDrop, DropCounter};

thread_local! {
    static SHOWN: Cell<u32> = const { Cell::new(0) };
    static DROPPED: Cell<u32> = const { Cell::new(0) };
}

/// An error that counts how often it is displayed and dropped.
struct Broken(u32);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SHOWN.set(SHOWN.get() + 1);
        write!(f, "part {} is broken", self.0)
    }
}

impl Drop for Broken {
    fn drop(&mut self) {
        DROPPED.set(DROPPED.get() + 1);
    }
}

#[derive(Component)]
struct Engine {
    number: u32,
    is_broken: bool,
}

impl Engine {
    fn update(&mut self) -> Result<(), Broken> {
        log(format!("update {}", self.number));
        if self.is_broken { Err(Broken(self.number)) } else { Ok(()) }
    }
    fn on_disable(&mut self) {
        log(format!("off {}", self.number));
    }
}

fn engines(broken: &[u32]) -> Vec<Handle<Engine>> {
    let new = |number| Entity::spawn().insert(Engine { number, is_broken: broken.contains(&number) });
    (0..5).map(new).collect()
}

#[test]
fn y2_the_first_error_of_a_hook_in_a_frame_is_displayed_and_all_are_counted_and_dropped() {
    let engines = engines(&[1, 3, 4]);
    update_all(0.1);
    assert_eq!(take_log().len(), 5, "each has its turn");
    assert_eq!((SHOWN.take(), DROPPED.take()), (1, 3));
    assert_eq!(failures(), ["`Engine::update` of 1v1 failed: part 1 is broken (3 errors in this frame)"]);
    engines[1].borrow_mut().is_broken = false;
    update_all(0.1);
    assert_eq!((SHOWN.take(), DROPPED.take()), (1, 2));
    let stats = World::stats().failures;
    assert_eq!((stats.count, stats.last.len()), (5, 2));
    let last = &stats.last[1];
    assert_eq!((last.entity, last.count, last.is_panic, last.frame), (engines[3].entity(), 2, false, 2));
    assert!(engines.iter().all(|engine| engine.is_enabled()));
    assert_says(&World::stats().to_string(), &["5 failures of hooks, the last 2:", "part 3 is broken"]);
}

#[test]
fn y2_none_is_counted_for_the_last_frame_in_which_it_was_returned() {
    #[derive(Component)]
    struct Idler(u32);
    impl Idler {
        fn update(&mut self) -> Option<()> {
            self.0 = self.0.checked_sub(1)?;
            Some(())
        }
    }
    for turns in [2, 0, 1] {
        Entity::spawn().insert(Idler(turns));
    }
    let of = |frame: u64| {
        update_all(0.1);
        let idle = World::stats().idle[0];
        assert_eq!(idle.frame, frame);
        (idle.first.to_string(), idle.count)
    };
    assert_eq!(of(1), ("1v1".to_owned(), 1));
    assert_eq!(of(2), ("1v1".to_owned(), 2));
    assert_eq!(of(3), ("0v1".to_owned(), 3));
    World::clear();
    update_all(0.1);
    assert_eq!((World::stats().idle[0].frame, World::stats().idle.len()), (3, 1));
}

#[test]
fn y2_sixty_four_failures_are_kept() {
    engines(&[0]);
    for _ in 0..100 {
        update_all(0.1);
    }
    let stats = World::stats().failures;
    assert_eq!((stats.count, stats.last.len()), (100, 64));
    assert_eq!((stats.last[0].frame, stats.last[63].frame), (37, 100));
}

#[test]
fn y2_under_stop_an_error_stops_the_frame_as_a_panic_does() {
    World::set_failure_policy(FailurePolicy::Stop).unwrap();
    let engines = engines(&[2]);
    assert_eq!(message_of(|| update_all(0.1)), "`Engine::update` of 2v1 failed: part 2 is broken");
    assert_eq!(take_log(), ["update 0", "update 1", "update 2"]);
    assert!(engines[2].is_enabled());
    assert_eq!(World::stats().failures.count, 0);
    let mut schedule = Schedule::new().add(|| Err::<(), _>("no"));
    assert_says(&message_of(|| schedule.run(0.1)), &["` failed: no"]);
}

#[test]
fn y2_under_switch_off_the_component_is_switched_off_and_the_frame_goes_on() {
    World::set_failure_policy(FailurePolicy::SwitchOff).unwrap();
    let engines = engines(&[0, 3]);
    update_all(0.1);
    let log = take_log();
    assert_eq!(log.iter().filter(|line| line.starts_with("update")).count(), 5);
    assert_eq!(log.iter().filter(|line| line.starts_with("off")).collect::<Vec<_>>(), ["off 0", "off 3"]);
    let enabled =
        |engines: &[Handle<Engine>]| engines.iter().map(|engine| engine.is_enabled()).collect::<Vec<_>>();
    assert_eq!(enabled(&engines), [false, true, true, false, true]);
    assert_eq!(failures(), ["`Engine::update` of 0v1 failed: part 0 is broken (2 errors in this frame)"]);
    engines[1].after(0.1, |_| Err::<(), _>("late"));
    engines[2].task(async |_| Err::<(), _>("never"));
    update_all(0.1);
    assert_eq!(enabled(&engines), [false, false, false, false, true]);
}

#[test]
fn y2_under_switch_off_a_start_that_fails_switches_its_component_off() {
    #[derive(Component)]
    struct Pump;
    impl Pump {
        fn start(&mut self) -> Result<(), &'static str> {
            Err("dry")
        }
        fn update(&mut self) {
            log("update");
        }
    }
    World::set_failure_policy(FailurePolicy::SwitchOff).unwrap();
    let pump = Entity::spawn().insert(Pump);
    update_all(0.1);
    assert!(!pump.is_enabled() && take_log().is_empty());
    assert_eq!(failures(), ["`Pump::start` of 0v1 failed: dry"]);
}

#[derive(Component)]
struct Mesh {
    fails: bool,
    _counted: CountedDrop,
}

impl Mesh {
    fn new(fails: bool, drops: &DropCounter) -> Self {
        Self { fails, _counted: drops.token() }
    }
    fn init(&mut self) -> Result<(), Failed> {
        log("init");
        if self.fails { Err(Failed::new("no such file")) } else { Ok(()) }
    }
    fn shutdown(&mut self) {
        log("shutdown");
    }
}

#[test]
fn y2_an_init_that_fails_ends_its_component_as_a_panic_does() {
    let drops = DropCounter::default();
    let entity = Entity::spawn();
    let failed = AddError::Failed { component: "Mesh", entity, error: "no such file".to_owned() };
    assert_eq!(entity.try_insert(Mesh::new(true, &drops)), Err(failed.clone()));
    assert_eq!(failed.to_string(), "cannot add Mesh to 0v1: its `init` failed: no such file");
    assert_eq!(take_log(), ["init"], "what was never whole has no `shutdown`");
    World::flush();
    assert_eq!((drops.dropped(), entity.has::<Mesh>()), (1, false));
    let caught = caught(|| entity.insert(Mesh::new(true, &drops)));
    assert_eq!((caught.text, caught.file.ends_with("failures.rs")), (failed.to_string(), true));
    assert!(failures().is_empty(), "the caller of `add` has the error");
    assert!(entity.try_insert(Mesh::new(false, &drops)).is_ok());
}

#[test]
fn y2_the_init_of_a_required_type_and_of_a_singleton_may_fail_too() {
    #[derive(Component, Default)]
    struct Inner;
    impl Inner {
        fn init(&mut self) -> Result<(), &'static str> {
            Err("not today")
        }
    }
    #[derive(Component, Default)]
    #[component(requires(Inner))]
    struct Outer;
    let entity = Entity::spawn();
    let error = entity.try_add::<Outer>().map(drop).unwrap_err();
    assert_eq!(error.to_string(), "cannot add Inner to 0v1: its `init` failed: not today");
    assert!(!entity.has::<Outer>() && !entity.has::<Inner>());

    #[derive(Singleton, Default)]
    struct Audio;
    impl Audio {
        fn init(&mut self) -> Result<(), &'static str> {
            Err("no device")
        }
    }
    assert_says(&Audio::try_borrow().map(drop).unwrap_err().to_string(), &["`init` failed: no device"]);
    assert!(Audio::get().is_none());
}

/// An error whose text comes from the world, and whose drop changes it.
struct Meddles(Handle<Engine>);

impl fmt::Display for Meddles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Entity::spawn().insert(Engine { number: 9, is_broken: false });
        write!(f, "{:?}", self.0.get().map(|engine| engine.number))
    }
}

impl Drop for Meddles {
    fn drop(&mut self) {
        self.0.entity().despawn();
        World::flush();
    }
}

#[test]
fn y2_an_error_may_use_the_world_when_it_is_displayed_and_dropped() {
    #[derive(Component)]
    struct Worker(Handle<Engine>);
    impl Worker {
        fn update(&mut self) -> Result<(), Meddles> {
            Err(Meddles(self.0))
        }
        fn on_disable(&mut self) -> Result<(), Meddles> {
            Err(Meddles(self.0))
        }
    }
    let engines = engines(&[]);
    let workers: Vec<_> = engines.iter().map(|&engine| Entity::spawn().insert(Worker(engine))).collect();
    update_all(0.1);
    assert_eq!(failures(), ["`Worker::update` of 5v1 failed: Some(0) (5 errors in this frame)"]);
    assert!(engines.iter().all(|engine| !engine.is_alive()));
    workers[0].set_enabled(false);
    assert_eq!(failures()[1], "`Worker::on_disable` of 5v1 failed: None");
}

#[test]
fn y2_an_error_that_panics_when_it_is_displayed_is_a_panic_of_its_hook() {
    struct Bomb;
    impl fmt::Display for Bomb {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            panic!("bang")
        }
    }
    #[derive(Component)]
    struct Carrier(Rc<Cell<u32>>);
    impl Carrier {
        fn update(&mut self) -> Result<(), Bomb> {
            self.0.set(self.0.get() + 1);
            Err(Bomb)
        }
    }
    let turns = Rc::new(Cell::new(0));
    let carriers: Vec<_> = (0..3).map(|_| Entity::spawn().insert(Carrier(turns.clone()))).collect();
    assert_eq!(message_of(|| update_all(0.1)), "bang");
    assert_eq!(turns.take(), 1);
    World::set_failure_policy(FailurePolicy::SwitchOff).unwrap();
    update_all(0.1);
    assert_eq!(turns.take(), 3);
    assert!(carriers.iter().all(|carrier| !carrier.is_enabled()));
    assert_eq!(failures().len(), 3);
    assert_says(&failures()[0], &["`Carrier::update` of 0v1 panicked: bang"]);
}

#[test]
fn y2_what_is_gone_is_nothing_to_do_and_what_is_borrowed_is_a_failure() {
    #[derive(Component)]
    struct Reader(Handle<Engine>);
    impl Reader {
        fn update(&mut self) -> Result<(), Failed> {
            let _there = self.0.try_borrow()?;
            Ok(())
        }
    }
    let engine = engines(&[])[0];
    for handle in [engine, Handle::NULL] {
        Entity::spawn().insert(Reader(handle));
    }
    let guard = engine.borrow_mut();
    Reader::update_all(0.1);
    assert_says(&failures()[0], &["`Reader::update` of 5v1 failed: cannot borrow Engine of 0v1"]);
    assert_eq!(idle(), ["`Reader::update` had nothing to do for 1 entity: 6v1"]);
    drop(guard);
    engine.kill();
    Reader::update_all(0.1);
    assert_eq!((failures().len(), World::stats().idle[0].count), (1, 3));
}
