//! sparsey: an ECS of sparse sets. Types that are often used together can be grouped, which keeps them side
//! by side as slices.

use std::hint::black_box;

use seq_macro::seq;
use sparsey::World;
use sparsey::entity::Entity;

use peers::order::{Order, Run, frames_by_kinds, frames_by_order};
use peers::recycle::{Recycle, recycle};
use peers::rooms::{Room, rooms};
use peers::sample::{
    Case, consumption, creation, creation_and_frames, frames, memory, repeated, spikes, two_frames,
};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{Ways, one, several};
use peers::work::{DT, Mat4, SPEED, Vec3, heavy, permutation};

fn main() {
    serve(ways);
}

const ALONE: &str = "sparse sets";
const GROUP: &str = "group";

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => {
            several([(ALONE, create_one::<false>), (GROUP, create_one::<true>)])
        }
        Scenario::CreateBulk | Scenario::CreateBulkUsed => {
            several([("extend", create_bulk::<false>), ("extend, group", create_bulk::<true>)])
        }
        Scenario::AddSpikes => several([
            (ALONE, |count| spikes(count, Alone::new(), Airplanes::push)),
            (GROUP, |count| spikes(count, Grouped::new(), Airplanes::push)),
        ]),
        Scenario::Memory => several([
            (ALONE, |count| memory(count, move || Alone::pushed(count))),
            (GROUP, |count| memory(count, move || Grouped::pushed(count))),
        ]),
        Scenario::ByReference | Scenario::Surroundings => {
            several([(ALONE, by_reference::<false>), (GROUP, by_reference::<true>)])
        }
        Scenario::ByIteration => {
            several([("query", by_iteration::<false>), ("group, slices", by_iteration::<true>)])
        }
        Scenario::RandomAccess => one("view", random_access),
        Scenario::Tracked => Err("it tracks no changes"),
        Scenario::Join => several([("query", join), ("group, slices", join_grouped)]),
        Scenario::Recycle => several([
            (ALONE, |count| recycle(count, move || Alone::extended(count))),
            (GROUP, |count| recycle(count, move || Grouped::extended(count))),
        ]),
        Scenario::Despawn => one("destroy", despawn),
        Scenario::ManyTypes => one("slice of each type", many_types),
        Scenario::Rooms => one("slice", rooms::<Small>),
        Scenario::Prepare => one("slice, query", prepare),
        Scenario::SimpleInsertOne => one("create", |count| simple_insert(count, create_each)),
        Scenario::SimpleInsert => one("extend", |count| simple_insert(count, extend)),
        Scenario::SimpleIter => several([("query", simple_iter), ("group, slices", simple_iter_grouped)]),
        Scenario::FragmentedIter => one("slice", fragmented_iter),
        Scenario::Schedule => {
            several([("queries in sequence", schedule), ("groups, slices", schedule_grouped)])
        }
        Scenario::HeavyCompute => several([("par_for_each", heavy_parallel), ("one thread", heavy_serial)]),
        Scenario::AddRemove => one("insert, delete", add_remove),
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

struct Airplanes<const GROUPED: bool> {
    ids: Vec<Entity>,
    world: World,
}

type Alone = Airplanes<false>;
type Grouped = Airplanes<true>;

impl<const GROUPED: bool> Airplanes<GROUPED> {
    fn new() -> Self {
        let mut builder = World::builder();
        builder.register::<Airplane>().register::<Transform>();
        if GROUPED {
            builder.add_group::<(Airplane, Transform)>();
        }
        Self { ids: Vec::new(), world: builder.build() }
    }

    fn spawn(&mut self) -> Entity {
        let id = self.world.create((Transform::default(),));
        self.world.insert(id, (Airplane { transform: id, speed: SPEED },));
        id
    }

    fn push(&mut self) {
        let id = self.spawn();
        self.ids.push(id);
    }

    fn pushed(count: usize) -> Self {
        let mut all = Self::new();
        (0..count).for_each(|_| all.push());
        all
    }

    /// Creates all at once. The references are known, and written, afterwards.
    fn extended(count: usize) -> Self {
        let mut all = Self::new();
        let nobody = Entity::with_index(u32::MAX);
        let airplane = |_| (Airplane { transform: nobody, speed: SPEED }, Transform::default());
        all.ids = all.world.extend((0..count).map(airplane)).to_vec();
        all.world.for_each::<(Entity, &mut Airplane)>(|(id, airplane)| airplane.transform = id);
        all
    }

