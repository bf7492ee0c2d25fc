//! specs: an ECS whose types each choose a storage. Types that most entities have lie in a `VecStorage`, the
//! others in a `DenseVecStorage`.

use std::hint::black_box;

use seq_macro::seq;
use specs::prelude::*;

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
            ("create_entity", |count| creation(count, move || Airplanes::built(count), Airplanes::count)),
            ("build_entity", |count| {
                creation(count, move || Airplanes::built_in_storages(count), Airplanes::count)
            }),
        ]),
        Scenario::CreateBulk | Scenario::CreateBulkUsed => {
            one("create_iter", |count| creation(count, move || Airplanes::in_bulk(count), Airplanes::count))
        }
        Scenario::AddSpikes => {
            one("create_entity", |count| spikes(count, Airplanes::default(), Airplanes::push))
        }
        Scenario::Memory => one("VecStorage", |count| memory(count, move || Airplanes::built(count))),
        Scenario::ByReference => {
            several([("VecStorage", by_reference), ("DenseVecStorage", by_reference_dense)])
        }
        Scenario::ByIteration => {
            several([("join", by_iteration), ("DefaultVecStorage, slices", by_iteration_of_slices)])
        }
        Scenario::RandomAccess => one("VecStorage", random_access),
        Scenario::Surroundings => Err(LEFT_OUT),
        Scenario::Tracked => one("FlaggedStorage", tracked),
        Scenario::Join => one("join", join),
        Scenario::Recycle => several([
            ("delete_entity", |count| recycle(count, move || Airplanes::in_bulk(count))),
            ("delete_entities", |count| recycle(count, move || AtOnce(Airplanes::in_bulk(count)))),
        ]),
        Scenario::Despawn => several([("delete_entity", despawn), ("delete_entities", despawn_at_once)]),
        Scenario::ManyTypes => several([("dispatcher", many_types), ("in sequence", many_types_in_sequence)]),
        Scenario::Rooms => one("join", rooms::<Small>),
        Scenario::Prepare => one("join", prepare),
        Scenario::SimpleInsert => one("create_iter", |count| simple_insert(count, create_bodies)),
        Scenario::SimpleInsertOne => one("create_entity", |count| simple_insert(count, create_each)),
        Scenario::SimpleIter => {
            several([("join", simple_iter), ("DefaultVecStorage, slices", simple_iter_of_slices)])
        }
        Scenario::FragmentedIter => one("slice", fragmented_iter),
        Scenario::Schedule => several([("dispatcher", schedule), ("dispatch_seq", schedule_in_sequence)]),
        Scenario::HeavyCompute => several([("par_join", heavy_parallel), ("one thread", heavy_serial)]),
        Scenario::AddRemove => one("insert, remove", add_remove),
    }
}

/// Says in which storage the components of some types lie.
macro_rules! storages {
    ($($component:ty: $storage:ident),* $(,)?) => {
        $(impl Component for $component {
            type Storage = $storage<Self>;
        })*
    };
}

// ---- airplanes ----

struct Airplane {
    transform: Entity,
    speed: f32,
}

impl Airplane {
    fn new(id: Entity) -> Self {
        Self { transform: id, speed: SPEED }
    }
}

#[derive(Default)]
struct Transform {
    pos: Vec3,
}

storages!(Airplane: VecStorage, Transform: VecStorage);

struct Airplanes {
    ids: Vec<Entity>,
    world: World,
}

impl Default for Airplanes {
    fn default() -> Self {
        let mut world = World::new();
        world.register::<Airplane>();
        world.register::<Transform>();
        Self { ids: Vec::new(), world }
    }
}

impl Airplanes {
    fn push(&mut self) {
        let builder = self.world.create_entity();
        let airplane = Airplane::new(builder.entity);
        self.ids.push(builder.with(airplane).with(Transform::default()).build());
    }

    fn built(count: usize) -> Self {
        let mut all = Self::default();
        (0..count).for_each(|_| all.push());
        all
    }

    /// Creates one by one, with storages that are fetched once.
    fn built_in_storages(count: usize) -> Self {
        let Self { mut ids, mut world } = Self::default();
        {
            let entities = world.entities();
            let mut airplanes = world.write_storage();
            let mut transforms = world.write_storage();
            for _ in 0..count {
                let builder = entities.build_entity();
                let airplane = Airplane::new(builder.entity);
                let builder = builder.with(airplane, &mut airplanes);
                ids.push(builder.with(Transform::default(), &mut transforms).build());
            }
        }
        world.maintain();
        Self { ids, world }
    }

