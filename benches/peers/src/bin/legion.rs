//! legion: archetypes whose queries visit rows or chunks, and a schedule of systems.

use std::hint::black_box;
use std::mem::swap;

use legion::query::Query;
use legion::storage::PackOptions;
use legion::systems::ParallelRunnable;
use legion::world::Allocate;
use legion::*;
use seq_macro::seq;

use peers::order::{Run, frames_by_kinds};
use peers::recycle::{Recycle, recycle};
use peers::sample::{Case, consumption, creation, creation_and_frames, frames, memory, repeated, spikes};
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
            ("push, set", |count| {
                creation(count, move || Airplanes::created(count, Airplanes::push), Airplanes::count)
            }),
            ("Allocate, push_with_id", |count| {
                creation(count, move || Airplanes::created(count, Airplanes::push_with_id), Airplanes::count)
            }),
        ]),
        Scenario::CreateBulk | Scenario::CreateBulkUsed => several([
            ("extend with rows, set", |count| {
                creation(count, move || Airplanes::rows(count), Airplanes::count)
            }),
            ("extend with columns, set", |count| {
                creation(count, move || Airplanes::columns(count), Airplanes::count)
            }),
        ]),
        Scenario::AddSpikes => several([
            ("push, set", |count| add_spikes(count, Airplanes::push)),
            ("Allocate, push_with_id", |count| add_spikes(count, Airplanes::push_with_id)),
        ]),
        Scenario::Memory => several([
            ("Allocate, push_with_id", |count| {
                memory(count, move || Airplanes::created(count, Airplanes::push_with_id))
            }),
            ("extend with columns, set", |count| memory(count, move || Airplanes::columns(count))),
        ]),
        Scenario::ByReference => several([
            ("split, get_mut", |count| by(count, Moving::by_get)),
            ("split, entry_mut", |count| by(count, Moving::by_entry)),
        ]),
        Scenario::ByIteration => several([
            ("iter_mut", |count| by(count, Moving::by_loop)),
            ("for_each_mut", |count| by(count, Moving::by_for_each)),
            ("iter_chunks_mut", |count| by(count, Moving::by_chunks)),
        ]),
        Scenario::RandomAccess => several([("get", random_by_get), ("entry_ref", random_by_entry)]),
        Scenario::Surroundings | Scenario::Tracked | Scenario::Join | Scenario::Rooms | Scenario::Prepare => {
            Err(LEFT_OUT)
        }
        Scenario::Recycle => several([
            ("get_mut", |count| recycle(count, move || Recycled::new(count, Moving::by_get))),
            ("entry_mut", |count| recycle(count, move || Recycled::new(count, Moving::by_entry))),
        ]),
        Scenario::Despawn => one("remove", despawn),
        Scenario::ManyTypes => several([
            ("queries", |count| many_types(count, Updates::Queries)),
            ("schedule, many threads", |count| many_types(count, Updates::Parallel)),
            ("schedule, one thread", |count| many_types(count, Updates::Serial)),
        ]),
        Scenario::SimpleInsert => one("extend with columns", |count| simple_insert(count, push_bodies)),
        Scenario::SimpleInsertOne => one("push", |count| simple_insert(count, push_each)),
        Scenario::SimpleIter => several([
            ("iter_mut", simple_iter_loop),
            ("for_each_mut", simple_iter_for_each),
            ("iter_chunks_mut", simple_iter_chunks),
        ]),
        Scenario::FragmentedIter => several([
            ("for_each_mut", fragmented_iter_for_each),
            ("iter_chunks_mut", fragmented_iter_chunks),
            ("packed, iter_chunks_mut", fragmented_iter_packed),
        ]),
        Scenario::Schedule => several([("many threads", schedule_parallel), ("one thread", schedule_serial)]),
        Scenario::HeavyCompute => {
            several([("par_for_each_mut", heavy_parallel), ("one thread", heavy_serial)])
        }
        Scenario::AddRemove => one("add_component, remove_component", add_remove),
    }
}

// ---- airplanes ----

struct Airplane {
    transform: Entity,
    speed: f32,
}

#[derive(Clone, Default)]
struct Transform {
    pos: Vec3,
}

fn airplane(transform: Entity) -> (Airplane, Transform) {
    (Airplane { transform, speed: SPEED }, Transform::default())
}

struct Airplanes {
    world: World,
    ids: Vec<Entity>,
    fresh: Allocate,
    /// What an airplane refers to before its own id is known: no entity.
    nobody: Entity,
}

impl Default for Airplanes {
    fn default() -> Self {
        let mut fresh = Allocate::new();
        let nobody = fresh.next().expect("ids do not run out");
        Self { world: World::default(), ids: Vec::new(), fresh, nobody }
    }
}

