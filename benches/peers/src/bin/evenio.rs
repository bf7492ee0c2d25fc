//! evenio: archetypes whose systems are handlers of events. Each frame is an event, and creation sends events
//! too.

use std::hint::black_box;
use std::mem::swap;

use evenio::prelude::*;
use rayon::prelude::*;
use seq_macro::seq;

use peers::order::{Run, frames_by_kinds};
use peers::recycle::{Recycle, recycle};
use peers::sample::{Case, consumption, creation, creation_and_frames, frames, memory, repeated, spikes};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{
    BY_COMPONENT, LEFT_OUT, NO_CHILDREN, NO_SAVES, NO_SNAPSHOTS, NO_TRAITS, Ways, one, several,
};
use peers::work::{DT, Mat4, SPEED, Vec3, heavy, permutation};

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne | Scenario::CreateOneUsed => {
            one("spawn, insert", |count| creation(count, move || Airplanes::new(count), Airplanes::count))
        }
        Scenario::CreateBulk | Scenario::CreateBulkUsed => Err("entities are created one by one"),
        Scenario::AddSpikes => one("spawn, insert", |count| {
            spikes(count, Airplanes::default(), |all| {
                let id = all.spawn();
                all.ids.push(id);
            })
        }),
        Scenario::Memory => one("spawn, insert", |count| memory(count, move || Airplanes::new(count))),
        Scenario::ByReference => one("Fetcher::get_mut", |count| {
            frames(count, Moving::new(count), Moving::by_reference, Moving::sum)
        }),
        Scenario::ByIteration => {
            one("Fetcher", |count| frames(count, Moving::new(count), Moving::by_iteration, Moving::sum))
        }
        Scenario::RandomAccess => one("Fetcher::get", random_access),
        Scenario::Surroundings | Scenario::Tracked | Scenario::Join | Scenario::Rooms | Scenario::Prepare => {
            Err(LEFT_OUT)
        }
        Scenario::Recycle => one("Fetcher", |count| recycle(count, move || Moving::new(count))),
        Scenario::Despawn => one("despawn", despawn),
        Scenario::ManyTypes => one("a handler for each", many_types),
        Scenario::SimpleInsert => Err("entities are created one by one"),
        Scenario::SimpleInsertOne => one("spawn, insert", simple_insert),
        Scenario::SimpleIter => one("Fetcher", simple_iter),
        Scenario::FragmentedIter => one("Fetcher", fragmented_iter),
        Scenario::Schedule => one("handlers in sequence", schedule),
        Scenario::HeavyCompute => several([("into_par_iter", heavy_parallel), ("one thread", heavy_serial)]),
        Scenario::AddRemove => one("insert, remove", add_remove),
        Scenario::ByTrait => Err(NO_TRAITS),
        Scenario::Scene | Scenario::SceneChain | Scenario::SceneStar | Scenario::SceneChanges => {
            Err(NO_CHILDREN)
        }
        Scenario::Saves => Err(NO_SAVES),
        Scenario::Snapshots => Err(NO_SNAPSHOTS),
        Scenario::Fields => Err(BY_COMPONENT),
        _ => Err(LEFT_OUT),
    }
}

/// A frame of a world that does one thing.
#[derive(GlobalEvent)]
struct Frame;

// ---- airplanes ----

#[derive(Component)]
struct Airplane {
    transform: EntityId,
    speed: f32,
}

#[derive(Component, Default)]
struct Transform {
    pos: Vec3,
}

#[derive(Default)]
struct Airplanes {
    world: World,
    ids: Vec<EntityId>,
}

impl Airplanes {
    fn new(count: usize) -> Self {
        let mut all = Self::default();
        for _ in 0..count {
            let id = all.spawn();
            all.ids.push(id);
        }
        all
    }

    fn spawn(&mut self) -> EntityId {
        let id = self.world.spawn();
        self.world.insert(id, Airplane { transform: id, speed: SPEED });
        self.world.insert(id, Transform::default());
        id
    }

    fn count(&mut self) -> f64 {
        f64::from(self.world.entities().len())
    }
}

#[derive(GlobalEvent)]
struct ByReference;

#[derive(GlobalEvent)]
struct ByIteration;

fn by_reference(
    _: Receiver<ByReference>,
    airplanes: Fetcher<&Airplane>,
    mut transforms: Fetcher<&mut Transform>,
) {
    for airplane in airplanes {
        if let Ok(transform) = transforms.get_mut(airplane.transform) {
            transform.pos[1] += airplane.speed * DT;
        }
    }
}

fn by_iteration(_: Receiver<ByIteration>, airplanes: Fetcher<(&Airplane, &mut Transform)>) {
    for (airplane, transform) in airplanes {
        transform.pos[1] += airplane.speed * DT;
    }
}

/// Airplanes and the handlers that move them.
struct Moving(Airplanes);