    fn count(&mut self) -> f64 {
        self.world.borrow::<Transform>().len() as f64
    }
}

impl<const GROUPED: bool> Recycle for Airplanes<GROUPED> {
    fn by_reference(&mut self) {
        let airplanes = self.world.borrow::<Airplane>();
        let mut transforms = self.world.borrow_mut::<Transform>();
        for airplane in airplanes.as_slice() {
            transforms[airplane.transform].pos[1] += airplane.speed * DT;
        }
    }

    fn by_iteration(&mut self) {
        let mut query = self.world.query_all::<(&Airplane, &mut Transform)>();
        if GROUPED {
            let (airplanes, transforms) = query.slice().expect("the two are a group");
            for (airplane, transform) in airplanes.iter().zip(transforms) {
                transform.pos[1] += airplane.speed * DT;
            }
        } else {
            query.for_each(|(airplane, transform)| transform.pos[1] += airplane.speed * DT);
        }
    }

    fn despawn(&mut self, places: &[usize]) {
        for &place in places {
            self.world.destroy(self.ids[place]);
        }
    }

    fn create(&mut self, places: &[usize]) {
        for &place in places {
            self.ids[place] = self.spawn();
        }
    }

    fn sum(&mut self) -> f64 {
        let transforms = self.world.borrow::<Transform>();
        transforms.as_slice().iter().map(|transform| f64::from(transform.pos[1])).sum()
    }
}

fn create_one<const GROUPED: bool>(count: usize) -> Case {
    creation(count, move || Airplanes::<GROUPED>::pushed(count), Airplanes::count)
}

fn create_bulk<const GROUPED: bool>(count: usize) -> Case {
    creation(count, move || Airplanes::<GROUPED>::extended(count), Airplanes::count)
}

fn by_reference<const GROUPED: bool>(count: usize) -> Case {
    frames(count, Airplanes::<GROUPED>::extended(count), Airplanes::by_reference, Airplanes::sum)
}

fn by_iteration<const GROUPED: bool>(count: usize) -> Case {
    frames(count, Airplanes::<GROUPED>::extended(count), Airplanes::by_iteration, Airplanes::sum)
}

struct Watcher(Entity);

