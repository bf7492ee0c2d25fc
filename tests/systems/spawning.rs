//! What `Commands` spawn: the entity is known at once, and alive once the command has run.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ecs_core::{
    Attach, Commands, Component, Entity, Events, Query, Schedule, Singleton, With, World, emit, local,
    observe, query, update_all,
};

use super::support::{Random, caught};
use super::{A, B};

/// What was spawned, in order.
#[derive(Singleton, Default)]
struct Spawned(Vec<Entity>);

fn take_spawned() -> Vec<Entity> {
    core::mem::take(&mut Spawned::borrow_mut().0)
}

/// An id, as another world would give it out.
fn id(entity: Entity) -> (u32, u32) {
    (entity.index(), entity.generation())
}

#[derive(Component)]
struct Child {
    of: Entity,
}

#[test]
fn it_is_alive_once_the_command_has_run_and_later_commands_name_it() {
    fn build(commands: Commands, spawned: &mut Spawned) {
        let ship = commands.spawn((A(1), B(2)));
        let turret = commands.spawn(Child { of: ship });
        commands.child_of(turret, ship);
        let flag = commands.spawn_child(ship, Child { of: ship });
        commands.insert(ship, A(7));
        let gone = commands.spawn(A(9));
        commands.despawn(gone);
        spawned.0.extend([ship, turret, flag, gone]);
    }
    for system in [Schedule::new().add(build), Schedule::new().add(local(build))] {
        let mut schedule = system;
        schedule.run(0.1);
        let [ship, turret, flag, gone] = take_spawned()[..] else { panic!("four were spawned") };
        assert_eq!((ship.borrow::<A>().0, ship.borrow::<B>().0), (7, 2));
        assert_eq!(turret.borrow::<Child>().of, ship);
        assert!(ship.children().eq([turret, flag]) && !gone.is_alive());
    }
}

#[test]
fn until_then_it_is_dead_and_nobody_gets_its_id() {
    fn spawn(commands: Commands) {
        let promised = commands.spawn(A(1));
        assert!(!promised.is_alive() && promised.get::<A>().is_none());
        let other = Entity::spawn();
        assert!(other.is_alive() && other.index() != promised.index());
        assert_eq!(commands.spawn(A(2)).index(), other.index() + 1);
        commands.run(move || assert!(promised.is_alive() && promised.borrow::<A>().0 == 1));
    }
    Schedule::new().add(local(spawn)).run(0.1);
    assert_eq!(A::count(), 2);
}

#[test]
fn a_child_that_is_despawned_as_it_is_attached_leaves_the_other_commands_alone() {
    fn spawn(commands: Commands, parents: Query<Entity, With<A>>, spawned: &mut Spawned) {
        let parent = parents.single().unwrap();
        spawned.0.extend([commands.spawn_child(parent, B(1)), commands.spawn(B(2))]);
    }
    Entity::spawn().add::<A>();
    let ends_it = observe(|attached: &Attach| _ = attached.child().despawn());
    Schedule::new().add(spawn).run(0.1);
    let [child, other] = take_spawned()[..] else { panic!("two were spawned") };
    assert!(!child.is_alive() && other.borrow::<B>().0 == 2);
    drop(ends_it);
}

#[test]
fn a_command_whose_hook_ends_the_entity_leaves_the_others_alone() {
    #[derive(Component)]
    struct Ends;
    impl Ends {
        fn init(&mut self, me: Entity) {
            me.despawn();
        }
    }
    fn set(commands: Commands, spawned: &mut Spawned) {
        let ended = commands.spawn_empty();
        commands.insert_all(ended, (Ends, A(1)));
        spawned.0.extend([ended, commands.spawn(A(2))]);
    }
    Schedule::new().add(set).run(0.1);
    let [ended, other] = take_spawned()[..] else { panic!("two were spawned") };
    assert!(!ended.is_alive() && other.borrow::<A>().0 == 2);
    assert_eq!((A::count(), World::stats().soft.count), (1, 1));
}

#[test]
fn commands_spawn_what_is_empty_and_set_several_at_once() {
    fn spawn(commands: Commands, spawned: &mut Spawned) {
        let entity = commands.spawn_empty();
        commands.insert_all(entity, (A(1), B(2)));
        commands.insert_all(entity, (A(3),));
        commands.insert_all(Entity::NONE, (A(4), B(5)));
        spawned.0.extend([entity, commands.spawn_empty()]);
    }
    Schedule::new().add(spawn).run(0.1);
    let [filled, empty] = take_spawned()[..] else { panic!("two were spawned") };
    assert_eq!((filled.borrow::<A>().0, filled.borrow::<B>().0), (3, 2));
    assert!(empty.is_alive() && empty.components().is_empty());
    assert_eq!((A::count(), B::count(), World::stats().soft.count), (1, 1, 1));
}

