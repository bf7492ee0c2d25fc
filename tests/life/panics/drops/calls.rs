//! The calls that may drop several values or closures of the user.

use ecs_core::{
    Add, Archetype, Bundle, Commands, Component, Entity, Events, IntoSystem, Phase, Pool, Prefab, Save,
    Schedule, Singleton, Snapshots, SystemCondition, World, emit, observe, update_all,
};
use serde::{Deserialize, Serialize};

use super::{Bomb, ON_PURPOSE, OtherBomb};
use crate::support::ignore;

/// Something to hold on to.
#[derive(Component, Clone, Copy, Default, Serialize, Deserialize)]
#[component(on(Bomb))]
struct Mark(u32);

impl Mark {
    fn on_bomb(&mut self, _: &Bomb) {
        if self.0 == 7 {
            panic!("{ON_PURPOSE}");
        }
    }
}

#[derive(Singleton, Clone, Default)]
struct One(Bomb);

#[derive(Bundle, Default)]
struct Pair {
    one: Bomb,
    other: OtherBomb,
}

/// As a bomb to a save.
#[derive(Component, Clone, Serialize, Deserialize)]
struct Number(u32);

/// A closure that has a bomb.
fn armed() -> impl Fn() + Clone + Send + Sync + 'static {
    let bomb = Bomb::new();
    move || ignore(&bomb)
}

fn two_entities() -> [Entity; 2] {
    [Entity::spawn().with(Bomb::new()), Entity::spawn().with(Bomb::new())]
}

fn dead() -> Entity {
    let entity = Entity::spawn();
    entity.despawn();
    entity
}

/// In a world that ends.
fn in_a_world(f: impl FnOnce()) {
    let world = World::new();
    world.enter(f);
    drop(world);
}

