//! hecs: an archetypal world without systems. Queries, views for random access, prepared queries, and the
//! columns of archetypes.

use std::hint::black_box;

use hecs::{ColumnBatch, ColumnBatchType, Entity, PreparedQuery, World};
use rayon::prelude::*;
use seq_macro::seq;

use peers::order::{Order, Run, frames_by_kinds, frames_by_order};
use peers::recycle::{Recycle, recycle};
use peers::rooms::{Room, rooms};
use peers::sample::{
    Case, consumption, creation, creation_and_frames, frames, memory, repeated, spikes, two_frames,
};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{LEFT_OUT, Ways, one, several};
use peers::work::{DT, Mat4, SPEED, Vec3, heavy, permutation};

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => several([
            ("spawn, set", |count| creation(count, move || Airplanes::spawned(count), Airplanes::count)),
            ("reserve_entity, spawn_at", |count| {
                creation(count, move || Airplanes::spawned_at(count), Airplanes::count)
            }),
        ]),
        Scenario::CreateBulk | Scenario::CreateBulkUsed => several([
            ("spawn_batch, set", |count| creation(count, move || Airplanes::batch(count), Airplanes::count)),
            ("spawn_column_batch, set", |count| {
                creation(count, move || Airplanes::columns(count), Airplanes::count)
            }),
            ("spawn_column_batch_at", |count| {
                creation(count, move || Airplanes::columns_at(count), Airplanes::count)
            }),
        ]),
        Scenario::AddSpikes => {
            one("spawn, set", |count| spikes(count, Airplanes::default(), |all| all.spawn()))
        }
        Scenario::Memory => several([
            ("spawn, set", |count| memory(count, move || Airplanes::spawned(count))),
            ("spawn_column_batch, set", |count| memory(count, move || Airplanes::columns(count))),
        ]),
        Scenario::ByReference => several([
            ("query, view", |count| by(count, Airplanes::by_view)),
            ("prepared view", |count| by(count, Airplanes::by_prepared_view)),
        ]),
        Scenario::ByIteration => several([
            ("query_mut", |count| by(count, Airplanes::by_query)),
            ("prepared query", |count| by(count, Airplanes::by_prepared_query)),
            ("columns", |count| by(count, Airplanes::by_columns)),
        ]),
        Scenario::RandomAccess => {
            several([("query, view", random_by_view), ("prepared view", random_by_prepared_view)])
        }
        Scenario::Surroundings => Err(LEFT_OUT),
        Scenario::Tracked => Err("it tracks no changes"),
        Scenario::Join => several([("query_mut", join), ("prepared query", join_prepared)]),
        Scenario::Recycle => several([
            ("query, view", |count| {
                recycle(count, move || Recycled {
                    airplanes: Airplanes::columns(count),
                    by_reference: Airplanes::by_view,
                    by_iteration: Airplanes::by_query,
                })
            }),
            ("prepared view", |count| {
                recycle(count, move || Recycled {
                    airplanes: Airplanes::columns(count),
                    by_reference: Airplanes::by_prepared_view,
                    by_iteration: Airplanes::by_prepared_query,
                })
            }),
        ]),
        Scenario::Despawn => one("despawn", despawn),
        Scenario::ManyTypes => one("query_mut", many_types),
        Scenario::Rooms => one("query_mut", rooms::<Small>),
        Scenario::Prepare => several([("query_mut", prepare), ("prepared query", prepare_prepared)]),
        Scenario::SimpleInsertOne => one("spawn", |count| simple_insert(count, spawn_each)),
        Scenario::SimpleInsert => several([
            ("spawn_batch", |count| simple_insert(count, spawn_bodies)),
            ("spawn_column_batch", |count| simple_insert(count, spawn_body_columns)),
        ]),
        Scenario::SimpleIter => several([
            ("query_mut", simple_iter),
            ("prepared query", simple_iter_prepared),
            ("columns", simple_iter_columns),
        ]),
        Scenario::FragmentedIter => {
            several([("query_mut", fragmented_iter), ("prepared query", fragmented_iter_prepared)])
        }
        Scenario::Schedule => several([
            ("queries in sequence", schedule_by_queries),
            ("prepared queries in sequence", schedule_by_prepared_queries),
            ("columns in sequence", schedule_by_columns),
        ]),
        Scenario::HeavyCompute => {
            several([("iter_batched, rayon", heavy_parallel), ("one thread", heavy_serial)])
        }
        Scenario::AddRemove => one("insert_one, remove_one", add_remove),
    }
}