impl Airplanes {
    fn push(&mut self) -> Entity {
        let id = self.world.push(airplane(self.nobody));
        let mut entry = self.world.entry(id).expect("it was pushed");
        entry.get_component_mut::<Airplane>().expect("it was pushed with one").transform = id;
        id
    }

    fn push_with_id(&mut self) -> Entity {
        let id = self.fresh.next().expect("ids do not run out");
        self.world.push_with_id(id, airplane(id));
        id
    }

    fn created(count: usize, create: fn(&mut Self) -> Entity) -> Self {
        let mut all = Self::default();
        for _ in 0..count {
            let id = create(&mut all);
            all.ids.push(id);
        }
        all
    }

    fn rows(count: usize) -> Self {
        let mut all = Self::default();
        let nobody = all.nobody;
        all.ids = all.world.extend((0..count).map(|_| airplane(nobody))).to_vec();
        all.set_references()
    }

    fn columns(count: usize) -> Self {
        let mut all = Self::default();
        let airplanes: Vec<_> =
            (0..count).map(|_| Airplane { transform: all.nobody, speed: SPEED }).collect();
        all.ids = all.world.extend((airplanes, vec![Transform::default(); count]).into_soa()).to_vec();
        all.set_references()
    }

    fn set_references(mut self) -> Self {
        <(Entity, &mut Airplane)>::query()
            .for_each_mut(&mut self.world, |(&id, airplane)| airplane.transform = id);
        self
    }

    fn count(&mut self) -> f64 {
        <&Transform>::query().iter(&self.world).count() as f64
    }
}

fn add_spikes(count: usize, create: fn(&mut Airplanes) -> Entity) -> Case {
    spikes(count, Airplanes::default(), move |all| {
        let id = create(all);
        all.ids.push(id);
    })
}

/// Airplanes and the queries that move them, which cache the archetypes that they match.
struct Moving {
    all: Airplanes,
    airplanes: Query<&'static Airplane>,
    transforms: Query<&'static mut Transform>,
    pairs: Query<(&'static Airplane, &'static mut Transform)>,
}

impl Moving {
    fn new(count: usize) -> Self {
        Self {
            all: Airplanes::columns(count),
            airplanes: IntoQuery::query(),
            transforms: IntoQuery::query(),
            pairs: IntoQuery::query(),
        }
    }