pub(super) const ALL: &[(&str, fn())] = &[
    // ---- components ----
    ("World::drop", || in_a_world(|| ignore(two_entities()))),
    ("World::clear", || {
        two_entities();
        World::clear();
    }),
    ("World::reset", || {
        One::set(One(Bomb::new()));
        two_entities();
        World::reset();
    }),
    ("Entity::despawn", || {
        let [one, other] = two_entities();
        other.child_of(one);
        one.despawn();
    }),
    ("Component::clear", || {
        two_entities();
        Bomb::clear();
    }),
    ("Entity::insert of what panics over what panics", || {
        let entity = Entity::spawn().with(Bomb::new());
        entity.insert(Bomb::new());
        entity.despawn();
    }),
    ("Entity::remove and Entity::replace, whose sync point panics", || {
        #[derive(Component)]
        #[component(on(Mark))]
        struct Ends(Bomb);
        impl Ends {
            fn shutdown(&mut self) {
                // What is killed here drops at the end of the call.
                self.entity().kill::<OtherBomb>();
            }
            fn on_mark(&mut self, _: &Mark) {}
        }
        let entity = Entity::spawn().with(OtherBomb::default()).with(Ends(Bomb::new()));
        entity.remove::<Ends>();
    }),
    ("Entity::insert_all, dead", || ignore(dead().try_insert_all((Bomb::new(), OtherBomb::default())))),
    ("Entity::insert_all, a bundle", || ignore(dead().try_insert_all(Pair::default()))),
    ("Entity::insert_all, nested", || {
        ignore(dead().try_insert_all(((Mark(1), Bomb::new()), OtherBomb::default())));
    }),
    ("Archetype::apply_with, dead", || {
        ignore(Archetype::<(Bomb, OtherBomb)>::try_apply_with(dead(), (Bomb::new(), OtherBomb::default())));
    }),
    ("Archetype::apply_with, where they are", || {
        let all = Archetype::<(Bomb, OtherBomb)>::spawn_with((Bomb::new(), OtherBomb::default()));
        Archetype::<(Bomb, OtherBomb)>::apply_with(all, (Bomb::new(), OtherBomb::default()));
    }),
    ("Entity::spawn_with while the world closes", || {
        struct Late;
        impl Drop for Late {
            fn drop(&mut self) {
                ignore(Entity::try_spawn_with(Pair::default()));
            }
        }
        #[derive(Component)]
        struct Owner(Late);
        in_a_world(|| ignore(Entity::spawn().with(Owner(Late))));
    }),
    ("Entity::spawn_many, whose closure panics", || {
        Entity::spawn_many(5, |number, _| {
            assert!(number < 3, "{ON_PURPOSE}");
            (Bomb::new(), OtherBomb::default())
        });
    }),
    ("Entity::spawn_many, whose entities are despawned", || {
        Entity::spawn_many(3, |_, entity| {
            entity.despawn();
            (Bomb::new(), OtherBomb::default())
        });
    }),
    // ---- commands ----
    ("Commands, whose system panics", || {
        let with_commands = |commands: Commands| {
            commands.run(armed());
            commands.spawn((Bomb::new(), OtherBomb::default()));
            commands.insert_all(Entity::NONE, Pair::default());
            panic!("{ON_PURPOSE}");
        };
        Schedule::new().add(with_commands).run(0.1);
    }),
    ("Commands, the first of which panics", || {
        let with_commands = |commands: Commands| {
            commands.run(|| panic!("{ON_PURPOSE}"));
            commands.run(armed());
            commands.spawn((Bomb::new(), OtherBomb::default()));
        };
        Schedule::new().add(with_commands).run(0.1);
    }),
    ("Commands of a parallel hook that panics", || {
        #[derive(Component)]
        #[component(parallel)]
        struct Asks;
        impl Asks {
            fn update(&mut self, commands: Commands) {
                commands.run(armed());
                commands.run(armed());
                panic!("{ON_PURPOSE}");
            }
        }
        Entity::spawn().insert(Asks);
        update_all(0.1);
    }),
    ("Commands::insert_all, dead", || {
        let target = dead();
        let with_commands = move |commands: Commands| commands.insert_all(target, Pair::default());
        Schedule::new().add(with_commands).run(0.1);
    }),
    // ---- saves, prefabs, copies ----
    ("Save::read, not well-formed", || {
        Entity::spawn_many(3, |number, _| Number(number as u32));
        let good = Save::<(Number,)>::write_with(serde_json::to_string).expect("it can be written").0;
        let bad = good.replace("\"Number\"", "\"Bomb\"").replace("[0,1,2]}", "[0,1,\"x\"]}");
        assert!(bad.contains("\"x\""), "{good}");
        let read = Save::<(Bomb,)>::read_with(|| serde_json::from_str(&bad));
        assert!(read.is_err(), "it is not well-formed");
    }),
    ("Save::read, of another world", || {
        Entity::spawn_many(2, |number, _| Number(number as u32));
        let good = Save::<(Number,)>::write_with(serde_json::to_string).expect("it can be written").0;
        let cycle = good.replace("\"Number\"", "\"Bomb\"").replace("\"parents\":[]", "\"parents\":[1,2,2,1]");
        assert_ne!(cycle, good);
        let read = Save::<(Bomb,)>::read_with(|| serde_json::from_str(&cycle));
        assert!(read.is_err(), "two are the parents of each other");
    }),
    ("Save::reload, over what panics", || {
        Entity::spawn_many(2, |number, _| Number(number as u32));
        let good = Save::<(Number,)>::write_with(serde_json::to_string).expect("it can be written").0;
        two_entities();
        ignore(Save::<(Number, Bomb)>::reload_with(|| serde_json::from_str(&good)));
    }),
    ("Prefab::drop", || {
        let pattern = Prefab::try_new(|root| {
            root.insert(Bomb::new());
            root.insert(OtherBomb::default());
            Entity::spawn().with(Bomb::new()).child_of(root);
        });
        drop(pattern);
    }),
    ("Entity::duplicate", || {
        let entity = Entity::spawn().with(Bomb::new()).with(OtherBomb::default());
        entity.duplicate();
    }),
    ("Entity::duplicate, of a type that cannot be copied", || {
        #[derive(Component)]
        struct Fixed;
        let entity = Entity::spawn().with(Bomb::new()).with(OtherBomb::default()).with(Fixed);
        ignore(entity.try_duplicate());
    }),
    // ---- timers, tasks, observers, events, what is sent ----
    ("Entity::cancel_timers", || {
        let entity = Entity::spawn();
        for _ in 0..2 {
            let armed = armed();
            entity.after(1.0, move |_| armed());
        }
        entity.cancel_timers();
    }),
    ("timers and tasks at the end of a world", || {
        in_a_world(|| {
            let entity = Entity::spawn().with(Mark(1));
            let (timer, task) = (armed(), armed());
            entity.after(1.0, move |_| timer());
            entity.task(move |_| async move { task() });
            let timer = armed();
            entity.handle::<Mark>().every(1.0, move |_| timer());
        });
    }),
    ("a timer that panics, with others in its frame", || {
        let entity = Entity::spawn();
        for _ in 0..2 {
            let armed = armed();
            entity.after(0.1, move |_| {
                armed();
                panic!("{ON_PURPOSE}");
            });
        }
        update_all(1.0);
    }),
    ("World::reset, observers", || {
        for _ in 0..3 {
            let armed = armed();
            observe(move |_: &Add<Mark>| armed()).forever();
        }
        World::reset();
    }),
    ("Observer::drop", || {
        let observers = [armed(), armed()].map(|armed| observe(move |_: &Add<Mark>| armed()));
        drop(observers);
        observe(|_: &Add<Mark>| ()).forever();
    }),
    ("observers at the end of a world", || {
        in_a_world(|| {
            for _ in 0..2 {
                let armed = armed();
                observe(move |_: &Add<Mark>| armed()).forever();
            }
        });
    }),
    ("Entity::send, to a hook that panics", || {
        Entity::spawn().with(Mark(7)).send(Bomb::new());
        unreachable!("the hook has panicked");
    }),
    ("events that wait at the end of a world", || {
        in_a_world(|| {
            let entity = Entity::spawn().with(Mark(1));
            let guard = entity.borrow::<Mark>();
            entity.send(Bomb::new());
            entity.send(Bomb::new());
            drop(guard);
        });
    }),
    ("World::flush, where the hook of an event that has waited panics", || {
        let entity = Entity::spawn().with(Mark(7));
        let guard = entity.borrow::<Mark>();
        entity.send(Bomb::new());
        entity.send(Bomb::new());
        drop(guard);
        World::flush();
    }),
    ("World::remote, at the end of a world", || {
        in_a_world(|| {
            for _ in 0..2 {
                assert!(World::remote().send(armed()).is_ok());
            }
        });
    }),
    // ---- schedules ----
    ("Schedule::drop", || {
        let [one, other, condition, another] = [armed(), armed(), armed(), armed()];
        let asks = move || {
            condition();
            true
        };
        let also = move || {
            another();
            true
        };
        drop(Schedule::new().add(one).add(other.run_if(asks.and(also))));
    }),
    ("Schedule::clear", || {
        let [one, other] = [armed(), armed()];
        let mut schedule = Schedule::new().add(one).add(other);
        schedule.clear();
    }),
    ("Schedule::try_insert, refused", || {
        let [one, other, first] = [armed(), armed(), armed()];
        let mut schedule = Schedule::new().add((move || first()).named("twice"));
        let both = ((move || one()).named("twice"), (move || other()).named("other"));
        ignore(schedule.try_insert(both));
    }),
    ("schedules at the end of a world", || {
        in_a_world(|| {
            for phase in [Phase::Update, Phase::LateUpdate] {
                let armed = armed();
                World::set_schedule(phase, Schedule::new().add(armed));
            }
        });
    }),
    ("Schedule::drop, with events that are not read", || {
        let mut schedule = Schedule::new().add(|_: Events<Bomb>| ()).add(|_: Events<OtherBomb>| ());
        schedule.run(0.1);
        for _ in 0..2 {
            emit(Bomb::new());
            emit(OtherBomb::default());
        }
        drop(schedule);
    }),
    ("Schedule::run, with events that are read", || {
        let mut schedule = Schedule::new().add(|_: Events<Bomb>| ());
        schedule.run(0.1);
        emit(Bomb::new());
        emit(Bomb::new());
        schedule.run(0.1);
    }),
    ("Schedule::run, with events whose reader panics", || {
        let mut is_first = true;
        let read = move |_: Events<Bomb>| assert!(std::mem::take(&mut is_first), "{ON_PURPOSE}");
        let mut schedule = Schedule::new().add(read);
        schedule.run(0.1);
        emit(Bomb::new());
        emit(Bomb::new());
        schedule.run(0.1);
    }),
    ("Schedule::drop, with events of several worlds", || {
        let mut schedule = Schedule::new().add(|_: Events<Bomb>| ());
        let worlds = [World::new(), World::new(), World::new()];
        for world in &worlds {
            world.enter(|| {
                schedule.run(0.1);
                emit(Bomb::new());
            });
        }
        drop(schedule);
    }),
    // ---- pools, snapshots ----
    ("Pool::drop", || {
        let (supplier, resetter) = (armed(), armed());
        let pool = Pool::<Archetype<(Mark,)>>::with(
            move || {
                supplier();
                (Mark(1),)
            },
            move |_| resetter(),
        );
        drop(pool);
    }),
    ("Pool::drop, with members that wait", || {
        let pool = Pool::<Archetype<(Bomb, OtherBomb)>>::new();
        pool.prewarm(2);
        drop(pool);
    }),
    ("Snapshots::load, of clones", || {
        two_entities();
        let mut snapshots = Snapshots::new(2);
        snapshots.save(0).expect("nothing is under way");
        std::mem::forget(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| snapshots.load(0))));
        panic!("{ON_PURPOSE}");
    }),
    ("Snapshots::drop", || {
        two_entities();
        let mut snapshots = Snapshots::new(2);
        snapshots.save(0).expect("nothing is under way");
        snapshots.save(1).expect("nothing is under way");
        drop(snapshots);
    }),
    ("Snapshots::save, whose clone panics", || {
        #[derive(Component)]
        struct Refuses(Bomb);
        impl Clone for Refuses {
            fn clone(&self) -> Self {
                panic!("{ON_PURPOSE}");
            }
        }
        two_entities();
        Entity::spawn().insert(Refuses(Bomb::new()));
        ignore(Snapshots::new(1).save(0));
    }),
    ("Snapshots::save, where the clone of a timer panics", || {
        struct Refuses(Bomb);
        impl Clone for Refuses {
            fn clone(&self) -> Self {
                assert!(self.0.0 != 3, "{ON_PURPOSE}");
                Self(self.0.clone())
            }
        }
        let entity = Entity::spawn();
        for _ in 0..3 {
            let held = Refuses(Bomb::new());
            entity.after(1.0, move |_| ignore(&held));
        }
        ignore(Snapshots::new(1).save(0));
    }),
    ("Snapshots::load, of timers", || {
        let entity = Entity::spawn();
        let mut snapshots = Snapshots::new(1);
        snapshots.save(0).expect("nothing is under way");
        for _ in 0..2 {
            let armed = armed();
            entity.after(1.0, move |_| armed());
        }
        ignore(snapshots.load(0));
    }),
    ("Snapshots::load, of events", || {
        let mut schedule = Schedule::new().add(|_: Events<Bomb>| ());
        schedule.run(0.1);
        let mut snapshots = Snapshots::new(1);
        snapshots.save(0).expect("nothing is under way");
        emit(Bomb::new());
        emit(Bomb::new());
        ignore(snapshots.load(0));
    }),
];