    fn in_bulk(count: usize) -> Self {
        let mut all = Self::default();
        all.ids = all.spawn(count);
        all
    }

    fn spawn(&mut self, count: usize) -> Vec<Entity> {
        let ids: Vec<Entity> = self.world.create_iter().take(count).collect();
        let mut airplanes = self.world.write_storage();
        let mut transforms = self.world.write_storage();
        for &id in &ids {
            airplanes.insert(id, Airplane::new(id)).expect("the entity is alive");
            transforms.insert(id, Transform::default()).expect("the entity is alive");
        }
        ids
    }

    fn count(&mut self) -> f64 {
        self.world.read_storage::<Transform>().count() as f64
    }
}

impl Recycle for Airplanes {
    fn by_reference(&mut self) {
        let airplanes = self.world.read_storage::<Airplane>();
        let mut transforms = self.world.write_storage::<Transform>();
        for airplane in airplanes.join() {
            let transform = transforms.get_mut(airplane.transform).expect("the transform is there");
            transform.pos[1] += airplane.speed * DT;
        }
    }

    fn by_iteration(&mut self) {
        let airplanes = self.world.read_storage::<Airplane>();
        let mut transforms = self.world.write_storage::<Transform>();
        for (airplane, transform) in (&airplanes, &mut transforms).join() {
            transform.pos[1] += airplane.speed * DT;
        }
    }

    fn despawn(&mut self, places: &[usize]) {
        for &place in places {
            self.world.delete_entity(self.ids[place]).expect("the entity is alive");
        }
    }

    fn create(&mut self, places: &[usize]) {
        let ids = self.spawn(places.len());
        for (&place, id) in places.iter().zip(ids) {
            self.ids[place] = id;
        }
    }

    fn sum(&mut self) -> f64 {
        let transforms = self.world.read_storage::<Transform>();
        transforms.join().map(|transform| f64::from(transform.pos[1])).sum()
    }
}

/// Airplanes that are deleted by one call.
struct AtOnce(Airplanes);

impl Recycle for AtOnce {
    fn by_reference(&mut self) {
        self.0.by_reference();
    }

    fn by_iteration(&mut self) {
        self.0.by_iteration();
    }

    fn despawn(&mut self, places: &[usize]) {
        let ids: Vec<Entity> = places.iter().map(|&place| self.0.ids[place]).collect();
        self.0.world.delete_entities(&ids).expect("all are alive");
    }

    fn create(&mut self, places: &[usize]) {
        self.0.create(places);
    }

    fn sum(&mut self) -> f64 {
        self.0.sum()
    }
}

fn by_reference(count: usize) -> Case {
    frames(count, Airplanes::in_bulk(count), Airplanes::by_reference, Airplanes::sum)
}

fn by_iteration(count: usize) -> Case {
    frames(count, Airplanes::in_bulk(count), Airplanes::by_iteration, Airplanes::sum)
}

fn by_reference_dense(count: usize) -> Case {
    struct Plane(Airplane);
    struct Place(Transform);
    storages!(Plane: DenseVecStorage, Place: DenseVecStorage);
    let mut world = World::new();
    world.register::<Plane>();
    world.register::<Place>();
    let ids: Vec<Entity> = world.create_iter().take(count).collect();
    for id in ids {
        world.write_storage().insert(id, Plane(Airplane::new(id))).expect("the entity is alive");
        world.write_storage().insert(id, Place(Transform::default())).expect("the entity is alive");
    }
    let frame = |world: &mut World| {
        let planes = world.read_storage::<Plane>();
        let mut places = world.write_storage::<Place>();
        for Plane(airplane) in planes.as_slice() {
            let Place(transform) = places.get_mut(airplane.transform).expect("the transform is there");
            transform.pos[1] += airplane.speed * DT;
        }
    };
    frames(count, world, frame, |world| {
        world.read_storage::<Place>().as_slice().iter().map(|place| f64::from(place.0.pos[1])).sum()
    })
}