#[test]
fn a_child_of_the_dead_never_lives() {
    fn spawn(commands: Commands, spawned: &mut Spawned) {
        let child = commands.spawn_child(Entity::NONE, A(1));
        commands.insert(child, B(1));
        spawned.0.push(child);
    }
    Schedule::new().add(spawn).run(0.1);
    let [child] = take_spawned()[..] else { panic!("one was spawned") };
    assert!(!child.is_alive() && A::count() + B::count() == 0);
    let next = Entity::spawn();
    assert_eq!((next.index(), next == child), (child.index(), false), "its index is free, not its id");
}

#[test]
fn what_a_system_that_panics_has_spawned_never_lives() {
    fn fail(commands: Commands, spawned: &mut Spawned) {
        (0..3).for_each(|n| spawned.0.push(commands.spawn(A(n))));
        panic!("as the test wants it");
    }
    for mut schedule in [Schedule::new().add(fail), Schedule::new().add(local(fail))] {
        caught(|| schedule.run(0.1));
        let dead = take_spawned();
        let alive: Vec<_> = (0..3).map(|_| Entity::spawn()).collect();
        let indices = |all: &[Entity]| all.iter().map(|entity| entity.index()).collect::<Vec<_>>();
        assert_eq!(indices(&dead), indices(&alive));
        assert!(dead.iter().all(|entity| !entity.is_alive() && !alive.contains(entity)));
        assert_eq!(A::count(), 0);
        alive.iter().for_each(|entity| _ = entity.despawn());
    }
}

#[test]
fn what_a_dropped_command_spawns_has_another_id() {
    struct SpawnsInDrop;
    impl Drop for SpawnsInDrop {
        fn drop(&mut self) {
            Entity::spawn().add::<A>();
        }
    }
    fn fail(commands: Commands, spawned: &mut Spawned) {
        let value = SpawnsInDrop;
        commands.run(move || drop(value));
        spawned.0.push(commands.spawn(B(1)));
        panic!("as the test wants it");
    }
    caught(|| Schedule::new().add(fail).run(0.1));
    let [dead] = take_spawned()[..] else { panic!("one was spawned") };
    assert!(!dead.is_alive() && A::count() == 1);
}

/// Would catch: an id that is given out twice or is not the one that a spawn at once would have.
#[test]
fn a_system_gives_out_the_ids_that_it_would_get_at_once() {
    fn by_command(commands: Commands, all: Query<(Entity, &A)>, spawned: &mut Spawned) {
        for (_, a) in &all {
            (0..a.0 % 3).for_each(|n| spawned.0.push(commands.spawn(A(a.0 / 2 + n))));
        }
        for (entity, _) in all.iter().filter(|(_, a)| a.0 % 5 == 0) {
            commands.despawn(entity);
        }
    }
    fn at_once() {
        let all: Vec<_> = query::<(Entity, &A)>().iter().map(|(entity, a)| (entity, a.0)).collect();
        let mut spawned = Vec::new();
        for &(_, a) in &all {
            (0..a % 3).for_each(|n| spawned.push(Entity::spawn().insert(A(a / 2 + n)).entity()));
        }
        for (entity, _) in all.into_iter().filter(|(_, a)| a % 5 == 0) {
            entity.despawn();
        }
        Spawned::borrow_mut().0.extend(spawned);
    }
    let run = |mut schedule: Schedule| {
        World::new().enter(|| {
            (0..30).for_each(|n| _ = Entity::spawn().insert(A(n)));
            Spawned::set(Spawned::default());
            let random = &mut Random(11);
            let frames = (0..12).map(|_| {
                schedule.run(0.1);
                let spawned = take_spawned();
                for entity in spawned.iter().filter(|_| random.below(2) == 0) {
                    entity.despawn();
                }
                (spawned.into_iter().map(id).collect::<Vec<_>>(), A::count())
            });
            frames.collect::<Vec<_>>()
        })
    };
    let [by_command, at_once] =
        [Schedule::new().add(by_command), Schedule::new().add(local(at_once))].map(run);
    assert!(by_command.iter().map(|(spawned, _)| spawned.len()).sum::<usize>() > 50);
    assert!(by_command == at_once);
}

/// One that spawns as its number says, in a parallel pass.
#[derive(Component)]
#[component(parallel)]
struct Cell {
    seed: u32,
    parts: Vec<Entity>,
}

#[derive(Component, Debug)]
struct Part {
    of: Entity,
    seed: u32,
}

impl Cell {
    fn update(&mut self, entity: Entity, commands: Commands) {
        self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Some work, so that other threads help.
        core::hint::black_box((0..200).fold(self.seed, |sum, n| sum.rotate_left(3) ^ n));
        for part in 0..(self.seed >> 28).saturating_sub(12) {
            let part = commands.spawn(Part { of: entity, seed: self.seed + part });
            self.parts.push(part);
        }
        if self.seed >> 20 & 3 == 0 && !self.parts.is_empty() {
            commands.despawn(self.parts.swap_remove(0));
        }
        if self.seed >> 16 & 63 == 0 {
            let seed = self.seed / 3;
            let cell = commands.spawn(Self { seed, parts: Vec::new() });
            commands.insert(cell, A(seed));
        }
    }
}