    fn by_get(&mut self) {
        let (mut transforms, airplanes) = self.all.world.split_for_query(&self.transforms);
        for airplane in self.airplanes.iter(&airplanes) {
            if let Ok(transform) = self.transforms.get_mut(&mut transforms, airplane.transform) {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    fn by_entry(&mut self) {
        let (mut transforms, airplanes) = self.all.world.split_for_query(&self.transforms);
        for airplane in self.airplanes.iter(&airplanes) {
            if let Ok(entry) = transforms.entry_mut(airplane.transform)
                && let Ok(transform) = entry.into_component_mut::<Transform>()
            {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    fn by_loop(&mut self) {
        for (airplane, transform) in self.pairs.iter_mut(&mut self.all.world) {
            transform.pos[1] += airplane.speed * DT;
        }
    }

    fn by_for_each(&mut self) {
        self.pairs.for_each_mut(&mut self.all.world, |(airplane, transform)| {
            transform.pos[1] += airplane.speed * DT;
        });
    }

    fn by_chunks(&mut self) {
        for chunk in self.pairs.iter_chunks_mut(&mut self.all.world) {
            let (airplanes, transforms) = chunk.into_components();
            for (airplane, transform) in airplanes.iter().zip(transforms) {
                transform.pos[1] += airplane.speed * DT;
            }
        }
    }

    fn sum(&mut self) -> f64 {
        <&Transform>::query().iter(&self.all.world).map(|transform| f64::from(transform.pos[1])).sum()
    }
}

fn by(count: usize, frame: fn(&mut Moving)) -> Case {
    frames(count, Moving::new(count), frame, Moving::sum)
}

struct Watcher(Entity);

/// Pushes entities that each refer to the transform of a random other one.
fn watchers(count: usize) -> World {
    let mut world = World::default();
    let ids: Vec<_> = Allocate::new().take(count).collect();
    for (i, other) in permutation(count).into_iter().enumerate() {
        let transform = Transform { pos: [0.0, (i % 97) as f32, 0.0] };
        world.push_with_id(ids[i], (transform, Watcher(ids[other])));
    }
    world
}

fn random_by_get(count: usize) -> Case {
    let mut watchers_of = <&Watcher>::query();
    let mut transforms_of = <&Transform>::query();
    let frame = move |(world, seen): &mut (World, f32)| {
        *seen = watchers_of
            .iter(world)
            .filter_map(|watcher| transforms_of.get(world, watcher.0).ok())
            .map(|transform| transform.pos[1])
            .sum();
    };
    frames(count, (watchers(count), 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

fn random_by_entry(count: usize) -> Case {
    let mut watchers_of = <&Watcher>::query();
    let frame = move |(world, seen): &mut (World, f32)| {
        *seen = watchers_of
            .iter(world)
            .filter_map(|watcher| world.entry_ref(watcher.0).ok()?.into_component::<Transform>().ok())
            .map(|transform| transform.pos[1])
            .sum();
    };
    frames(count, (watchers(count), 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

struct Recycled {
    moving: Moving,
    by_reference: fn(&mut Moving),
}

impl Recycled {
    fn new(count: usize, by_reference: fn(&mut Moving)) -> Self {
        Self { moving: Moving::new(count), by_reference }
    }
}

impl Recycle for Recycled {
    fn by_reference(&mut self) {
        (self.by_reference)(&mut self.moving);
    }

    fn by_iteration(&mut self) {
        self.moving.by_chunks();
    }

    fn despawn(&mut self, places: &[usize]) {
        let Airplanes { world, ids, .. } = &mut self.moving.all;
        for &place in places {
            world.remove(ids[place]);
        }
    }

    fn create(&mut self, places: &[usize]) {
        let all = &mut self.moving.all;
        for &place in places {
            all.ids[place] = all.push_with_id();
        }
    }

    fn sum(&mut self) -> f64 {
        self.moving.sum()
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

fn despawn(count: usize) -> Case {
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

type Update = Box<dyn FnMut(&mut World)>;

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
enum Updates {
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

fn run(mut schedule: Schedule) -> Update {
    let mut resources = Resources::default();
    Box::new(move |world| schedule.execute(world, &mut resources))
}

fn many_types(count: usize, updates: Updates) -> Case {
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

// ---- the six of ecs_bench_suite ----

#[derive(Clone)]
struct Matrix(Mat4);

#[derive(Clone)]
struct Position(Vec3);

#[derive(Clone)]
struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

#[derive(Clone)]
struct Velocity(Vec3);

const X: Vec3 = [1.0, 0.0, 0.0];

fn push_bodies(world: &mut World, count: usize) -> Vec<Entity> {
    let bodies = (
        vec![Matrix(Mat4::SCALE); count],
        vec![Position(X); count],
        vec![Rotation(X); count],
        vec![Velocity(X); count],
    );
    world.extend(bodies.into_soa()).to_vec()
}

fn push_each(world: &mut World, count: usize) -> Vec<Entity> {
    let mut push = || world.push((Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X)));
    (0..count).map(|_| push()).collect()
}

fn simple_insert(count: usize, push: fn(&mut World, usize) -> Vec<Entity>) -> Case {
    repeated(count, move || {
        let mut world = World::default();
        drop(black_box(push(&mut world, count)));
    })
}

type Bodies = Query<(&'static Velocity, &'static mut Position)>;

fn simple_iter(count: usize, mut frame: impl FnMut(&mut Bodies, &mut World) + 'static) -> Case {
    let mut world = World::default();
    push_bodies(&mut world, count);
    let mut bodies = IntoQuery::query();
    frames(
        count,
        world,
        move |world| frame(&mut bodies, world),
        |world| <&Position>::query().iter(world).map(|position| f64::from(position.0[0])).sum(),
    )
}

fn advance(velocity: &Velocity, position: &mut Position) {
    for axis in 0..3 {
        position.0[axis] += velocity.0[axis];
    }
}

fn simple_iter_loop(count: usize) -> Case {
    simple_iter(count, |bodies, world| {
        for (velocity, position) in bodies.iter_mut(world) {
            advance(velocity, position);
        }
    })
}

fn simple_iter_for_each(count: usize) -> Case {
    simple_iter(count, |bodies, world| {
        bodies.for_each_mut(world, |(velocity, position)| advance(velocity, position));
    })
}

fn simple_iter_chunks(count: usize) -> Case {
    simple_iter(count, |bodies, world| {
        for chunk in bodies.iter_chunks_mut(world) {
            let (velocities, positions) = chunk.into_components();
            velocities.iter().zip(positions).for_each(|(velocity, position)| advance(velocity, position));
        }
    })
}

struct Data(f32);

seq!(N in 0..26 {
    static EXTEND_DATA: [fn(&mut World, usize); 26] = [#(extend_data::<N>,)*];
});

fn extend_data<const N: usize>(world: &mut World, count: usize) {
    world.extend((0..count).map(|_| (Part::<N>(0.0), Data(1.0))));
}

fn fragments(count: usize) -> World {
    let mut world = World::default();
    EXTEND_DATA.iter().for_each(|extend| extend(&mut world, count / 26));
    world
}

fn fragmented_iter(
    count: usize,
    world: World,
    mut frame: impl FnMut(&mut Query<&'static mut Data>, &mut World) + 'static,
) -> Case {
    let mut all = IntoQuery::query();
    frames(
        count,
        world,
        move |world| frame(&mut all, world),
        |world| <&Data>::query().iter(world).map(|data| f64::from(data.0)).sum(),
    )
}

fn fragmented_iter_for_each(count: usize) -> Case {
    fragmented_iter(count, fragments(count), |all, world| all.for_each_mut(world, |data| data.0 *= 1.0001))
}

fn scale_chunks(all: &mut Query<&'static mut Data>, world: &mut World) {
    for chunk in all.iter_chunks_mut(world) {
        for data in chunk.into_components() {
            data.0 *= 1.0001;
        }
    }
}

fn fragmented_iter_chunks(count: usize) -> Case {
    fragmented_iter(count, fragments(count), scale_chunks)
}

fn fragmented_iter_packed(count: usize) -> Case {
    let mut world = fragments(count);
    world.pack(PackOptions::force());
    fragmented_iter(count, world, scale_chunks)
}

struct A(f32);

struct B(f32);

struct C(f32);

struct D(f32);

struct E(f32);

fn swap_ab() -> impl ParallelRunnable + 'static {
    SystemBuilder::new("swap a and b")
        .with_query(<(&mut A, &mut B)>::query())
        .build(|_, world, _, entities| entities.for_each_mut(world, |(a, b)| swap(&mut a.0, &mut b.0)))
}

fn swap_cd() -> impl ParallelRunnable + 'static {
    SystemBuilder::new("swap c and d")
        .with_query(<(&mut C, &mut D)>::query())
        .build(|_, world, _, entities| entities.for_each_mut(world, |(c, d)| swap(&mut c.0, &mut d.0)))
}

fn swap_ce() -> impl ParallelRunnable + 'static {
    SystemBuilder::new("swap c and e")
        .with_query(<(&mut C, &mut E)>::query())
        .build(|_, world, _, entities| entities.for_each_mut(world, |(c, e)| swap(&mut c.0, &mut e.0)))
}

fn schedule(count: usize, schedule: fn() -> Schedule) -> Case {
    let world = |runs: &[Run]| {
        let mut world = World::default();
        for &Run { kind, count } in runs {
            match kind {
                0 => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0)))),
                1 => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0), C(2.0)))),
                2 => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0), C(2.0), D(3.0)))),
                _ => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0), C(2.0), E(4.0)))),
            }
        }
        (world, run(schedule()))
    };
    let frame = |(world, run): &mut (World, Update)| run(world);
    frames_by_kinds(count, world, frame, |(world, _)| <&A>::query().iter(world).map(|a| f64::from(a.0)).sum())
}