/// The values of entities that lack one are zero, and so harmless in the sum.
fn by_iteration_of_slices(count: usize) -> Case {
    #[derive(Default)]
    struct Speed(f32);
    #[derive(Default)]
    struct Place(Transform);
    storages!(Speed: DefaultVecStorage, Place: DefaultVecStorage);
    let mut world = World::new();
    world.register::<Speed>();
    world.register::<Place>();
    for _ in 0..count {
        world.create_entity().with(Speed(SPEED)).with(Place::default()).build();
    }
    let frame = |world: &mut World| {
        let speeds = world.read_storage::<Speed>();
        let mut places = world.write_storage::<Place>();
        for (speed, place) in speeds.as_slice().iter().zip(places.as_mut_slice()) {
            place.0.pos[1] += speed.0 * DT;
        }
    };
    frames(count, world, frame, |world| {
        world.read_storage::<Place>().as_slice().iter().map(|place| f64::from(place.0.pos[1])).sum()
    })
}

struct Watcher(Entity);

storages!(Watcher: VecStorage);

fn random_access(count: usize) -> Case {
    let mut world = World::new();
    world.register::<Watcher>();
    world.register::<Transform>();
    let ids: Vec<Entity> = world.create_iter().take(count).collect();
    for ((i, &id), other) in ids.iter().enumerate().zip(permutation(count)) {
        let transform = Transform { pos: [0.0, (i % 97) as f32, 0.0] };
        world.write_storage().insert(id, transform).expect("the entity is alive");
        world.write_storage().insert(id, Watcher(ids[other])).expect("the entity is alive");
    }
    let frame = |(world, seen): &mut (World, f32)| {
        let watchers = world.read_storage::<Watcher>();
        let transforms = world.read_storage::<Transform>();
        let y = |watcher: &Watcher| transforms.get(watcher.0).expect("the transform is there").pos[1];
        *seen = watchers.join().map(y).sum();
    };
    frames(count, (world, 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

// ---- many types ----

seq!(N in 0..30 {
    #(
        #[derive(Default)]
        struct Part~N(#[allow(dead_code, reason = "it is only stored")] f32);

        storages!(Part~N: DenseVecStorage);
    )*

    static PARTS: [fn(&World, Entity); 30] = [#(
        |world, id| _ = world.write_storage().insert(id, Part~N::default()).expect("the entity is alive"),
    )*];

    fn register_parts(world: &mut World) {
        #(world.register::<Part~N>();)*
    }
});

fn entities_of_parts(count: usize) -> (World, Vec<Entity>) {
    let mut world = World::new();
    register_parts(&mut world);
    let ids: Vec<Entity> = world.create_iter().take(count).collect();
    for (i, &id) in ids.iter().enumerate() {
        (0..8).for_each(|k| black_box(&PARTS)[(i + k) % 30](&world, id));
    }
    (world, ids)
}

fn alive((world, _): &mut (World, Vec<Entity>)) -> f64 {
    world.entities().join().count() as f64
}

fn despawn(count: usize) -> Case {
    let work = |(world, ids): &mut (World, Vec<Entity>)| {
        for &id in &*ids {
            world.delete_entity(id).expect("the entity is alive");
        }
    };
    consumption(count, move || entities_of_parts(count), work, alive)
}

fn despawn_at_once(count: usize) -> Case {
    let work = |(world, ids): &mut (World, Vec<Entity>)| world.delete_entities(ids).expect("all are alive");
    consumption(count, move || entities_of_parts(count), work, alive)
}

/// What is done with one of many types.
struct Steps {
    create: fn(&mut World, usize),
    update: fn(&World),
    /// Adds a system of the update.
    schedule: fn(&mut DispatcherBuilder<'static, 'static>),
    sum: fn(&World) -> f64,
}

seq!(N in 0..100 {
    #(
        struct Kind~N(f32);

        storages!(Kind~N: DenseVecStorage);

        struct Update~N;

        impl<'a> System<'a> for Update~N {
            type SystemData = WriteStorage<'a, Kind~N>;

            fn run(&mut self, mut kinds: Self::SystemData) {
                for kind in kinds.as_mut_slice() {
                    kind.0 += DT;
                }
            }
        }
    )*

    static KINDS: [Steps; 100] = [#(
        Steps {
            create: |world, count| {
                world.register::<Kind~N>();
                let ids: Vec<Entity> = world.create_iter().take(count).collect();
                let mut kinds = world.write_storage();
                for id in ids {
                    kinds.insert(id, Kind~N(1.0)).expect("the entity is alive");
                }
            },
            update: |world| Update~N.run_now(world),
            schedule: |builder| builder.add(Update~N, "", &[]),
            sum: |world| {
                world.read_storage::<Kind~N>().as_slice().iter().map(|kind| f64::from(kind.0)).sum()
            },
        },
    )*];
});