impl Moving {
    fn new(count: usize) -> Self {
        let mut airplanes = Airplanes::new(count);
        airplanes.world.add_handler(by_reference);
        airplanes.world.add_handler(by_iteration);
        Self(airplanes)
    }
}

impl Recycle for Moving {
    fn by_reference(&mut self) {
        self.0.world.send(ByReference);
    }

    fn by_iteration(&mut self) {
        self.0.world.send(ByIteration);
    }

    fn despawn(&mut self, places: &[usize]) {
        for &place in places {
            self.0.world.despawn(self.0.ids[place]);
        }
    }

    fn create(&mut self, places: &[usize]) {
        for &place in places {
            self.0.ids[place] = self.0.spawn();
        }
    }

    fn sum(&mut self) -> f64 {
        let Airplanes { world, ids } = &self.0;
        let transforms = ids.iter().filter_map(|&id| world.get::<Transform>(id));
        transforms.map(|transform| f64::from(transform.pos[1])).sum()
    }
}

#[derive(Component)]
struct Watcher(EntityId);

/// Asks all watchers for the sum of what they see.
#[derive(GlobalEvent)]
struct Look<'a>(&'a mut f32);

fn look(mut look: ReceiverMut<Look>, watchers: Fetcher<&Watcher>, transforms: Fetcher<&Transform>) {
    let others = watchers.iter().filter_map(|watcher| transforms.get(watcher.0).ok());
    *look.event.0 = others.map(|other| other.pos[1]).sum();
}