/// Would catch: an id that two threads give out, or one that depends on which thread was faster.
#[test]
fn parallel_hooks_give_out_the_same_ids_on_any_number_of_threads() {
    let frames = if cfg!(miri) { 2 } else { 12 };
    for cells in if cfg!(miri) { [3, 40] } else { [3, 2000] } {
        let results = [1, 2, 4].map(|threads| {
            World::new().enter(|| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                (0..cells).for_each(|seed| _ = Entity::spawn().insert(Cell { seed, parts: Vec::new() }));
                World::set_thread_pool(Arc::new(pool)).expect("there is a world");
                (0..frames).for_each(|_| update_all(0.1));
                let mut cells: Vec<(Entity, u32, Vec<Entity>)> = Vec::new();
                Cell::for_each(|cell| cells.push((cell.entity(), cell.seed, cell.parts.clone())));
                let parts =
                    cells.iter().flat_map(|(cell, _, parts)| parts.iter().map(move |part| (cell, part)));
                for (cell, part) in parts.clone() {
                    assert_eq!(part.borrow::<Part>().of, *cell);
                }
                assert_eq!(parts.count(), Part::count());
                let mut parts: Vec<(Entity, u32)> = Vec::new();
                Part::for_each(|part| parts.push((part.entity(), part.seed)));
                parts.extend(cells.into_iter().map(|(cell, seed, _)| (cell, seed)));
                parts.into_iter().map(|(entity, seed)| (id(entity), seed)).collect::<Vec<_>>()
            })
        });
        assert!(results[0].len() > 3 && results.iter().all(|result| *result == results[0]));
    }
}

#[test]
fn one_that_spawns_much_among_many_leaves_few_gaps() {
    #[derive(Component)]
    #[component(parallel)]
    struct Emitter(u32);
    impl Emitter {
        fn update(&mut self, commands: Commands) {
            (0..self.0).for_each(|n| _ = commands.spawn(A(n)));
        }
    }
    let emitters = if cfg!(miri) { 70 } else { 10_000 };
    (0..emitters).for_each(|n| _ = Entity::spawn().insert(Emitter(if n == 60 { 100 } else { 0 })));
    for _ in 0..5 {
        update_all(0.1);
        let highest = A::view().iter_with_entity().map(|(entity, _)| entity.index()).max();
        assert_eq!(A::count(), 100);
        assert!(highest.is_some_and(|highest| highest < emitters + 64 * 100), "{highest:?}");
        let all: Vec<_> = A::view().iter_with_entity().map(|(entity, _)| entity).collect();
        Entity::despawn_many(&all);
    }
}

// ---- what spawns while a system ends ----

#[derive(Component)]
struct Made(u32);

/// Spawns when it is dropped.
struct Spawning;

impl Drop for Spawning {
    fn drop(&mut self) {
        Entity::spawn().insert(Made(9));
    }
}

#[test]
fn an_event_that_spawns_when_it_drops_gets_no_id_that_was_given_out() {
    for panics in [false, true] {
        World::new().enter(|| {
            let system = move |events: Events<Spawning>, commands: Commands| {
                if !events.is_empty() {
                    commands.spawn(Made(1));
                    assert!(!panics, "the system panics");
                }
            };
            let mut schedule = Schedule::new().add(system);
            schedule.run(0.1);
            emit(Spawning);
            let result = catch_unwind(AssertUnwindSafe(|| schedule.run(0.1)));
            assert_eq!(result.is_err(), panics);
            World::flush();
            let next = Entity::spawn();
            next.insert(Made(2));
            let mut made: Vec<_> = query::<(Entity, &Made)>().iter().map(|(e, made)| (made.0, e)).collect();
            made.sort_unstable();
            made.dedup_by_key(|(_, entity)| *entity);
            let numbers: Vec<_> = made.iter().map(|(number, _)| *number).collect();
            assert_eq!(numbers, if panics { vec![2, 9] } else { vec![1, 2, 9] });
            assert_eq!(World::stats().alive, numbers.len());
        });
    }
}

#[test]
fn commands_spawn_in_the_world_of_their_system_alone() {
    let system = local(|commands: Commands| {
        let other = World::new();
        let refused = other.enter(|| catch_unwind(AssertUnwindSafe(|| commands.spawn(Made(1)))).is_err());
        assert!(refused);
        commands.spawn(Made(2));
        assert_eq!(other.enter(|| Entity::spawn().index()), 0);
    });
    Schedule::new().add(system).run(0.1);
    assert_eq!(query::<&Made>().iter().map(|made| made.0).collect::<Vec<_>>(), [2]);
}
