//! Many types, and few entities of each.

use std::hint::black_box;

use legion::systems::ParallelRunnable;
use legion::world::Allocate;
use legion::*;
use peers::sample::{Case, consumption, creation_and_frames};
use peers::work::DT;
use seq_macro::seq;

pub struct Part<const N: usize>(#[allow(dead_code, reason = "it is only stored")] pub f32);

struct Kind<const N: usize>(f32);

/// Names the part that comes so many after the first one, in a ring of 30.
const fn part(first: usize, after: usize) -> usize {
    (first + after) % 30
}

seq!(N in 0..30 {
    static PUSH_PARTS: [fn(&mut World, Entity); 30] = [#(
        |world, id| {
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
            world.push_with_id(id, parts);
        },
    )*];
});

pub fn despawn(count: usize) -> Case {
    let create = move || {
        let mut world = World::default();
        let ids: Vec<_> = Allocate::new().take(count).collect();
        ids.iter().enumerate().for_each(|(i, &id)| black_box(&PUSH_PARTS)[i % 30](&mut world, id));
        (world, ids)
    };
    let work = |(world, ids): &mut (World, Vec<Entity>)| {
        for &id in &*ids {
            world.remove(id);
        }
    };
    consumption(count, create, work, |(world, _)| world.len() as f64)
}

pub type Update = Box<dyn FnMut(&mut World)>;

seq!(N in 0..100 {
    static EXTEND_KINDS: [fn(&mut World, usize); 100] = [#(extend_kinds::<N>,)*];
    static KIND_QUERIES: [fn() -> Update; 100] = [#(kind_query::<N>,)*];
    static ADD_KIND_SYSTEMS: [fn(&mut systems::Builder); 100] = [#(add_kind_system::<N>,)*];
    static ADD_LOCAL_KIND_SYSTEMS: [fn(&mut systems::Builder); 100] = [#(add_local_kind_system::<N>,)*];
    static SUM_KINDS: [fn(&mut World) -> f64; 100] = [#(sum_kinds::<N>,)*];
});

fn extend_kinds<const N: usize>(world: &mut World, count: usize) {
    world.extend((0..count).map(|_| (Kind::<N>(1.0),)));
}

fn kind_query<const N: usize>() -> Update {
    let mut query = <&mut Kind<N>>::query();
    Box::new(move |world| query.for_each_mut(world, |kind| kind.0 += DT))
}

fn kind_system<const N: usize>() -> impl ParallelRunnable + 'static {
    SystemBuilder::new("kind")
        .with_query(<&mut Kind<N>>::query())
        .build(|_, world, _, kinds| kinds.for_each_mut(world, |kind| kind.0 += DT))
}

fn add_kind_system<const N: usize>(builder: &mut systems::Builder) {
    builder.add_system(kind_system::<N>());
}

fn add_local_kind_system<const N: usize>(builder: &mut systems::Builder) {
    builder.add_thread_local(kind_system::<N>());
}

fn sum_kinds<const N: usize>(world: &mut World) -> f64 {
    let mut sum = 0.0;
    <&mut Kind<N>>::query().for_each_mut(world, |kind| sum += f64::from(kind.0));
    sum
}

#[derive(Clone, Copy)]
pub enum Updates {
    Queries,
    Parallel,
    Serial,
}

impl Updates {
    fn prepare(self) -> Update {
        let add_systems = match self {
            Self::Queries => {
                let mut queries: Vec<_> = black_box(&KIND_QUERIES).iter().map(|query| query()).collect();
                return Box::new(move |world| queries.iter_mut().for_each(|update| update(world)));
            }
            Self::Parallel => black_box(&ADD_KIND_SYSTEMS),
            Self::Serial => black_box(&ADD_LOCAL_KIND_SYSTEMS),
        };
        let mut builder = Schedule::builder();
        add_systems.iter().for_each(|add| add(&mut builder));
        run(builder.build())
    }
}

pub fn run(mut schedule: Schedule) -> Update {
    let mut resources = Resources::default();
    Box::new(move |world| schedule.execute(world, &mut resources))
}

pub fn many_types(count: usize, updates: Updates) -> Case {
    let create = move || {
        let mut world = World::default();
        let extensions = black_box(&EXTEND_KINDS);
        extensions.iter().for_each(|extend| extend(&mut world, count / extensions.len()));
        (world, None)
    };
    let frame = move |(world, update): &mut (World, Option<Update>)| {
        update.get_or_insert_with(|| updates.prepare())(world);
    };
    creation_and_frames(count, create, frame, |(world, _)| {
        black_box(&SUM_KINDS).iter().map(|sum| sum(world)).sum()
    })
}