fn random_access(count: usize) -> Case {
    let mut world = World::new();
    let ids: Vec<_> = (0..count).map(|_| world.spawn()).collect();
    for (i, other) in permutation(count).into_iter().enumerate() {
        world.insert(ids[i], Transform { pos: [0.0, (i % 97) as f32, 0.0] });
        world.insert(ids[i], Watcher(ids[other]));
    }
    world.add_handler(look);
    let frame = |(world, seen): &mut (World, f32)| world.send(Look(seen));
    frames(count, (world, 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

// ---- many types ----

#[derive(Component)]
struct Part<const N: usize>(#[allow(dead_code, reason = "it is only stored")] f32);

#[derive(Component)]
struct Kind<const N: usize>(f32);

seq!(N in 0..30 {
    static INSERT_PART: [fn(&mut World, EntityId); 30] = [#(|world, id| world.insert(id, Part::<N>(0.0)),)*];
});

fn despawn(count: usize) -> Case {
    let create = move || {
        let mut world = World::new();
        let spawn = |i: usize| {
            let id = world.spawn();
            (0..8).for_each(|k| black_box(&INSERT_PART)[(i + k) % 30](&mut world, id));
            id
        };
        let ids: Vec<_> = (0..count).map(spawn).collect();
        (world, ids)
    };
    let work = |(world, ids): &mut (World, Vec<EntityId>)| {
        for &id in &*ids {
            world.despawn(id);
        }
    };
    consumption(count, create, work, |(world, _)| f64::from(world.entities().len()))
}

seq!(N in 0..100 {
    static INSERT_KIND: [fn(&mut World, EntityId); 100] = [#(|world, id| world.insert(id, Kind::<N>(1.0)),)*];
    static ADD_HANDLER: [fn(&mut World); 100] = [#(|world| _ = world.add_handler(update_kinds::<N>),)*];
    static GET_KIND: [fn(&World, EntityId) -> f32; 100] =
        [#(|world, id| world.get::<Kind<N>>(id).expect("it lives").0,)*];
});

fn update_kinds<const N: usize>(_: Receiver<Frame>, kinds: Fetcher<&mut Kind<N>>) {
    kinds.into_iter().for_each(|kind| kind.0 += DT);
}

struct Kinds {
    world: World,
    ids: Vec<EntityId>,
    handled: bool,
}

fn many_types(count: usize) -> Case {
    let types = black_box(&INSERT_KIND).len();
    let create = move || {
        let mut world = World::new();
        let mut ids = Vec::new();
        for insert in black_box(&INSERT_KIND) {
            for _ in 0..count / types {
                let id = world.spawn();
                insert(&mut world, id);
                ids.push(id);
            }
        }
        Kinds { world, ids, handled: false }
    };
    let frame = |kinds: &mut Kinds| {
        if !kinds.handled {
            black_box(&ADD_HANDLER).iter().for_each(|add| add(&mut kinds.world));
            kinds.handled = true;
        }
        kinds.world.send(Frame);
    };
    creation_and_frames(count, create, frame, move |kinds| {
        let of_one_type = kinds.ids.chunks(count / types).zip(black_box(&GET_KIND));
        of_one_type.flat_map(|(ids, get)| ids.iter().map(|&id| f64::from(get(&kinds.world, id)))).sum()
    })
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

fn spawn_bodies(world: &mut World, count: usize) -> Vec<EntityId> {
    const X: Vec3 = [1.0, 0.0, 0.0];
    let mut spawn = || {
        let id = world.spawn();
        world.insert(id, Matrix(Mat4::SCALE));
        world.insert(id, Position(X));
        world.insert(id, Rotation(X));
        world.insert(id, Velocity(X));
        id
    };
    (0..count).map(|_| spawn()).collect()
}

fn simple_insert(count: usize) -> Case {
    repeated(count, move || {
        let mut world = World::new();
        drop(black_box(spawn_bodies(&mut world, count)));
    })
}

fn send_frame((world, _): &mut (World, Vec<EntityId>)) {
    world.send(Frame);
}

/// Adds up a value of a component of all entities.
fn sum_of<C: Component>(value: fn(&C) -> f32) -> impl FnMut(&mut (World, Vec<EntityId>)) -> f64 {
    move |(world, ids)| ids.iter().filter_map(|&id| world.get(id)).map(|one| f64::from(value(one))).sum()
}

fn advance(_: Receiver<Frame>, bodies: Fetcher<(&Velocity, &mut Position)>) {
    for (velocity, position) in bodies {
        for axis in 0..3 {
            position.0[axis] += velocity.0[axis];
        }
    }
}

fn simple_iter(count: usize) -> Case {
    let mut world = World::new();
    let ids = spawn_bodies(&mut world, count);
    world.add_handler(advance);
    frames(count, (world, ids), send_frame, sum_of(|position: &Position| position.0[0]))
}

#[derive(Component)]
struct Data(f32);

fn scale(_: Receiver<Frame>, all: Fetcher<&mut Data>) {
    for data in all {
        data.0 *= 1.0001;
    }
}

fn fragmented_iter(count: usize) -> Case {
    let mut world = World::new();
    let mut ids = Vec::new();
    for insert in &black_box(&INSERT_PART)[..26] {
        for _ in 0..count / 26 {
            let id = world.spawn();
            insert(&mut world, id);
            world.insert(id, Data(1.0));
            ids.push(id);
        }
    }
    world.add_handler(scale);
    frames(count, (world, ids), send_frame, sum_of(|data: &Data| data.0))
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

fn swap_ab(_: Receiver<Frame>, entities: Fetcher<(&mut A, &mut B)>) {
    for (a, b) in entities {
        swap(&mut a.0, &mut b.0);
    }
}

fn swap_cd(_: Receiver<Frame>, entities: Fetcher<(&mut C, &mut D)>) {
    for (c, d) in entities {
        swap(&mut c.0, &mut d.0);
    }
}

fn swap_ce(_: Receiver<Frame>, entities: Fetcher<(&mut C, &mut E)>) {
    for (c, e) in entities {
        swap(&mut c.0, &mut e.0);
    }
}

fn schedule(count: usize) -> Case {
    let world = |runs: &[Run]| {
        let mut world = World::new();
        let mut ids = Vec::new();
        for kind in runs.iter().flat_map(|run| std::iter::repeat_n(run.kind, run.count)) {
            let id = world.spawn();
            world.insert(id, A(0.0));
            world.insert(id, B(1.0));
            if kind > 0 {
                world.insert(id, C(2.0));
            }
            if kind == 2 {
                world.insert(id, D(3.0));
            }
            if kind == 3 {
                world.insert(id, E(4.0));
            }
            ids.push(id);
        }
        world.add_handler(swap_ab);
        world.add_handler(swap_cd);
        world.add_handler(swap_ce);
        (world, ids)
    };
    frames_by_kinds(count, world, send_frame, sum_of(|a: &A| a.0))
}

fn invert_in_parallel(_: Receiver<Frame>, bodies: Fetcher<(&mut Matrix, &mut Position)>) {
    bodies.into_par_iter().for_each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0));
}

fn invert(_: Receiver<Frame>, bodies: Fetcher<(&mut Matrix, &mut Position)>) {
    for (matrix, position) in bodies {
        heavy(&mut matrix.0, &mut position.0);
    }
}

fn heavy_parallel(count: usize) -> Case {
    heavy_compute(count, |world| _ = world.add_handler(invert_in_parallel))
}

fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |world| _ = world.add_handler(invert))
}

fn heavy_compute(count: usize, add_handler: fn(&mut World)) -> Case {
    let mut world = World::new();
    let ids = spawn_bodies(&mut world, count);
    add_handler(&mut world);
    frames(count, (world, ids), send_frame, sum_of(|matrix: &Matrix| matrix.0.0[0][0]))
}

fn add_remove(count: usize) -> Case {
    let mut world = World::new();
    let spawn = |_| {
        let id = world.spawn();
        world.insert(id, A(0.0));
        id
    };
    let ids: Vec<_> = (0..count).map(spawn).collect();
    let frame = |(world, ids): &mut (World, Vec<EntityId>)| {
        for &id in &*ids {
            world.insert(id, B(1.0));
        }
        for &id in &*ids {
            world.remove::<B>(id);
        }
    };
    frames(count, (world, ids), frame, sum_of(|b: &B| b.0))
}