fn create_kinds(count: usize) -> World {
    let mut world = World::new();
    black_box(&KINDS).iter().for_each(|kind| (kind.create)(&mut world, count / 100));
    world
}

fn sum_of_kinds(world: &World) -> f64 {
    black_box(&KINDS).iter().map(|kind| (kind.sum)(world)).sum()
}

fn many_types(count: usize) -> Case {
    // It does not belong to a world, and has threads of its own: a program makes it once.
    let mut builder = DispatcherBuilder::new();
    black_box(&KINDS).iter().for_each(|kind| (kind.schedule)(&mut builder));
    let mut dispatcher = builder.build();
    let frame = move |world: &mut World| dispatcher.dispatch(world);
    creation_and_frames(count, move || create_kinds(count), frame, |world| sum_of_kinds(world))
}

fn many_types_in_sequence(count: usize) -> Case {
    let frame = |world: &mut World| black_box(&KINDS).iter().for_each(|kind| (kind.update)(world));
    creation_and_frames(count, move || create_kinds(count), frame, |world| sum_of_kinds(world))
}

// ---- the six of ecs_bench_suite ----

struct Matrix(Mat4);

struct Position(Vec3);

struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

struct Velocity(Vec3);

storages!(Matrix: VecStorage, Position: VecStorage, Rotation: VecStorage, Velocity: VecStorage);

const X: Vec3 = [1.0, 0.0, 0.0];

fn create_bodies(world: &mut World, count: usize) {
    let ids: Vec<Entity> = world.create_iter().take(count).collect();
    let mut matrices = world.write_storage();
    let mut positions = world.write_storage();
    let mut rotations = world.write_storage();
    let mut velocities = world.write_storage();
    for id in ids {
        matrices.insert(id, Matrix(Mat4::SCALE)).expect("the entity is alive");
        positions.insert(id, Position(X)).expect("the entity is alive");
        rotations.insert(id, Rotation(X)).expect("the entity is alive");
        velocities.insert(id, Velocity(X)).expect("the entity is alive");
    }
}

fn create_each(world: &mut World, count: usize) {
    for _ in 0..count {
        let builder = world.create_entity().with(Matrix(Mat4::SCALE)).with(Position(X));
        builder.with(Rotation(X)).with(Velocity(X)).build();
    }
}

fn world_of_bodies(count: usize, create: fn(&mut World, usize)) -> World {
    let mut world = World::new();
    world.register::<Matrix>();
    world.register::<Position>();
    world.register::<Rotation>();
    world.register::<Velocity>();
    create(&mut world, count);
    world
}

fn bodies(count: usize) -> World {
    world_of_bodies(count, create_bodies)
}

fn simple_insert(count: usize, create: fn(&mut World, usize)) -> Case {
    repeated(count, move || drop(black_box(world_of_bodies(count, create))))
}

fn advance(velocity: &Vec3, position: &mut Vec3) {
    for axis in 0..3 {
        position[axis] += velocity[axis];
    }
}

fn simple_iter(count: usize) -> Case {
    let frame = |world: &mut World| {
        let velocities = world.read_storage::<Velocity>();
        let mut positions = world.write_storage::<Position>();
        for (velocity, position) in (&velocities, &mut positions).join() {
            advance(&velocity.0, &mut position.0);
        }
    };
    frames(count, bodies(count), frame, |world| {
        world.read_storage::<Position>().join().map(|position| f64::from(position.0[0])).sum()
    })
}

/// The values of entities that lack one are zero, and so harmless in the sum.
fn simple_iter_of_slices(count: usize) -> Case {
    #[derive(Default)]
    struct Place(Vec3);
    #[derive(Default)]
    struct Pace(Vec3);
    storages!(Place: DefaultVecStorage, Pace: DefaultVecStorage);
    let mut world = World::new();
    world.register::<Matrix>();
    world.register::<Place>();
    world.register::<Rotation>();
    world.register::<Pace>();
    for _ in 0..count {
        let builder = world.create_entity().with(Matrix(Mat4::SCALE)).with(Place(X));
        builder.with(Rotation(X)).with(Pace(X)).build();
    }
    let frame = |world: &mut World| {
        let paces = world.read_storage::<Pace>();
        let mut places = world.write_storage::<Place>();
        for (pace, place) in paces.as_slice().iter().zip(places.as_mut_slice()) {
            advance(&pace.0, &mut place.0);
        }
    };
    frames(count, world, frame, |world| {
        world.read_storage::<Place>().as_slice().iter().map(|place| f64::from(place.0[0])).sum()
    })
}