// ---- airplanes ----

struct Airplane {
    transform: Entity,
    speed: f32,
}

#[derive(Default)]
struct Transform {
    pos: Vec3,
}

/// An airplane that does not know its entity yet.
fn without_reference() -> (Airplane, Transform) {
    (Airplane { transform: Entity::DANGLING, speed: SPEED }, Transform::default())
}

#[derive(Default)]
struct Airplanes {
    world: World,
    ids: Vec<Entity>,
    airplanes: PreparedQuery<&'static Airplane>,
    transforms: PreparedQuery<&'static mut Transform>,
    pairs: PreparedQuery<(&'static Airplane, &'static mut Transform)>,
}

impl Airplanes {
    fn create(&mut self) -> Entity {
        let id = self.world.spawn(without_reference());
        self.world.query_one_mut::<&mut Airplane>(id).expect("it was spawned").transform = id;
        id
    }

    fn spawn(&mut self) {
        let id = self.create();
        self.ids.push(id);
    }

    fn spawned(count: usize) -> Self {
        let mut all = Self::default();
        (0..count).for_each(|_| all.spawn());
        all
    }

    fn spawned_at(count: usize) -> Self {
        let mut all = Self::default();
        for _ in 0..count {
            let id = all.world.reserve_entity();
            all.world.spawn_at(id, (Airplane { transform: id, speed: SPEED }, Transform::default()));
            all.ids.push(id);
        }
        all
    }

    fn batch(count: usize) -> Self {
        let mut all = Self::default();
        all.ids = all.world.spawn_batch((0..count).map(|_| without_reference())).collect();
        all.set_references()
    }

    fn columns(count: usize) -> Self {
        let mut all = Self::default();
        let batch = columns((0..count).map(|_| Entity::DANGLING));
        all.ids = all.world.spawn_column_batch(batch).collect();
        all.set_references()
    }

    fn columns_at(count: usize) -> Self {
        let mut all = Self::default();
        all.ids = all.world.reserve_entities(count as u32).collect();
        all.world.flush();
        all.world.spawn_column_batch_at(&all.ids, columns(all.ids.iter().copied()));
        all
    }

    fn set_references(mut self) -> Self {
        for (id, airplane) in self.world.query_mut::<(Entity, &mut Airplane)>() {
            airplane.transform = id;
        }
        self
    }