fn random_access(count: usize) -> Case {
    let mut world = World::builder().register::<Watcher>().register::<Transform>().build();
    let transform = |i: usize| Transform { pos: [0.0, (i % 97) as f32, 0.0] };
    let ids = world.extend((0..count).map(|i| (transform(i),))).to_vec();
    for (&id, other) in ids.iter().zip(permutation(count)) {
        world.insert(id, (Watcher(ids[other]),));
    }
    let frame = |(world, seen): &mut (World, f32)| {
        let watchers = world.borrow::<Watcher>();
        let transforms = world.borrow::<Transform>();
        *seen = watchers.as_slice().iter().map(|watcher| transforms[watcher.0].pos[1]).sum();
    };
    frames(count, (world, 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

// ---- many types ----

seq!(N in 0..30 {
    #(
        #[derive(Default)]
        struct Part~N(#[allow(dead_code, reason = "it is only stored")] f32);
    )*

    static PARTS: [fn(&mut World, Entity); 30] =
        [#(|world, id| _ = world.insert(id, (Part~N::default(),)),)*];

    fn register_parts(world: &mut World) {
        #(world.register::<Part~N>();)*
    }
});

fn despawn(count: usize) -> Case {
    let create = move || {
        let mut world = World::default();
        register_parts(&mut world);
        let ids: Vec<Entity> = (0..count).map(|_| world.create(())).collect();
        for (i, &id) in ids.iter().enumerate() {
            (0..8).for_each(|k| black_box(&PARTS)[(i + k) % 30](&mut world, id));
        }
        (world, ids)
    };
    let work = |(world, ids): &mut (World, Vec<Entity>)| {
        for &id in &*ids {
            world.destroy(id);
        }
    };
    consumption(count, create, work, |(world, _)| world.entities().len() as f64)
}

/// What is done with one of many types.
struct Steps {
    create: fn(&mut World, usize),
    update: fn(&World),
    sum: fn(&World) -> f64,
}

seq!(N in 0..100 {
    #(struct Kind~N(f32);)*

    static KINDS: [Steps; 100] = [#(
        Steps {
            create: |world, count| {
                world.register::<Kind~N>();
                world.extend((0..count).map(|_| (Kind~N(1.0),)));
            },
            update: |world| {
                world.borrow_mut::<Kind~N>().as_mut_slice().iter_mut().for_each(|kind| kind.0 += DT);
            },
            sum: |world| world.borrow::<Kind~N>().as_slice().iter().map(|kind| f64::from(kind.0)).sum(),
        },
    )*];
});

fn many_types(count: usize) -> Case {
    let create = move || {
        let mut world = World::default();
        black_box(&KINDS).iter().for_each(|kind| (kind.create)(&mut world, count / 100));
        world
    };
    let frame = |world: &mut World| black_box(&KINDS).iter().for_each(|kind| (kind.update)(world));
    let sum = |world: &mut World| black_box(&KINDS).iter().map(|kind| (kind.sum)(world)).sum();
    creation_and_frames(count, create, frame, sum)
}

// ---- the six of ecs_bench_suite ----

struct Matrix(Mat4);

struct Position(Vec3);

struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

struct Velocity(Vec3);

const X: Vec3 = [1.0, 0.0, 0.0];

fn extend(world: &mut World, count: usize) {
    world.extend((0..count).map(|_| (Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X))));
}

fn create_each(world: &mut World, count: usize) {
    for _ in 0..count {
        world.create((Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X)));
    }
}

fn bodies(count: usize, grouped: bool, create: fn(&mut World, usize)) -> World {
    let mut builder = World::builder();
    builder.register::<Matrix>().register::<Position>().register::<Rotation>().register::<Velocity>();
    if grouped {
        builder.add_group::<(Position, Velocity)>();
    }
    let mut world = builder.build();
    create(&mut world, count);
    world
}

fn simple_insert(count: usize, create: fn(&mut World, usize)) -> Case {
    repeated(count, move || drop(black_box(bodies(count, false, create))))
}

fn advance((velocity, position): (&Velocity, &mut Position)) {
    for axis in 0..3 {
        position.0[axis] += velocity.0[axis];
    }
}

fn sum_of_positions(world: &mut World) -> f64 {
    world.borrow::<Position>().as_slice().iter().map(|position| f64::from(position.0[0])).sum()
}

fn simple_iter(count: usize) -> Case {
    let frame = |world: &mut World| world.for_each::<(&Velocity, &mut Position)>(advance);
    frames(count, bodies(count, false, extend), frame, sum_of_positions)
}

fn simple_iter_grouped(count: usize) -> Case {
    let frame = |world: &mut World| {
        let mut query = world.query_all::<(&Velocity, &mut Position)>();
        let (velocities, positions) = query.slice().expect("the two are a group");
        velocities.iter().zip(positions).for_each(advance);
    };
    frames(count, bodies(count, true, extend), frame, sum_of_positions)
}

struct Data(f32);

fn fragmented_iter(count: usize) -> Case {
    let mut world = World::default();
    register_parts(&mut world);
    world.register::<Data>();
    for part in &black_box(&PARTS)[..26] {
        for _ in 0..count / 26 {
            let id = world.create((Data(1.0),));
            part(&mut world, id);
        }
    }
    let frame = |world: &mut World| {
        for data in world.borrow_mut::<Data>().as_mut_slice() {
            data.0 *= 1.0001;
        }
    };
    frames(count, world, frame, |world| {
        world.borrow::<Data>().as_slice().iter().map(|data| f64::from(data.0)).sum()
    })
}

struct A(f32);

struct B(f32);

struct C(f32);

struct D(f32);

struct E(f32);

fn letters(runs: &[Run], grouped: bool) -> World {
    let mut builder = World::builder();
    builder.register::<A>().register::<B>().register::<C>().register::<D>().register::<E>();
    if grouped {
        // Groups do not share types: C is either with D or with E.
        builder.add_group::<(A, B)>().add_group::<(C, D)>();
    }
    let mut world = builder.build();
    for &Run { kind, count } in runs {
        match kind {
            0 => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0)))),
            1 => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0), C(2.0)))),
            2 => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0), C(2.0), D(3.0)))),
            _ => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0), C(2.0), E(4.0)))),
        }
    }
    world
}

fn sum_of_a(world: &mut World) -> f64 {
    world.borrow::<A>().as_slice().iter().map(|a| f64::from(a.0)).sum()
}

fn schedule(count: usize) -> Case {
    let frame = |world: &mut World| {
        world.for_each::<(&mut A, &mut B)>(|(a, b)| std::mem::swap(&mut a.0, &mut b.0));
        world.for_each::<(&mut C, &mut D)>(|(c, d)| std::mem::swap(&mut c.0, &mut d.0));
        world.for_each::<(&mut C, &mut E)>(|(c, e)| std::mem::swap(&mut c.0, &mut e.0));
    };
    frames_by_kinds(count, |runs| letters(runs, false), frame, sum_of_a)
}

