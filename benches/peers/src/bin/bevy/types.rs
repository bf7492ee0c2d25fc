//! Many types, and few entities of each.

use std::hint::black_box;

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{MultiThreadedExecutor, SingleThreadedExecutor};
use bevy_tasks::{ComputeTaskPool, TaskPool};
use peers::sample::{Case, consumption, creation_and_frames};
use peers::work::DT;
use seq_macro::seq;

#[derive(Component)]
pub struct Part<const N: usize>(#[allow(dead_code, reason = "it is only stored")] pub f32);

#[derive(Component)]
struct Kind<const N: usize>(f32);

/// Names the part that comes so many after the first one, in a ring of 30.
const fn part(first: usize, after: usize) -> usize {
    (first + after) % 30
}

seq!(N in 0..30 {
    static SPAWN_PARTS: [fn(&mut World) -> Entity; 30] = [#(
        |world| {
            let parts = (
                Part::<N>(0.0),
                Part::<{ part(N, 1) }>(0.0),
                Part::<{ part(N, 2) }>(0.0),
                Part::<{ part(N, 3) }>(0.0),
                Part::<{ part(N, 4) }>(0.0),
                Part::<{ part(N, 5) }>(0.0),
                Part::<{ part(N, 6) }>(0.0),
                Part::<{ part(N, 7) }>(0.0),
            );
            world.spawn(parts).id()
        },
    )*];
});

pub fn despawn(count: usize) -> Case {
    let create = move || {
        let mut world = World::new();
        let ids: Vec<_> = (0..count).map(|i| black_box(&SPAWN_PARTS)[i % 30](&mut world)).collect();
        (world, ids)
    };
    let work = |(world, ids): &mut (World, Vec<Entity>)| {
        for &id in &*ids {
            world.despawn(id);
        }
    };
    consumption(count, create, work, |(world, ids)| {
        ids.iter().filter(|&&id| world.get_entity(id).is_ok()).count() as f64
    })
}

type Update = Box<dyn FnMut(&mut World)>;

seq!(N in 0..100 {
    static SPAWN_KINDS: [fn(&mut World, usize); 100] = [#(spawn_kinds::<N>,)*];
    static KIND_QUERIES: [fn(&mut World) -> Update; 100] = [#(kind_query::<N>,)*];
    static ADD_KIND_SYSTEMS: [fn(&mut Schedule); 100] =
        [#(|schedule| _ = schedule.add_systems(update_kinds::<N>),)*];
    static SUM_KINDS: [fn(&mut World) -> f64; 100] = [#(sum_kinds::<N>,)*];
});

fn spawn_kinds<const N: usize>(world: &mut World, count: usize) {
    world.spawn_batch((0..count).map(|_| Kind::<N>(1.0)));
}

fn kind_query<const N: usize>(world: &mut World) -> Update {
    let mut query = world.query::<&mut Kind<N>>();
    Box::new(move |world| query.iter_mut(world).for_each(|mut kind| kind.0 += DT))
}

fn update_kinds<const N: usize>(mut kinds: Query<&mut Kind<N>>) {
    kinds.iter_mut().for_each(|mut kind| kind.0 += DT);
}

fn sum_kinds<const N: usize>(world: &mut World) -> f64 {
    world.query::<&mut Kind<N>>().iter_mut(world).map(|kind| f64::from(kind.0)).sum()
}

#[derive(Clone, Copy)]
pub enum Updates {
    Queries,
    Parallel,
    Serial,
}

impl Updates {
    fn prepare(self, world: &mut World) -> Update {
        if let Self::Queries = self {
            let mut queries: Vec<_> = black_box(&KIND_QUERIES).iter().map(|query| query(world)).collect();
            return Box::new(move |world| queries.iter_mut().for_each(|update| update(world)));
        }
        let mut schedule = if let Self::Parallel = self { parallel() } else { serial() };
        black_box(&ADD_KIND_SYSTEMS).iter().for_each(|add| add(&mut schedule));
        Box::new(move |world| schedule.run(world))
    }
}

pub fn many_types(count: usize, updates: Updates) -> Case {
    let create = move || {
        let mut world = World::new();
        let spawns = black_box(&SPAWN_KINDS);
        spawns.iter().for_each(|spawn| spawn(&mut world, count / spawns.len()));
        (world, None)
    };
    let frame = move |(world, update): &mut (World, Option<Update>)| {
        update.get_or_insert_with(|| updates.prepare(world))(world);
    };
    creation_and_frames(count, create, frame, |(world, _)| {
        black_box(&SUM_KINDS).iter().map(|sum| sum(world)).sum()
    })
}

pub fn parallel() -> Schedule {
    ComputeTaskPool::get_or_init(TaskPool::default);
    let mut schedule = Schedule::default();
    schedule.set_executor(MultiThreadedExecutor::new());
    schedule
}

pub fn serial() -> Schedule {
    let mut schedule = Schedule::default();
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule
}
