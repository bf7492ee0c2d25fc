//! bevy_ecs: tables with change detection, cached queries, systems and schedules.

use std::hint::black_box;
use std::mem::swap;

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{MultiThreadedExecutor, SingleThreadedExecutor};
use bevy_ecs::system::SystemState;
use bevy_tasks::{ComputeTaskPool, TaskPool};
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
            ("alloc, spawn_at", |count| {
                creation(count, move || Airplanes::spawned_at(count), Airplanes::count)
            }),
        ]),
        Scenario::CreateBulk | Scenario::CreateBulkUsed => several([
            ("spawn_batch, set", |count| creation(count, move || Airplanes::batch(count), Airplanes::count)),
            ("alloc_many, spawn_at", |count| {
                creation(count, move || Airplanes::many_spawned_at(count), Airplanes::count)
            }),
        ]),
        Scenario::AddSpikes => several([
            ("spawn, set", |count| {
                spikes(count, Airplanes::default(), |all| {
                    let id = all.spawn();
                    all.ids.push(id);
                })
            }),
            ("alloc, spawn_at", |count| {
                spikes(count, Airplanes::default(), |all| {
                    let id = all.spawn_at();
                    all.ids.push(id);
                })
            }),
        ]),
        Scenario::Memory => several([
            ("spawn, set", |count| memory(count, move || Airplanes::spawned(count))),
            ("spawn_batch, set", |count| memory(count, move || Airplanes::batch(count))),
        ]),
        Scenario::ByReference => several([
            ("get_mut", |count| by(count, Moving::by_get)),
            ("get_mut, bypass", |count| by(count, Moving::by_get_bypassing)),
        ]),
        Scenario::ByIteration => several([
            ("iter_mut", |count| by(count, Moving::by_loop)),
            ("iter_mut, for_each", |count| by(count, Moving::by_for_each)),
            ("contiguous, bypass", |count| by(count, Moving::by_slices)),
        ]),
        Scenario::RandomAccess => one("get", random_access),
        Scenario::Surroundings => Err(LEFT_OUT),
        Scenario::Tracked => one("get_mut, for_each", |count| {
            two_frames(count, Moving::new(count), Moving::by_get, Moving::by_for_each, Moving::sum)
        }),
        Scenario::Join => several([("iter_mut", join_loop), ("iter_mut, for_each", join_for_each)]),
        Scenario::Recycle => several([
            ("get_mut, iter_mut", |count| {
                recycle(count, move || Recycled {
                    moving: Moving::new(count),
                    by_reference: Moving::by_get,
                    by_iteration: Moving::by_for_each,
                })
            }),
            ("bypass, contiguous", |count| {
                recycle(count, move || Recycled {
                    moving: Moving::new(count),
                    by_reference: Moving::by_get_bypassing,
                    by_iteration: Moving::by_slices,
                })
            }),
        ]),
        Scenario::Despawn => one("despawn", despawn),
        Scenario::ManyTypes => several([
            ("cached queries", |count| many_types(count, Updates::Queries)),
            ("schedule, many threads", |count| many_types(count, Updates::Parallel)),
            ("schedule, one thread", |count| many_types(count, Updates::Serial)),
        ]),
        Scenario::Rooms => one("cached query", rooms::<Small>),
        Scenario::Prepare => one("cached query", prepare),
        Scenario::SimpleInsertOne => one("spawn", |count| simple_insert(count, spawn_each)),
        Scenario::SimpleInsert => one("spawn_batch", |count| simple_insert(count, spawn_bodies)),
        Scenario::SimpleIter => several([
            ("iter_mut", simple_iter_loop),
            ("iter_mut, for_each", simple_iter_for_each),
            ("contiguous, bypass", simple_iter_slices),
        ]),
        Scenario::FragmentedIter => several([
            ("iter_mut", fragmented_iter_loop),
            ("iter_mut, for_each", fragmented_iter_for_each),
            ("contiguous, bypass", fragmented_iter_slices),
        ]),
        Scenario::Schedule => several([
            ("many threads", schedule_parallel),
            ("one thread", schedule_serial),
            ("one thread, contiguous, bypass", schedule_slices),
        ]),
        Scenario::HeavyCompute => several([("par_iter_mut", heavy_parallel), ("one thread", heavy_serial)]),
        Scenario::AddRemove => several([
            ("table", add_remove::<B>),
            ("sparse set", add_remove::<SparseB>),
            ("sparse set, insert_batch", add_batch_remove::<SparseB>),
        ]),
    }
}

// ---- airplanes ----