struct Data(f32);

storages!(Data: DenseVecStorage);

fn fragmented_iter(count: usize) -> Case {
    let mut world = World::new();
    register_parts(&mut world);
    world.register::<Data>();
    for part in &black_box(&PARTS)[..26] {
        for _ in 0..count / 26 {
            let id = world.create_entity().with(Data(1.0)).build();
            part(&world, id);
        }
    }
    let frame = |world: &mut World| {
        for data in world.write_storage::<Data>().as_mut_slice() {
            data.0 *= 1.0001;
        }
    };
    frames(count, world, frame, |world| {
        world.read_storage::<Data>().as_slice().iter().map(|data| f64::from(data.0)).sum()
    })
}

struct A(f32);

struct B(f32);

struct C(f32);

struct D(f32);

struct E(f32);

storages!(A: VecStorage, B: VecStorage, C: VecStorage, D: VecStorage, E: VecStorage);

struct SwapAB;

impl<'a> System<'a> for SwapAB {
    type SystemData = (WriteStorage<'a, A>, WriteStorage<'a, B>);

    fn run(&mut self, (mut a, mut b): Self::SystemData) {
        for (a, b) in (&mut a, &mut b).join() {
            std::mem::swap(&mut a.0, &mut b.0);
        }
    }
}

struct SwapCD;

impl<'a> System<'a> for SwapCD {
    type SystemData = (WriteStorage<'a, C>, WriteStorage<'a, D>);

    fn run(&mut self, (mut c, mut d): Self::SystemData) {
        for (c, d) in (&mut c, &mut d).join() {
            std::mem::swap(&mut c.0, &mut d.0);
        }
    }
}

struct SwapCE;

impl<'a> System<'a> for SwapCE {
    type SystemData = (WriteStorage<'a, C>, WriteStorage<'a, E>);

    fn run(&mut self, (mut c, mut e): Self::SystemData) {
        for (c, e) in (&mut c, &mut e).join() {
            std::mem::swap(&mut c.0, &mut e.0);
        }
    }
}

/// Makes a world of four kinds of entities, and a dispatcher of three systems.
fn letters(runs: &[Run]) -> (World, Dispatcher<'static, 'static>) {
    let mut world = World::new();
    let mut dispatcher = DispatcherBuilder::new()
        .with(SwapAB, "ab", &[])
        .with(SwapCD, "cd", &[])
        .with(SwapCE, "ce", &[])
        .build();
    dispatcher.setup(&mut world);
    for &Run { kind, count } in runs {
        for _ in 0..count {
            let builder = world.create_entity().with(A(0.0)).with(B(1.0));
            match kind {
                0 => builder.build(),
                1 => builder.with(C(2.0)).build(),
                2 => builder.with(C(2.0)).with(D(3.0)).build(),
                _ => builder.with(C(2.0)).with(E(4.0)).build(),
            };
        }
    }
    (world, dispatcher)
}

fn sum_of_a(world: &World) -> f64 {
    world.read_storage::<A>().join().map(|a| f64::from(a.0)).sum()
}

fn schedule(count: usize) -> Case {
    let frame = |(world, dispatcher): &mut (World, Dispatcher)| dispatcher.dispatch(world);
    frames_by_kinds(count, letters, frame, |(world, _)| sum_of_a(world))
}

fn schedule_in_sequence(count: usize) -> Case {
    let frame = |(world, dispatcher): &mut (World, Dispatcher)| dispatcher.dispatch_seq(world);
    frames_by_kinds(count, letters, frame, |(world, _)| sum_of_a(world))
}

fn heavy_parallel(count: usize) -> Case {
    heavy_compute(count, |world| {
        let mut matrices = world.write_storage::<Matrix>();
        let mut positions = world.write_storage::<Position>();
        let pairs = (&mut matrices, &mut positions).par_join();
        pairs.for_each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0));
    })
}

fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |world| {
        let mut matrices = world.write_storage::<Matrix>();
        let mut positions = world.write_storage::<Position>();
        for (matrix, position) in (&mut matrices, &mut positions).join() {
            heavy(&mut matrix.0, &mut position.0);
        }
    })
}

