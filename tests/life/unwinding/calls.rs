//! Each ambient call from a `Drop` while a panic unwinds: no hook, no system, no resetter and no `Drop` of a
//! component runs. What the call changes is changed, what is owed comes at the next sync point; what cannot
//! be done without them is not done, and says so.

use ecs_core::{
    AddError, Archetype, Component, Entity, Handle, Pool, PoolError, Query, RemoveError, Schedule,
    ScheduleError, Singleton, System, SystemId, UpdateError, ViewError, World, WorldError, send_all,
    try_update_all, update_all,
};
use std::thread::panicking;

use super::unwinding;
use crate::support::{log, take_log};

/// Writes down that a hook ran; panics if it runs while the thread unwinds.
fn runs(hook: &str, value: u32) {
    assert!(!panicking(), "{hook} {value} runs while the thread unwinds");
    log(format!("{hook} {value}"));
}

struct Ping;

/// A type whose every hook panics while the thread unwinds.
#[derive(Component, Debug, PartialEq)]
#[component(on(Ping))]
struct Touchy(u32);

impl Default for Touchy {
    fn default() -> Self {
        Self(9)
    }
}

impl Touchy {
    fn init(&mut self) {
        runs("init", self.0);
    }
    fn fixed_update(&mut self) {
        runs("fixed_update", self.0);
    }
    fn update(&mut self) {
        runs("update", self.0);
    }
    fn late_update(&mut self) {
        runs("late_update", self.0);
    }
    fn shutdown(&mut self) {
        runs("shutdown", self.0);
    }
    fn on_enable(&mut self) {
        runs("on_enable", self.0);
    }
    fn on_disable(&mut self) {
        runs("on_disable", self.0);
    }
    fn on_reset(&mut self) {
        runs("on_reset", self.0);
    }
    fn on_ping(&mut self, _: &Ping) {
        runs("on_ping", self.0);
    }
}

impl Drop for Touchy {
    fn drop(&mut self) {
        runs("drop", self.0);
    }
}

#[derive(Component, Default)]
#[component(requires(Touchy))]
struct Needs {
    #[component(sibling)]
    touchy: Handle<Touchy>,
}

impl Needs {
    fn init(&mut self) {
        runs("init of Needs with", self.touchy.borrow().0);
    }
}

#[derive(Singleton, Default)]
struct Score(u32);

impl Score {
    fn init(&mut self) {
        runs("init of Score", self.0);
    }
}

struct Ends;

impl System for Ends {
    type Params = ();

    fn init(&mut self) {
        runs("system begins", 0);
    }

    fn update(&mut self, (): ()) {
        runs("system", 0);
    }

    fn shutdown(&mut self) {
        runs("system ends", 0);
    }
}

type Pooling = Pool<Archetype<(Touchy,)>>;

/// What the calls are about: a component with the value 1, and what runs components and systems.
struct Stage {
    entity: Entity,
    pool: Pooling,
    taken: Entity,
    schedule: Schedule,
}

impl Stage {
    fn new() -> Self {
        let pool = Pooling::with(|| (Touchy(5),), |entity| runs("resetter", entity.borrow::<Touchy>().0));
        let (taken, parked) = (pool.take(), pool.take());
        pool.give_back(parked);
        let mut schedule = Schedule::new().add(Ends).add(a_system);
        schedule.run(0.1);
        let stage = Self { entity: Entity::spawn().with(Touchy(1)), pool, taken, schedule };
        World::flush();
        take_log();
        stage
    }
}

fn a_system(mut all: Query<&mut Touchy>) {
    all.each(|touchy| runs("system at", touchy.0));
}

fn soft() -> Vec<&'static str> {
    World::stats().soft.last.iter().map(|failure| failure.call).collect()
}