#[derive(Component)]
struct Airplane {
    transform: Entity,
    speed: f32,
}

#[derive(Component, Default)]
struct Transform {
    pos: Vec3,
}

fn airplane(transform: Entity) -> (Airplane, Transform) {
    (Airplane { transform, speed: SPEED }, Transform::default())
}

#[derive(Default)]
struct Airplanes {
    world: World,
    ids: Vec<Entity>,
}

impl Airplanes {
    fn spawn(&mut self) -> Entity {
        let mut entity = self.world.spawn(airplane(Entity::PLACEHOLDER));
        let id = entity.id();
        entity.get_mut::<Airplane>().expect("it was spawned with one").transform = id;
        id
    }

    fn spawn_at(&mut self) -> Entity {
        let id = self.world.entity_allocator().alloc();
        self.world.spawn_at(id, airplane(id)).expect("it is new");
        id
    }

    fn spawned(count: usize) -> Self {
        let mut all = Self::default();
        for _ in 0..count {
            let id = all.spawn();
            all.ids.push(id);
        }
        all
    }

    fn spawned_at(count: usize) -> Self {
        let mut all = Self::default();
        for _ in 0..count {
            let id = all.spawn_at();
            all.ids.push(id);
        }
        all
    }

    fn batch(count: usize) -> Self {
        let mut world = World::new();
        let ids = world.spawn_batch((0..count).map(|_| airplane(Entity::PLACEHOLDER))).collect();
        for (id, mut airplane) in world.query::<(Entity, &mut Airplane)>().iter_mut(&mut world) {
            airplane.transform = id;
        }
        Self { world, ids }
    }

    fn many_spawned_at(count: usize) -> Self {
        let mut world = World::new();
        let ids: Vec<_> = world.entity_allocator().alloc_many(count as u32).collect();
        for &id in &ids {
            world.spawn_at(id, airplane(id)).expect("it is new");
        }
        Self { world, ids }
    }

    fn count(&mut self) -> f64 {
        self.world.query::<&Transform>().iter(&self.world).len() as f64
    }
}

/// Airplanes and the cached queries that move them.
struct Moving {
    airplanes: Airplanes,
    references: SystemState<(Query<'static, 'static, &'static Airplane>, Transforms)>,
    pairs: QueryState<(&'static Airplane, &'static mut Transform)>,
}

type Transforms = Query<'static, 'static, &'static mut Transform>;

impl Moving {
    fn new(count: usize) -> Self {
        let mut airplanes = Airplanes::batch(count);
        let references = SystemState::new(&mut airplanes.world);
        let pairs = airplanes.world.query();
        Self { airplanes, references, pairs }
    }