fn schedule_parallel(count: usize) -> Case {
    schedule(count, || {
        Schedule::builder().add_system(swap_ab()).add_system(swap_cd()).add_system(swap_ce()).build()
    })
}

fn schedule_serial(count: usize) -> Case {
    schedule(count, || {
        Schedule::builder()
            .add_thread_local(swap_ab())
            .add_thread_local(swap_cd())
            .add_thread_local(swap_ce())
            .build()
    })
}

type Heavy = Query<(&'static mut Matrix, &'static mut Position)>;

fn heavy_compute(count: usize, frame: fn(&mut Heavy, &mut World)) -> Case {
    let mut world = World::default();
    push_bodies(&mut world, count);
    let mut query = IntoQuery::query();
    frames(
        count,
        world,
        move |world| frame(&mut query, world),
        |world| <&Matrix>::query().iter(world).map(|matrix| f64::from(matrix.0.0[0][0])).sum(),
    )
}

fn heavy_parallel(count: usize) -> Case {
    heavy_compute(count, |query, world| {
        query.par_for_each_mut(world, |(matrix, position)| heavy(&mut matrix.0, &mut position.0));
    })
}

fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |query, world| {
        query.for_each_mut(world, |(matrix, position)| heavy(&mut matrix.0, &mut position.0));
    })
}

fn add_remove(count: usize) -> Case {
    let mut world = World::default();
    let ids = world.extend((0..count).map(|_| (A(0.0),))).to_vec();
    let frame = move |world: &mut World| {
        for &id in &ids {
            world.entry(id).expect("it lives").add_component(B(1.0));
        }
        for &id in &ids {
            world.entry(id).expect("it lives").remove_component::<B>();
        }
    };
    frames(count, world, frame, |world| <&B>::query().iter(world).count() as f64)
}