/// A call, what it owes then, and the soft failures that it has noted.
type Case = (&'static str, fn(&mut Stage), &'static [&'static str], &'static [&'static str]);

const REFUSED: WorldError = WorldError::Unwinding;

const CASES: &[Case] = &[
    ("add", |_| assert_eq!(added(Entity::spawn().add::<Touchy>()), 9), &["init 9", "on_enable 9"], &[]),
    ("add of what is there", |at| assert_eq!(added(at.entity.add()), 1), &[], &[]),
    ("insert", |_| assert_eq!(added(Entity::spawn().insert(Touchy(2))), 2), &["init 2", "on_enable 2"], &[]),
    (
        "insert over a value",
        |at| assert_eq!(added(at.entity.insert(Touchy(2))), 2),
        &["init 2", "on_enable 2", "on_disable 1", "shutdown 1", "drop 1"],
        &[],
    ),
    (
        "insert over a value twice: the one between had no `init`, so it has no `shutdown`",
        |at| assert_eq!(added(at.entity.with(Touchy(2)).insert(Touchy(3))), 3),
        &["init 3", "on_enable 3", "on_disable 1", "shutdown 1", "drop 1", "drop 2"],
        &[],
    ),
    (
        "insert over a value that is borrowed",
        |at| {
            let guard = at.entity.borrow::<Touchy>();
            assert_eq!((added(at.entity.insert(Touchy(2))), guard.0), (2, 1));
        },
        &["init 2", "on_enable 2", "on_disable 1", "shutdown 1", "drop 1"],
        &[],
    ),
    (
        "spawn_many",
        |_| assert_eq!(Entity::spawn_many(2, |place, _| Touchy(place as u32)).len(), 2),
        &["init 0", "on_enable 0", "init 1", "on_enable 1"],
        &[],
    ),
    (
        "an archetype",
        |_| assert!(Archetype::<(Touchy, Needs)>::spawn().has::<(Touchy, Needs)>()),
        &["init 9", "on_enable 9", "init of Needs with 9"],
        &[],
    ),
    ("apply", |_| Archetype::<(Touchy,)>::apply(Entity::spawn()), &["init 9", "on_enable 9"], &[]),
    (
        "add of what requires another",
        |_| assert!(!Entity::spawn().add::<Needs>().entity().has::<Touchy>(), "it comes with the turn"),
        &["init 9", "on_enable 9", "init of Needs with 9"],
        &[],
    ),
    ("a singleton", |_| assert_eq!(Score::borrow().0, 0), &["init of Score 0"], &[]),
    ("set of a singleton", |_| assert!(Score::set(Score(4)).is_alive()), &["init of Score 4"], &[]),
    (
        "try_remove",
        |at| {
            let refused = RemoveError::Unwinding { component: "Touchy", entity: at.entity };
            assert_eq!(at.entity.try_remove::<Touchy>(), Err(refused));
            assert!(
                refused.to_string().contains("unwinds") && refused.to_string().contains("`kill`"),
                "{refused}"
            );
        },
        &[],
        &[],
    ),
    ("remove", |at| assert_eq!(at.entity.remove::<Touchy>(), None), &[], &["Entity::remove"]),
    (
        "kill",
        |at| assert!(at.entity.kill::<Touchy>() && !at.entity.has::<Touchy>()),
        &["on_disable 1", "shutdown 1", "drop 1"],
        &[],
    ),
    ("kill of what had no `init`", |_| assert!(Entity::spawn().insert(Touchy(2)).kill()), &["drop 2"], &[]),
    (
        "despawn of what had no `init`",
        |_| assert!(Entity::spawn().insert(Touchy(2)).entity().despawn()),
        &["drop 2"],
        &[],
    ),
    (
        "despawn",
        |at| assert!(at.entity.despawn() && !at.entity.is_alive()),
        &["on_disable 1", "shutdown 1", "drop 1"],
        &[],
    ),
    (
        "despawn_many",
        |at| assert_eq!(Entity::despawn_many(&[at.entity]), 1),
        &["on_disable 1", "shutdown 1", "drop 1"],
        &[],
    ),
    (
        "remove of an archetype",
        |at| assert_eq!(Archetype::<(Touchy,)>::remove(at.entity), 1),
        &["on_disable 1", "shutdown 1", "drop 1"],
        &[],
    ),
    (
        "set_enabled",
        |at| assert!(at.entity.set_enabled(false) && !at.entity.is_enabled()),
        &["on_disable 1"],
        &[],
    ),
    (
        "set_enabled of a component",
        |at| assert!(at.entity.handle::<Touchy>().set_enabled(false)),
        &["on_disable 1"],
        &[],
    ),
    ("send", |at| assert_eq!(at.entity.send(Ping), 1), &["on_ping 1"], &[]),
    ("send_all", |_| assert_eq!(send_all(Ping), 2), &["on_ping 5", "on_ping 1"], &[]),
    ("try_take", |at| assert_eq!(at.pool.try_take(), refused_take()), &[], &[]),
    ("take", |at| assert_eq!((at.pool.take(), at.pool.parked()), (Entity::NONE, 1)), &[], &["Pool::take"]),
    ("try_prewarm", |at| assert_eq!(at.pool.try_prewarm(3), refused_take().map(drop)), &[], &[]),
    (
        "prewarm",
        |at| {
            at.pool.prewarm(3);
            assert_eq!(at.pool.parked(), 1);
        },
        &[],
        &["Pool::prewarm"],
    ),
    ("give_back", |at| assert!(at.pool.give_back(at.taken) && at.pool.parked() == 2), &["on_disable 5"], &[]),
    ("try_update_all", |_| assert_eq!(try_update_all(0.1), Err(UpdateError::World(REFUSED))), &[], &[]),
    ("update_all", |_| update_all(0.1), &[], &["update_all"]),
    ("update_all by no time", |_| update_all(f32::NAN), &[], &["update_all"]),
    (
        "T::try_update_all",
        |_| assert_eq!(Touchy::try_update_all(0.1), Err(UpdateError::World(REFUSED))),
        &[],
        &[],
    ),
    ("T::update_all", |_| Touchy::update_all(0.1), &[], &["Component::update_all"]),
    (
        "try_run",
        |at| {
            let refused = ScheduleError::Update(UpdateError::World(REFUSED));
            assert_eq!(at.schedule.try_run(0.1), Err(refused));
        },
        &[],
        &[],
    ),
    ("run", |at| at.schedule.run(0.1), &[], &["Schedule::run"]),
    (
        "remove of a system",
        |at| assert!(!at.schedule.remove(SystemId::of::<Ends>()) && at.schedule.len() == 2),
        &[],
        &["Schedule::remove"],
    ),
    (
        "clear of a schedule",
        |at| {
            at.schedule.clear();
            assert_eq!(at.schedule.len(), 2);
        },
        &[],
        &["Schedule::clear"],
    ),
    (
        "try_run_remote",
        |_| {
            assert!(World::remote().send(|| runs("sent", 0)).is_ok());
            assert_eq!(World::try_run_remote(), Err(UpdateError::World(REFUSED)));
        },
        &[],
        &[],
    ),
    ("run_remote", |_| assert_eq!(World::run_remote(), 0), &[], &["World::run_remote"]),
    ("flush", |_| World::flush(), &[], &[]),
    (
        "clear",
        |_| {
            World::clear();
            assert_eq!(Touchy::count(), 0);
        },
        &[
            "on_disable 5",
            "shutdown 5",
            "shutdown 5",
            "on_disable 1",
            "shutdown 1",
            "drop 5",
            "drop 5",
            "drop 1",
        ],
        &[],
    ),
    (
        "for_each and sorts while something owes its `shutdown`",
        |at| {
            at.entity.kill::<Touchy>();
            let error = ViewError::World { component: "Touchy", error: REFUSED };
            assert_eq!(Touchy::try_for_each(|_| unreachable!("it is refused")), Err(error));
            assert_eq!(Touchy::try_sort_by(|_, _| unreachable!("it is refused")), Err(error));
            assert_eq!(Touchy::try_view().map(drop), Err(error));
            Touchy::for_each(|_| unreachable!("it is refused"));
            Touchy::sort_by(|_, _| unreachable!("it is refused"));
            Touchy::sort_by_key(|touchy| touchy.0);
            Touchy::sort_like::<Needs>();
        },
        &["on_disable 1", "shutdown 1", "drop 1"],
        &["Component::for_each", "Component::sort_by", "Component::sort_by_key", "Component::sort_like"],
    ),
    // What a call is given runs: it is the caller's own code.
    (
        "closures",
        |at| {
            let mut seen = 0;
            Touchy::for_each(|touchy| seen += touchy.0);
            ecs_core::query::<&Touchy>().each(|touchy| seen += touchy.0);
            at.entity.handle::<Touchy>().with(|touchy| seen += touchy.0);
            World::new().enter(|| seen += 1);
            assert_eq!(seen, 6 + 6 + 1 + 1);
        },
        &[],
        &[],
    ),
];

fn refused_take() -> Result<Entity, PoolError> {
    Err(PoolError::Add(AddError::World { component: None, error: REFUSED }))
}

fn added(handle: Handle<Touchy>) -> u32 {
    handle.borrow().0
}

#[test]
fn c2_no_call_runs_a_hook_a_system_or_a_drop_and_what_is_owed_comes_at_the_next_sync_point() {
    for &(name, call, owed, noted) in CASES {
        let world = World::new();
        world.enter(|| {
            let mut stage = Stage::new();
            unwinding(|| call(&mut stage));
            assert_eq!((take_log(), soft()), (vec![], noted.to_vec()), "{name}");
            for failure in World::stats().soft.last {
                let text = failure.to_string();
                assert!(failure.unwinding && text.contains("while a panic unwound"), "{name}: {text}");
            }
            World::flush();
            assert_eq!(take_log(), owed, "{name}, after the panic");
            World::flush();
            assert!(take_log().is_empty(), "{name}: what is owed comes once");
            // All is as it was: a frame runs.
            update_all(0.1);
        });
    }
}