fn schedule_grouped(count: usize) -> Case {
    let frame = |world: &mut World| {
        let mut ab = world.query_all::<(&mut A, &mut B)>();
        let (a, b) = ab.slice().expect("the two are a group");
        a.iter_mut().zip(b).for_each(|(a, b)| std::mem::swap(&mut a.0, &mut b.0));
        let mut cd = world.query_all::<(&mut C, &mut D)>();
        let (c, d) = cd.slice().expect("the two are a group");
        c.iter_mut().zip(d).for_each(|(c, d)| std::mem::swap(&mut c.0, &mut d.0));
        drop(cd);
        world.for_each::<(&mut C, &mut E)>(|(c, e)| std::mem::swap(&mut c.0, &mut e.0));
    };
    frames_by_kinds(count, |runs| letters(runs, true), frame, sum_of_a)
}

fn heavy_parallel(count: usize) -> Case {
    heavy_compute(count, |world| {
        world.par_for_each::<(&mut Matrix, &mut Position)>(|(matrix, position)| {
            heavy(&mut matrix.0, &mut position.0);
        });
    })
}

fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |world| {
        world.for_each::<(&mut Matrix, &mut Position)>(|(matrix, position)| {
            heavy(&mut matrix.0, &mut position.0);
        });
    })
}

fn heavy_compute(count: usize, frame: impl FnMut(&mut World) + 'static) -> Case {
    let sum = |world: &mut World| {
        world.borrow::<Matrix>().as_slice().iter().map(|matrix| f64::from(matrix.0.0[0][0])).sum()
    };
    frames(count, bodies(count, false, extend), frame, sum)
}

fn add_remove(count: usize) -> Case {
    let mut world = World::builder().register::<A>().register::<B>().build();
    let ids = world.extend((0..count).map(|_| (A(0.0),))).to_vec();
    let frame = |(world, ids): &mut (World, Vec<Entity>)| {
        for &id in &*ids {
            world.insert(id, (B(1.0),));
        }
        for &id in &*ids {
            world.delete::<(B,)>(id);
        }
    };
    frames(count, (world, ids), frame, |(world, _)| world.borrow::<B>().len() as f64)
}

fn pairs(order: Order, count: usize, grouped: bool) -> World {
    let mut builder = World::builder();
    builder.register::<A>().register::<B>();
    if grouped {
        builder.add_group::<(A, B)>();
    }
    let mut world = builder.build();
    match order {
        Order::Same => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0)))),
        Order::Interleaved => {
            for _ in 0..count {
                world.create((A(0.0), B(1.0)));
                world.create((A(0.0),));
                world.create((B(1.0),));
            }
        }
        Order::Random => {
            let ids = world.extend((0..count).map(|_| (A(0.0),))).to_vec();
            permutation(count).into_iter().for_each(|place| _ = world.insert(ids[place], (B(1.0),)));
        }
    }
    world
}

fn join(count: usize) -> Case {
    let frame = |world: &mut World| world.for_each::<(&mut A, &B)>(|(a, b)| a.0 += b.0);
    frames_by_order(count, |order| pairs(order, count, false), frame, sum_of_a)
}

fn join_grouped(count: usize) -> Case {
    let frame = |world: &mut World| {
        let mut ab = world.query_all::<(&mut A, &B)>();
        let (a, b) = ab.slice().expect("the two are a group");
        a.iter_mut().zip(b).for_each(|(a, b)| a.0 += b.0);
    };
    frames_by_order(count, |order| pairs(order, count, true), frame, sum_of_a)
}

// ---- what is small ----

struct Small(World);

impl Room for Small {
    fn new() -> Self {
        let mut builder = World::builder();
        builder.register::<A>().register::<B>().register::<C>().register::<D>().register::<E>();
        let mut world = builder.build();
        world.create((A(0.0), B(1.0), C(2.0), D(3.0), E(4.0)));
        Self(world)
    }

    fn update(&mut self) {
        self.0.borrow_mut::<A>().as_mut_slice().iter_mut().for_each(|a| a.0 += 1.0);
    }

    fn value(&mut self) -> f64 {
        sum_of_a(&mut self.0)
    }
}

fn prepare(_: usize) -> Case {
    let two = |Small(world): &mut Small| world.for_each::<(&mut A, &B)>(|(a, b)| a.0 += b.0);
    two_frames(1, Small::new(), Small::update, two, Small::value)
}