    fn by_get(&mut self) {
        let (airplanes, mut transforms) =
            self.references.get_mut(&mut self.airplanes.world).expect("queries always exist");
        for airplane in &airplanes {
            if let Ok(mut transform) = transforms.get_mut(airplane.transform) {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    fn by_get_bypassing(&mut self) {
        let (airplanes, mut transforms) =
            self.references.get_mut(&mut self.airplanes.world).expect("queries always exist");
        for airplane in &airplanes {
            if let Ok(mut transform) = transforms.get_mut(airplane.transform) {
                transform.bypass_change_detection().pos[1] += airplane.speed * DT;
            }
        }
    }

    fn by_loop(&mut self) {
        for (airplane, mut transform) in self.pairs.iter_mut(&mut self.airplanes.world) {
            transform.pos[1] += airplane.speed * DT;
        }
    }

    fn by_for_each(&mut self) {
        self.pairs
            .iter_mut(&mut self.airplanes.world)
            .for_each(|(airplane, mut transform)| transform.pos[1] += airplane.speed * DT);
    }

    fn by_slices(&mut self) {
        let tables = self.pairs.contiguous_iter_mut(&mut self.airplanes.world).expect("they are in tables");
        for (airplanes, mut transforms) in tables {
            for (airplane, transform) in airplanes.iter().zip(transforms.bypass_change_detection()) {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    fn sum(&mut self) -> f64 {
        let world = &mut self.airplanes.world;
        world.query::<&Transform>().iter(world).map(|transform| f64::from(transform.pos[1])).sum()
    }
}

fn by(count: usize, frame: fn(&mut Moving)) -> Case {
    frames(count, Moving::new(count), frame, Moving::sum)
}

#[derive(Component)]
struct Watcher(Entity);

fn random_access(count: usize) -> Case {
    let mut world = World::new();
    let ids: Vec<_> = world.entity_allocator().alloc_many(count as u32).collect();
    for (i, other) in permutation(count).into_iter().enumerate() {
        let transform = Transform { pos: [0.0, (i % 97) as f32, 0.0] };
        world.spawn_at(ids[i], (transform, Watcher(ids[other]))).expect("it is new");
    }
    let mut state = SystemState::<(Query<&Watcher>, Query<&Transform>)>::new(&mut world);
    let frame = move |(world, seen): &mut (World, f32)| {
        let (watchers, transforms) = state.get(world).expect("queries always exist");
        *seen = watchers
            .iter()
            .filter_map(|watcher| transforms.get(watcher.0).ok())
            .map(|transform| transform.pos[1])
            .sum();
    };
    frames(count, (world, 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

struct Recycled {
    moving: Moving,
    by_reference: fn(&mut Moving),
    by_iteration: fn(&mut Moving),
}

impl Recycle for Recycled {
    fn by_reference(&mut self) {
        (self.by_reference)(&mut self.moving);
    }

    fn by_iteration(&mut self) {
        (self.by_iteration)(&mut self.moving);
    }

    fn despawn(&mut self, places: &[usize]) {
        let Airplanes { world, ids } = &mut self.moving.airplanes;
        for &place in places {
            world.despawn(ids[place]);
        }
    }

    fn create(&mut self, places: &[usize]) {
        let airplanes = &mut self.moving.airplanes;
        for &place in places {
            airplanes.ids[place] = airplanes.spawn_at();
        }
    }

    fn sum(&mut self) -> f64 {
        self.moving.sum()
    }
}

// ---- many types ----

#[derive(Component)]
struct Part<const N: usize>(#[allow(dead_code, reason = "it is only stored")] f32);

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

fn despawn(count: usize) -> Case {
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
enum Updates {
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

fn many_types(count: usize, updates: Updates) -> Case {
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

fn parallel() -> Schedule {
    ComputeTaskPool::get_or_init(TaskPool::default);
    let mut schedule = Schedule::default();
    schedule.set_executor(MultiThreadedExecutor::new());
    schedule
}

fn serial() -> Schedule {
    let mut schedule = Schedule::default();
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule
}

// ---- the six of ecs_bench_suite ----

#[derive(Component)]
struct Matrix(Mat4);

#[derive(Component)]
struct Position(Vec3);

#[derive(Component)]
struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

#[derive(Component)]
struct Velocity(Vec3);

fn body() -> (Matrix, Position, Rotation, Velocity) {
    const X: Vec3 = [1.0, 0.0, 0.0];
    (Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X))
}

fn spawn_bodies(world: &mut World, count: usize) -> Vec<Entity> {
    world.spawn_batch((0..count).map(|_| body())).collect()
}

fn spawn_each(world: &mut World, count: usize) -> Vec<Entity> {
    (0..count).map(|_| world.spawn(body()).id()).collect()
}

fn simple_insert(count: usize, spawn: fn(&mut World, usize) -> Vec<Entity>) -> Case {
    repeated(count, move || {
        let mut world = World::new();
        drop(black_box(spawn(&mut world, count)));
    })
}

type Bodies = QueryState<(&'static Velocity, &'static mut Position)>;

fn simple_iter(count: usize, mut frame: impl FnMut(&mut Bodies, &mut World) + 'static) -> Case {
    let mut world = World::new();
    spawn_bodies(&mut world, count);
    let mut bodies = world.query();
    frames(
        count,
        world,
        move |world| frame(&mut bodies, world),
        |world| world.query::<&Position>().iter(world).map(|position| f64::from(position.0[0])).sum(),
    )
}

fn advance(velocity: &Velocity, position: &mut Position) {
    for axis in 0..3 {
        position.0[axis] += velocity.0[axis];
    }
}

fn simple_iter_loop(count: usize) -> Case {
    simple_iter(count, |bodies, world| {
        for (velocity, mut position) in bodies.iter_mut(world) {
            advance(velocity, &mut position);
        }
    })
}

fn simple_iter_for_each(count: usize) -> Case {
    simple_iter(count, |bodies, world| {
        bodies.iter_mut(world).for_each(|(velocity, mut position)| advance(velocity, &mut position));
    })
}

fn simple_iter_slices(count: usize) -> Case {
    simple_iter(count, |bodies, world| {
        for (velocities, mut positions) in bodies.contiguous_iter_mut(world).expect("they are in tables") {
            for (velocity, position) in velocities.iter().zip(positions.bypass_change_detection()) {
                advance(velocity, position);
            }
        }
    })
}

#[derive(Component)]
struct Data(f32);

type AllData = QueryState<&'static mut Data>;

seq!(N in 0..26 {
    static SPAWN_DATA: [fn(&mut World, usize); 26] = [#(spawn_data::<N>,)*];
});

fn spawn_data<const N: usize>(world: &mut World, count: usize) {
    world.spawn_batch((0..count).map(|_| (Part::<N>(0.0), Data(1.0))));
}

fn fragmented_iter(count: usize, mut frame: impl FnMut(&mut AllData, &mut World) + 'static) -> Case {
    let mut world = World::new();
    SPAWN_DATA.iter().for_each(|spawn| spawn(&mut world, count / 26));
    let mut all = world.query();
    frames(
        count,
        world,
        move |world| frame(&mut all, world),
        |world| world.query::<&Data>().iter(world).map(|data| f64::from(data.0)).sum(),
    )
}

fn fragmented_iter_loop(count: usize) -> Case {
    fragmented_iter(count, |all, world| {
        for mut data in all.iter_mut(world) {
            data.0 *= 1.0001;
        }
    })
}

fn fragmented_iter_for_each(count: usize) -> Case {
    fragmented_iter(count, |all, world| all.iter_mut(world).for_each(|mut data| data.0 *= 1.0001))
}

fn fragmented_iter_slices(count: usize) -> Case {
    fragmented_iter(count, |all, world| {
        for mut column in all.contiguous_iter_mut(world).expect("they are in tables") {
            for data in column.bypass_change_detection() {
                data.0 *= 1.0001;
            }
        }
    })
}

#[derive(Component)]
struct A(f32);

#[derive(Component)]
struct B(f32);

#[derive(Component)]
struct C(f32);

#[derive(Component)]
struct D(f32);

#[derive(Component)]
struct E(f32);

fn swap_ab(mut entities: Query<(&mut A, &mut B)>) {
    entities.iter_mut().for_each(|(mut a, mut b)| swap(&mut a.0, &mut b.0));
}

fn swap_cd(mut entities: Query<(&mut C, &mut D)>) {
    entities.iter_mut().for_each(|(mut c, mut d)| swap(&mut c.0, &mut d.0));
}

fn swap_ce(mut entities: Query<(&mut C, &mut E)>) {
    entities.iter_mut().for_each(|(mut c, mut e)| swap(&mut c.0, &mut e.0));
}

fn swap_ab_slices(mut entities: Query<(&mut A, &mut B)>) {
    for (mut a, mut b) in entities.contiguous_iter_mut().expect("they are in tables") {
        let pairs = a.bypass_change_detection().iter_mut().zip(b.bypass_change_detection());
        pairs.for_each(|(a, b)| swap(&mut a.0, &mut b.0));
    }
}

fn swap_cd_slices(mut entities: Query<(&mut C, &mut D)>) {
    for (mut c, mut d) in entities.contiguous_iter_mut().expect("they are in tables") {
        let pairs = c.bypass_change_detection().iter_mut().zip(d.bypass_change_detection());
        pairs.for_each(|(c, d)| swap(&mut c.0, &mut d.0));
    }
}

fn swap_ce_slices(mut entities: Query<(&mut C, &mut E)>) {
    for (mut c, mut e) in entities.contiguous_iter_mut().expect("they are in tables") {
        let pairs = c.bypass_change_detection().iter_mut().zip(e.bypass_change_detection());
        pairs.for_each(|(c, e)| swap(&mut c.0, &mut e.0));
    }
}

fn schedule(count: usize, schedule: impl Fn() -> Schedule) -> Case {
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
        (world, schedule())
    };
    let frame = |(world, schedule): &mut (World, Schedule)| schedule.run(world);
    frames_by_kinds(count, world, frame, |(world, _)| sum_of_a(world))
}

fn sum_of_a(world: &mut World) -> f64 {
    world.query::<&A>().iter(world).map(|a| f64::from(a.0)).sum()
}

fn schedule_parallel(count: usize) -> Case {
    schedule(count, || {
        let mut systems = parallel();
        systems.add_systems((swap_ab, swap_cd, swap_ce));
        systems
    })
}

fn schedule_serial(count: usize) -> Case {
    schedule(count, || {
        let mut systems = serial();
        systems.add_systems((swap_ab, swap_cd, swap_ce));
        systems
    })
}

fn schedule_slices(count: usize) -> Case {
    schedule(count, || {
        let mut systems = serial();
        systems.add_systems((swap_ab_slices, swap_cd_slices, swap_ce_slices));
        systems
    })
}

type Pairs = QueryState<(&'static mut A, &'static B)>;

fn join(count: usize, frame: fn(&mut Pairs, &mut World)) -> Case {
    let world = |order| {
        let mut world = World::new();
        match order {
            Order::Same => drop(world.spawn_batch((0..count).map(|_| (A(0.0), B(1.0))))),
            Order::Interleaved => {
                for _ in 0..count {
                    world.spawn((A(0.0), B(1.0)));
                    world.spawn(A(0.0));
                    world.spawn(B(1.0));
                }
            }
            Order::Random => {
                let ids: Vec<_> = world.spawn_batch((0..count).map(|_| A(0.0))).collect();
                for place in permutation(count) {
                    world.entity_mut(ids[place]).insert(B(1.0));
                }
            }
        }
        let pairs: Pairs = world.query();
        (pairs, world)
    };
    frames_by_order(count, world, move |(pairs, world)| frame(pairs, world), |(_, world)| sum_of_a(world))
}

fn join_loop(count: usize) -> Case {
    join(count, |pairs, world| {
        for (mut a, b) in pairs.iter_mut(world) {
            a.0 += b.0;
        }
    })
}

fn join_for_each(count: usize) -> Case {
    join(count, |pairs, world| pairs.iter_mut(world).for_each(|(mut a, b)| a.0 += b.0))
}

type Heavy = QueryState<(&'static mut Matrix, &'static mut Position)>;

fn heavy_compute(count: usize, frame: fn(&mut Heavy, &mut World)) -> Case {
    let mut world = World::new();
    spawn_bodies(&mut world, count);
    let mut query = world.query();
    frames(
        count,
        world,
        move |world| frame(&mut query, world),
        |world| world.query::<&Matrix>().iter(world).map(|matrix| f64::from(matrix.0.0[0][0])).sum(),
    )
}

fn heavy_parallel(count: usize) -> Case {
    ComputeTaskPool::get_or_init(TaskPool::default);
    heavy_compute(count, |query, world| {
        query
            .par_iter_mut(world)
            .for_each(|(mut matrix, mut position)| heavy(&mut matrix.0, &mut position.0));
    })
}

fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |query, world| {
        query.iter_mut(world).for_each(|(mut matrix, mut position)| heavy(&mut matrix.0, &mut position.0));
    })
}

/// A component that comes and goes: the documentation advises to store it in a sparse set.
#[derive(Component)]
#[component(storage = "SparseSet")]
struct SparseB(#[allow(dead_code, reason = "it is only stored")] f32);

trait Added: Component<Mutability = Mutable> {
    const NEW: Self;
}

impl Added for B {
    const NEW: Self = Self(1.0);
}

impl Added for SparseB {
    const NEW: Self = Self(1.0);
}

fn add_remove<T: Added>(count: usize) -> Case {
    let mut world = World::new();
    let ids: Vec<_> = world.spawn_batch((0..count).map(|_| A(0.0))).collect();
    let frame = move |world: &mut World| {
        for &id in &ids {
            world.entity_mut(id).insert(T::NEW);
        }
        for &id in &ids {
            world.entity_mut(id).remove::<T>();
        }
    };
    frames(count, world, frame, |world| world.query::<&T>().iter(world).count() as f64)
}

fn add_batch_remove<T: Added>(count: usize) -> Case {
    let mut world = World::new();
    let ids: Vec<_> = world.spawn_batch((0..count).map(|_| A(0.0))).collect();
    let frame = move |world: &mut World| {
        world.insert_batch(ids.iter().map(|&id| (id, T::NEW)));
        for &id in &ids {
            world.entity_mut(id).remove::<T>();
        }
    };
    frames(count, world, frame, |world| world.query::<&T>().iter(world).count() as f64)
}

// ---- what is small ----

/// A world and a query that is made with it.
struct Small {
    world: World,
    all: QueryState<&'static mut A>,
}

impl Room for Small {
    fn new() -> Self {
        let mut world = World::new();
        world.spawn((A(0.0), B(1.0), C(2.0), D(3.0), E(4.0)));
        Self { all: world.query(), world }
    }

    fn update(&mut self) {
        self.all.iter_mut(&mut self.world).for_each(|mut a| a.0 += 1.0);
    }

    fn value(&mut self) -> f64 {
        sum_of_a(&mut self.world)
    }
}

fn prepare(_: usize) -> Case {
    let mut small = Small::new();
    let mut pairs: Pairs = small.world.query();
    let two = move |small: &mut Small| {
        pairs.iter_mut(&mut small.world).for_each(|(mut a, b)| a.0 += b.0);
    };
    two_frames(1, small, Small::update, two, Small::value)
}