    fn by_view(&mut self) {
        let mut transforms = self.world.view::<&mut Transform>();
        for airplane in &mut self.world.query::<&Airplane>() {
            if let Some(transform) = transforms.get_mut(airplane.transform) {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    fn by_prepared_view(&mut self) {
        let mut transforms = self.transforms.query(&self.world);
        let mut transforms = transforms.view();
        for airplane in self.airplanes.query(&self.world).iter() {
            if let Some(transform) = transforms.get_mut(airplane.transform) {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    fn by_query(&mut self) {
        for (airplane, transform) in self.world.query_mut::<(&Airplane, &mut Transform)>() {
            transform.pos[1] += airplane.speed * DT;
        }
    }

    fn by_prepared_query(&mut self) {
        for (airplane, transform) in self.pairs.query_mut(&mut self.world) {
            transform.pos[1] += airplane.speed * DT;
        }
    }

    fn by_columns(&mut self) {
        for archetype in self.world.archetypes() {
            if let Some(airplanes) = archetype.get::<&Airplane>()
                && let Some(mut transforms) = archetype.get::<&mut Transform>()
            {
                for (airplane, transform) in airplanes.iter().zip(&mut *transforms) {
                    transform.pos[1] += airplane.speed * DT;
                }
            }
        }
    }

    fn count(&mut self) -> f64 {
        self.world.query_mut::<&Transform>().into_iter().len() as f64
    }

    fn sum(&mut self) -> f64 {
        self.world.query_mut::<&Transform>().into_iter().map(|transform| f64::from(transform.pos[1])).sum()
    }
}

fn columns(references: impl ExactSizeIterator<Item = Entity>) -> ColumnBatch {
    let mut types = ColumnBatchType::new();
    types.add_bundle::<(Airplane, Transform)>();
    let batch = types.into_batch(references.len() as u32);
    let mut airplanes = batch.writer::<Airplane>().expect("the batch has airplanes");
    let mut transforms = batch.writer::<Transform>().expect("the batch has transforms");
    for transform in references {
        let _ = airplanes.push(Airplane { transform, speed: SPEED });
        let _ = transforms.push(Transform::default());
    }
    drop((airplanes, transforms));
    batch.build().expect("each column is full")
}

fn by(count: usize, frame: fn(&mut Airplanes)) -> Case {
    frames(count, Airplanes::columns(count), frame, Airplanes::sum)
}

struct Watcher(Entity);

/// Spawns entities that each refer to the transform of a random other one.
fn watchers(count: usize) -> World {
    let mut world = World::new();
    let transform = |i: usize| Transform { pos: [0.0, (i % 97) as f32, 0.0] };
    let ids: Vec<_> =
        world.spawn_batch((0..count).map(|i| (transform(i), Watcher(Entity::DANGLING)))).collect();
    for (watcher, other) in world.query_mut::<&mut Watcher>().into_iter().zip(permutation(count)) {
        watcher.0 = ids[other];
    }
    world
}

fn random_by_view(count: usize) -> Case {
    let frame = |(world, seen): &mut (World, f32)| {
        let transforms = world.view::<&Transform>();
        let mut watchers = world.query::<&Watcher>();
        *seen =
            watchers.iter().filter_map(|watcher| transforms.get(watcher.0)).map(|other| other.pos[1]).sum();
    };
    frames(count, (watchers(count), 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

fn random_by_prepared_view(count: usize) -> Case {
    let (mut watchers_of, mut transforms_of) =
        (PreparedQuery::<&Watcher>::new(), PreparedQuery::<&Transform>::new());
    let frame = move |(world, seen): &mut (World, f32)| {
        let mut transforms = transforms_of.query(world);
        let transforms = transforms.view();
        let mut watchers = watchers_of.query(world);
        *seen =
            watchers.iter().filter_map(|watcher| transforms.get(watcher.0)).map(|other| other.pos[1]).sum();
    };
    frames(count, (watchers(count), 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

struct Recycled {
    airplanes: Airplanes,
    by_reference: fn(&mut Airplanes),
    by_iteration: fn(&mut Airplanes),
}

impl Recycle for Recycled {
    fn by_reference(&mut self) {
        (self.by_reference)(&mut self.airplanes);
    }

    fn by_iteration(&mut self) {
        (self.by_iteration)(&mut self.airplanes);
    }

    fn despawn(&mut self, places: &[usize]) {
        let Airplanes { world, ids, .. } = &mut self.airplanes;
        for &place in places {
            world.despawn(ids[place]).expect("it lives");
        }
    }

    // Not at a reserved id: `spawn_at` looks for it in the list of free ones.
    fn create(&mut self, places: &[usize]) {
        for &place in places {
            self.airplanes.ids[place] = self.airplanes.create();
        }
    }

    fn sum(&mut self) -> f64 {
        self.airplanes.sum()
    }
}

// ---- many types ----

struct Part<const N: usize>(#[allow(dead_code, reason = "it is only stored")] f32);

struct Kind<const N: usize>(f32);

/// Names the part that comes so many after the first one, in a ring of 30.
const fn part(first: usize, after: usize) -> usize {
    (first + after) % 30
}

seq!(N in 0..30 {
    static SPAWN_PARTS: [fn(&mut World) -> Entity; 30] = [#(
        |world| world.spawn((
            Part::<N>(0.0),
            Part::<{ part(N, 1) }>(0.0),
            Part::<{ part(N, 2) }>(0.0),
            Part::<{ part(N, 3) }>(0.0),
            Part::<{ part(N, 4) }>(0.0),
            Part::<{ part(N, 5) }>(0.0),
            Part::<{ part(N, 6) }>(0.0),
            Part::<{ part(N, 7) }>(0.0),
        )),
    )*];
});

fn despawn(count: usize) -> Case {
    let create = move || {
        let mut world = World::new();
        let ids: Vec<_> = (0..count).map(|i| black_box(&SPAWN_PARTS)[i % 30](&mut world)).collect();
        (world, ids)
    };
    let work = |(world, ids): &mut (World, Vec<Entity>)| {
        for &id in &*ids {
            world.despawn(id).expect("it lives");
        }
    };
    consumption(count, create, work, |(world, _)| f64::from(world.len()))
}

seq!(N in 0..100 {
    static SPAWN_KINDS: [fn(&mut World, usize); 100] = [#(spawn_kinds::<N>,)*];
    static UPDATE_KINDS: [fn(&mut World); 100] = [#(update_kinds::<N>,)*];
    static SUM_KINDS: [fn(&mut World) -> f64; 100] = [#(sum_kinds::<N>,)*];
});

fn spawn_kinds<const N: usize>(world: &mut World, count: usize) {
    world.spawn_batch((0..count).map(|_| (Kind::<N>(1.0),)));
}

fn update_kinds<const N: usize>(world: &mut World) {
    for kind in world.query_mut::<&mut Kind<N>>() {
        kind.0 += DT;
    }
}

fn sum_kinds<const N: usize>(world: &mut World) -> f64 {
    world.query_mut::<&mut Kind<N>>().into_iter().map(|kind| f64::from(kind.0)).sum()
}

fn many_types(count: usize) -> Case {
    let create = move || {
        let mut world = World::new();
        let spawns = black_box(&SPAWN_KINDS);
        spawns.iter().for_each(|spawn| spawn(&mut world, count / spawns.len()));
        world
    };
    let frame = |world: &mut World| black_box(&UPDATE_KINDS).iter().for_each(|update| update(world));
    creation_and_frames(count, create, frame, |world| {
        black_box(&SUM_KINDS).iter().map(|sum| sum(world)).sum()
    })
}

// ---- the six of ecs_bench_suite ----

struct Matrix(Mat4);

struct Position(Vec3);

struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

struct Velocity(Vec3);

type Body = (Matrix, Position, Rotation, Velocity);

const X: Vec3 = [1.0, 0.0, 0.0];

fn body() -> Body {
    (Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X))
}

fn spawn_bodies(world: &mut World, count: usize) -> Vec<Entity> {
    world.spawn_batch((0..count).map(|_| body())).collect()
}

fn spawn_each(world: &mut World, count: usize) -> Vec<Entity> {
    (0..count).map(|_| world.spawn(body())).collect()
}

fn spawn_body_columns(world: &mut World, count: usize) -> Vec<Entity> {
    let mut types = ColumnBatchType::new();
    types.add_bundle::<Body>();
    let batch = types.into_batch(count as u32);
    let mut matrices = batch.writer::<Matrix>().expect("the batch has matrices");
    let mut positions = batch.writer::<Position>().expect("the batch has positions");
    let mut rotations = batch.writer::<Rotation>().expect("the batch has rotations");
    let mut velocities = batch.writer::<Velocity>().expect("the batch has velocities");
    for _ in 0..count {
        let (matrix, position, rotation, velocity) = body();
        let _ = matrices.push(matrix);
        let _ = positions.push(position);
        let _ = rotations.push(rotation);
        let _ = velocities.push(velocity);
    }
    drop((matrices, positions, rotations, velocities));
    world.spawn_column_batch(batch.build().expect("each column is full")).collect()
}

fn simple_insert(count: usize, spawn: fn(&mut World, usize) -> Vec<Entity>) -> Case {
    repeated(count, move || {
        let mut world = World::new();
        drop(black_box(spawn(&mut world, count)));
    })
}

fn moved(count: usize, frame: impl FnMut(&mut World) + 'static) -> Case {
    let mut world = World::new();
    spawn_bodies(&mut world, count);
    frames(count, world, frame, |world| {
        world.query_mut::<&Position>().into_iter().map(|position| f64::from(position.0[0])).sum()
    })
}

fn advance(velocity: &Velocity, position: &mut Position) {
    for axis in 0..3 {
        position.0[axis] += velocity.0[axis];
    }
}

fn simple_iter(count: usize) -> Case {
    moved(count, |world| {
        for (velocity, position) in world.query_mut::<(&Velocity, &mut Position)>() {
            advance(velocity, position);
        }
    })
}

fn simple_iter_prepared(count: usize) -> Case {
    let mut bodies = PreparedQuery::<(&Velocity, &mut Position)>::new();
    moved(count, move |world| {
        for (velocity, position) in bodies.query_mut(world) {
            advance(velocity, position);
        }
    })
}

fn simple_iter_columns(count: usize) -> Case {
    moved(count, |world| {
        for archetype in world.archetypes() {
            if let Some(velocities) = archetype.get::<&Velocity>()
                && let Some(mut positions) = archetype.get::<&mut Position>()
            {
                velocities
                    .iter()
                    .zip(&mut *positions)
                    .for_each(|(velocity, position)| advance(velocity, position));
            }
        }
    })
}

struct Data(f32);

seq!(N in 0..26 {
    static SPAWN_DATA: [fn(&mut World, usize); 26] = [#(spawn_data::<N>,)*];
});

fn spawn_data<const N: usize>(world: &mut World, count: usize) {
    world.spawn_batch((0..count).map(|_| (Part::<N>(0.0), Data(1.0))));
}

fn fragmented(count: usize, frame: impl FnMut(&mut World) + 'static) -> Case {
    let mut world = World::new();
    SPAWN_DATA.iter().for_each(|spawn| spawn(&mut world, count / 26));
    frames(count, world, frame, |world| {
        world.query_mut::<&Data>().into_iter().map(|data| f64::from(data.0)).sum()
    })
}

fn fragmented_iter(count: usize) -> Case {
    fragmented(count, |world| {
        for data in world.query_mut::<&mut Data>() {
            data.0 *= 1.0001;
        }
    })
}

fn fragmented_iter_prepared(count: usize) -> Case {
    let mut all = PreparedQuery::<&mut Data>::new();
    fragmented(count, move |world| {
        for data in all.query_mut(world) {
            data.0 *= 1.0001;
        }
    })
}

struct A(f32);

struct B(f32);

struct C(f32);

struct D(f32);

struct E(f32);

fn scheduled(count: usize, mut frame: impl FnMut(&mut World) + 'static) -> Case {
    let world = |runs: &[Run]| {
        let mut world = World::new();
        for &Run { kind, count } in runs {
            match kind {
                0 => drop(world.spawn_batch((0..count).map(|_| (A(0.0), B(1.0))))),
                1 => drop(world.spawn_batch((0..count).map(|_| (A(0.0), B(1.0), C(2.0))))),
                2 => drop(world.spawn_batch((0..count).map(|_| (A(0.0), B(1.0), C(2.0), D(3.0))))),
                _ => drop(world.spawn_batch((0..count).map(|_| (A(0.0), B(1.0), C(2.0), E(4.0))))),
            }
        }
        world
    };
    frames_by_kinds(count, world, move |world| frame(world), sum_of_a)
}

fn sum_of_a(world: &mut World) -> f64 {
    world.query_mut::<&A>().into_iter().map(|a| f64::from(a.0)).sum()
}

fn schedule_by_queries(count: usize) -> Case {
    use std::mem::swap;

    scheduled(count, |world| {
        for (a, b) in world.query_mut::<(&mut A, &mut B)>() {
            swap(&mut a.0, &mut b.0);
        }
        for (c, d) in world.query_mut::<(&mut C, &mut D)>() {
            swap(&mut c.0, &mut d.0);
        }
        for (c, e) in world.query_mut::<(&mut C, &mut E)>() {
            swap(&mut c.0, &mut e.0);
        }
    })
}

fn schedule_by_prepared_queries(count: usize) -> Case {
    use std::mem::swap;

    let mut ab = PreparedQuery::<(&mut A, &mut B)>::new();
    let mut cd = PreparedQuery::<(&mut C, &mut D)>::new();
    let mut ce = PreparedQuery::<(&mut C, &mut E)>::new();
    scheduled(count, move |world| {
        for (a, b) in ab.query_mut(world) {
            swap(&mut a.0, &mut b.0);
        }
        for (c, d) in cd.query_mut(world) {
            swap(&mut c.0, &mut d.0);
        }
        for (c, e) in ce.query_mut(world) {
            swap(&mut c.0, &mut e.0);
        }
    })
}

fn schedule_by_columns(count: usize) -> Case {
    use std::mem::swap;

    scheduled(count, |world| {
        for archetype in world.archetypes() {
            if let Some(mut a) = archetype.get::<&mut A>()
                && let Some(mut b) = archetype.get::<&mut B>()
            {
                a.iter_mut().zip(&mut *b).for_each(|(a, b)| swap(&mut a.0, &mut b.0));
            }
        }
        for archetype in world.archetypes() {
            if let Some(mut c) = archetype.get::<&mut C>()
                && let Some(mut d) = archetype.get::<&mut D>()
            {
                c.iter_mut().zip(&mut *d).for_each(|(c, d)| swap(&mut c.0, &mut d.0));
            }
        }
        for archetype in world.archetypes() {
            if let Some(mut c) = archetype.get::<&mut C>()
                && let Some(mut e) = archetype.get::<&mut E>()
            {
                c.iter_mut().zip(&mut *e).for_each(|(c, e)| swap(&mut c.0, &mut e.0));
            }
        }
    })
}

fn heavy_compute(count: usize, frame: fn(&mut World)) -> Case {
    let mut world = World::new();
    spawn_bodies(&mut world, count);
    frames(count, world, frame, |world| {
        world.query_mut::<&Matrix>().into_iter().map(|matrix| f64::from(matrix.0.0[0][0])).sum()
    })
}

fn heavy_parallel(count: usize) -> Case {
    heavy_compute(count, |world| {
        let batches = world.query_mut::<(&mut Matrix, &mut Position)>().into_iter_batched(64);
        batches
            .par_bridge()
            .for_each(|batch| batch.for_each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0)));
    })
}

fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |world| {
        for (matrix, position) in world.query_mut::<(&mut Matrix, &mut Position)>() {
            heavy(&mut matrix.0, &mut position.0);
        }
    })
}

fn add_remove(count: usize) -> Case {
    let mut world = World::new();
    let ids: Vec<_> = world.spawn_batch((0..count).map(|_| (A(0.0),))).collect();
    let frame = move |world: &mut World| {
        for &id in &ids {
            world.insert_one(id, B(1.0)).expect("it lives");
        }
        for &id in &ids {
            world.remove_one::<B>(id).expect("it has one");
        }
    };
    frames(count, world, frame, |world| world.query_mut::<&B>().into_iter().len() as f64)
}

fn joined(count: usize, frame: impl FnMut(&mut World) + 'static) -> Case {
    let world = |order| {
        let mut world = World::new();
        match order {
            Order::Same => drop(world.spawn_batch((0..count).map(|_| (A(0.0), B(1.0))))),
            Order::Interleaved => {
                for _ in 0..count {
                    world.spawn((A(0.0), B(1.0)));
                    world.spawn((A(0.0),));
                    world.spawn((B(1.0),));
                }
            }
            Order::Random => {
                let ids: Vec<_> = world.spawn_batch((0..count).map(|_| (A(0.0),))).collect();
                for place in permutation(count) {
                    world.insert_one(ids[place], B(1.0)).expect("it lives");
                }
            }
        }
        world
    };
    frames_by_order(count, world, frame, sum_of_a)
}

fn join(count: usize) -> Case {
    joined(count, |world| {
        for (a, b) in world.query_mut::<(&mut A, &B)>() {
            a.0 += b.0;
        }
    })
}

fn join_prepared(count: usize) -> Case {
    let mut pairs = PreparedQuery::<(&mut A, &B)>::new();
    joined(count, move |world| {
        for (a, b) in pairs.query_mut(world) {
            a.0 += b.0;
        }
    })
}

// ---- what is small ----

struct Small(World);

impl Room for Small {
    fn new() -> Self {
        let mut world = World::new();
        world.spawn((A(0.0), B(1.0), C(2.0), D(3.0), E(4.0)));
        Self(world)
    }

    fn update(&mut self) {
        for a in self.0.query_mut::<&mut A>() {
            a.0 += 1.0;
        }
    }

    fn value(&mut self) -> f64 {
        sum_of_a(&mut self.0)
    }
}

fn prepare(_: usize) -> Case {
    let two = |Small(world): &mut Small| {
        for (a, b) in world.query_mut::<(&mut A, &B)>() {
            a.0 += b.0;
        }
    };
    two_frames(1, Small::new(), Small::update, two, Small::value)
}

fn prepare_prepared(_: usize) -> Case {
    let (mut all, mut pairs) = (PreparedQuery::<&mut A>::new(), PreparedQuery::<(&mut A, &B)>::new());
    let one = move |Small(world): &mut Small| {
        for a in all.query_mut(world) {
            a.0 += 1.0;
        }
    };
    let two = move |Small(world): &mut Small| {
        for (a, b) in pairs.query_mut(world) {
            a.0 += b.0;
        }
    };
    two_frames(1, Small::new(), one, two, Small::value)
}