fn heavy_compute(count: usize, frame: impl FnMut(&mut World) + 'static) -> Case {
    frames(count, bodies(count), frame, |world| {
        world.read_storage::<Matrix>().join().map(|matrix| f64::from(matrix.0.0[0][0])).sum()
    })
}

fn add_remove(count: usize) -> Case {
    let mut world = World::new();
    world.register::<A>();
    world.register::<B>();
    let ids: Vec<Entity> = (0..count).map(|_| world.create_entity().with(A(0.0)).build()).collect();
    let frame = |(world, ids): &mut (World, Vec<Entity>)| {
        let mut b = world.write_storage::<B>();
        for &id in &*ids {
            b.insert(id, B(1.0)).expect("the entity is alive");
        }
        for &id in &*ids {
            b.remove(id);
        }
    };
    frames(count, (world, ids), frame, |(world, _)| world.read_storage::<B>().count() as f64)
}

fn pairs(order: Order, count: usize) -> World {
    let mut world = World::new();
    world.register::<A>();
    world.register::<B>();
    match order {
        Order::Same => {
            (0..count).for_each(|_| _ = world.create_entity().with(A(0.0)).with(B(1.0)).build());
        }
        Order::Interleaved => {
            for _ in 0..count {
                world.create_entity().with(A(0.0)).with(B(1.0)).build();
                world.create_entity().with(A(0.0)).build();
                world.create_entity().with(B(1.0)).build();
            }
        }
        Order::Random => {
            let ids: Vec<Entity> = (0..count).map(|_| world.create_entity().with(A(0.0)).build()).collect();
            let mut b = world.write_storage();
            for place in permutation(count) {
                b.insert(ids[place], B(1.0)).expect("the entity is alive");
            }
        }
    }
    world
}

fn add(world: &mut World) {
    let (mut a, b) = (world.write_storage::<A>(), world.read_storage::<B>());
    for (a, b) in (&mut a, &b).join() {
        a.0 += b.0;
    }
}

fn join(count: usize) -> Case {
    frames_by_order(count, |order| pairs(order, count), add, |world| sum_of_a(world))
}

// ---- changes ----

struct Flagged(Vec3);

impl Component for Flagged {
    type Storage = FlaggedStorage<Self, VecStorage<Self>>;
}

/// The storage sends an event for each change. A reader takes them after each frame.
fn tracked(count: usize) -> Case {
    let mut world = World::new();
    world.register::<Airplane>();
    world.register::<Flagged>();
    for _ in 0..count {
        let builder = world.create_entity();
        let airplane = Airplane::new(builder.entity);
        builder.with(airplane).with(Flagged([0.0; 3])).build();
    }
    let reader = world.write_storage::<Flagged>().register_reader();
    let by_reference = |(world, reader): &mut (World, ReaderId<ComponentEvent>)| {
        let airplanes = world.read_storage::<Airplane>();
        let mut places = world.write_storage::<Flagged>();
        for airplane in airplanes.join() {
            let place = places.get_mut(airplane.transform).expect("the place is there");
            place.0[1] += airplane.speed * DT;
        }
        black_box(places.channel().read(reader).count());
    };
    let by_iteration = |(world, reader): &mut (World, ReaderId<ComponentEvent>)| {
        let airplanes = world.read_storage::<Airplane>();
        let mut places = world.write_storage::<Flagged>();
        for (airplane, place) in (&airplanes, &mut places).join() {
            place.0[1] += airplane.speed * DT;
        }
        black_box(places.channel().read(reader).count());
    };
    two_frames(count, (world, reader), by_reference, by_iteration, |(world, _)| {
        world.read_storage::<Flagged>().join().map(|place| f64::from(place.0[1])).sum()
    })
}

// ---- what is small ----

struct Small(World);

impl Room for Small {
    fn new() -> Self {
        let mut world = World::new();
        world.register::<A>();
        world.register::<B>();
        world.register::<C>();
        world.register::<D>();
        world.register::<E>();
        world.create_entity().with(A(0.0)).with(B(1.0)).with(C(2.0)).with(D(3.0)).with(E(4.0)).build();
        Self(world)
    }

    fn update(&mut self) {
        for a in (&mut self.0.write_storage::<A>()).join() {
            a.0 += 1.0;
        }
    }

    fn value(&mut self) -> f64 {
        sum_of_a(&self.0)
    }
}

fn prepare(_: usize) -> Case {
    two_frames(1, Small::new(), Small::update, |small| add(&mut small.0), Small::value)
}
