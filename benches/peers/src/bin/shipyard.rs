//! shipyard: an ECS of sparse sets, used through views. Storages are borrowed once, outside of the loops.

use std::hint::black_box;

use rayon::iter::ParallelIterator;
use seq_macro::seq;
use shipyard::{
    AddComponent, Component, Delete, EntitiesView, EntitiesViewMut, EntityId, IntoIter, IntoWorkload, View,
    ViewMut, Workload, World,
};

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
            ("views", |count| creation(count, move || Airplanes::by_views(count), Airplanes::count)),
            ("World::add_entity", |count| {
                creation(count, move || Airplanes::by_world(count), Airplanes::count)
            }),
        ]),
        Scenario::CreateBulk | Scenario::CreateBulkUsed => one("bulk_add_entity", |count| {
            creation(count, move || Airplanes::in_bulk(count), Airplanes::count)
        }),
        Scenario::AddSpikes => {
            one("World::add_entity", |count| spikes(count, Airplanes::default(), Airplanes::push))
        }
        Scenario::Memory => one("views", |count| memory(count, move || Airplanes::by_views(count))),
        Scenario::ByReference => one("views", |count| {
            frames(count, Airplanes::in_bulk(count), Airplanes::move_by_reference, Airplanes::total)
        }),
        Scenario::ByIteration => one("views", |count| {
            frames(count, Airplanes::in_bulk(count), Airplanes::move_by_iteration, Airplanes::total)
        }),
        Scenario::RandomAccess => one("views", random_access),
        Scenario::Surroundings => Err(LEFT_OUT),
        Scenario::Tracked => one("Modification", tracked),
        Scenario::Join => one("views", join),
        Scenario::Recycle => several([
            ("delete_entity", |count| recycle(count, move || Airplanes::in_bulk(count))),
            ("delete in views", |count| recycle(count, move || InViews(Airplanes::in_bulk(count)))),
        ]),
        Scenario::Despawn => one("delete_entity", despawn),
        Scenario::ManyTypes => several([("workload", many_types), ("in sequence", many_types_in_sequence)]),
        Scenario::Rooms => one("view", rooms::<Small>),
        Scenario::Prepare => one("views", prepare),
        Scenario::SimpleInsert => one("bulk_add_entity", |count| simple_insert(count, spawn_bulk)),
        Scenario::SimpleInsertOne => one("add_entity", |count| simple_insert(count, spawn_each)),
        Scenario::SimpleIter => one("views", simple_iter),
        Scenario::FragmentedIter => one("views", fragmented_iter),
        Scenario::Schedule => several([("workload", schedule), ("in sequence", schedule_in_sequence)]),
        Scenario::HeavyCompute => several([("par_iter", heavy_parallel), ("one thread", heavy_serial)]),
        Scenario::AddRemove => one("views", add_remove),
    }
}

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
    ids: Vec<EntityId>,
    world: World,
}

impl Airplanes {
    fn push(&mut self) {
        let id = self.world.add_entity(Transform::default());
        self.world.add_component(id, Airplane { transform: id, speed: SPEED });
        self.ids.push(id);
    }

    fn by_world(count: usize) -> Self {
        let mut all = Self::default();
        (0..count).for_each(|_| all.push());
        all
    }

    fn by_views(count: usize) -> Self {
        let mut ids = Vec::new();
        let world = World::new();
        world.run(
            |mut entities: EntitiesViewMut, airplanes: ViewMut<Airplane>, transforms: ViewMut<Transform>| {
                let mut views = (airplanes, transforms);
                (0..count).for_each(|_| ids.push(spawn(&mut entities, &mut views)));
            },
        );
        Self { ids, world }
    }

    /// Creates all at once. The references are known, and written, afterwards.
    fn in_bulk(count: usize) -> Self {
        let mut world = World::new();
        let airplane = |_| (Airplane { transform: EntityId::dead(), speed: SPEED }, Transform::default());
        let ids = world.bulk_add_entity((0..count).map(airplane)).collect();
        world.run(|mut airplanes: ViewMut<Airplane>| {
            (&mut airplanes).iter().with_id().for_each(|(id, airplane)| airplane.transform = id);
        });
        Self { ids, world }
    }

    fn move_by_reference(&mut self) {
        self.world.run(|airplanes: View<Airplane>, mut transforms: ViewMut<Transform>| {
            airplanes
                .iter()
                .for_each(|airplane| transforms[airplane.transform].pos[1] += airplane.speed * DT);
        });
    }

    fn move_by_iteration(&mut self) {
        self.world.run(|airplanes: View<Airplane>, mut transforms: ViewMut<Transform>| {
            let pairs = (&airplanes, &mut transforms).iter();
            pairs.for_each(|(airplane, transform)| transform.pos[1] += airplane.speed * DT);
        });
    }

    fn create(&mut self, places: &[usize]) {
        let Self { ids, world } = self;
        world.run(
            |mut entities: EntitiesViewMut, airplanes: ViewMut<Airplane>, transforms: ViewMut<Transform>| {
                let mut views = (airplanes, transforms);
                for &place in places {
                    ids[place] = spawn(&mut entities, &mut views);
                }
            },
        );
    }

    fn count(&mut self) -> f64 {
        self.world.run(|transforms: View<Transform>| transforms.len() as f64)
    }

    fn total(&mut self) -> f64 {
        self.world.run(|transforms: View<Transform>| {
            transforms.iter().map(|transform| f64::from(transform.pos[1])).sum()
        })
    }
}

fn spawn(
    entities: &mut EntitiesViewMut,
    (airplanes, transforms): &mut (ViewMut<Airplane>, ViewMut<Transform>),
) -> EntityId {
    let id = entities.add_entity(transforms, Transform::default());
    airplanes.add_component_unchecked(id, Airplane { transform: id, speed: SPEED });
    id
}

impl Recycle for Airplanes {
    fn by_reference(&mut self) {
        self.move_by_reference();
    }

    fn by_iteration(&mut self) {
        self.move_by_iteration();
    }

    fn despawn(&mut self, places: &[usize]) {
        for &place in places {
            self.world.delete_entity(self.ids[place]);
        }
    }

    fn create(&mut self, places: &[usize]) {
        self.create(places);
    }

    fn sum(&mut self) -> f64 {
        self.total()
    }
}

/// Airplanes that are deleted from the storages that they are known to be in.
struct InViews(Airplanes);

impl Recycle for InViews {
    fn by_reference(&mut self) {
        self.0.move_by_reference();
    }

    fn by_iteration(&mut self) {
        self.0.move_by_iteration();
    }

    fn despawn(&mut self, places: &[usize]) {
        let Airplanes { ids, world } = &self.0;
        world.run(
            |mut entities: EntitiesViewMut,
             mut airplanes: ViewMut<Airplane>,
             mut transforms: ViewMut<Transform>| {
                for &place in places {
                    (&mut airplanes, &mut transforms).delete(ids[place]);
                    entities.delete_unchecked(ids[place]);
                }
            },
        );
    }

    fn create(&mut self, places: &[usize]) {
        self.0.create(places);
    }

    fn sum(&mut self) -> f64 {
        self.0.total()
    }
}

#[derive(Component)]
struct Watcher(EntityId);

fn random_access(count: usize) -> Case {
    let mut world = World::new();
    let transform = |i: usize| (Transform { pos: [0.0, (i % 97) as f32, 0.0] },);
    let ids: Vec<EntityId> = world.bulk_add_entity((0..count).map(transform)).collect();
    for (&id, other) in ids.iter().zip(permutation(count)) {
        world.add_component(id, Watcher(ids[other]));
    }
    let frame = |(world, seen): &mut (World, f32)| {
        *seen = world.run(|watchers: View<Watcher>, transforms: View<Transform>| {
            watchers.iter().map(|watcher| transforms[watcher.0].pos[1]).sum()
        });
    };
    frames(count, (world, 0.0), frame, |&mut (_, seen)| f64::from(seen))
}

// ---- many types ----

seq!(N in 0..30 {
    #(
        #[derive(Component, Default)]
        struct Part~N(#[allow(dead_code, reason = "it is only stored")] f32);
    )*

    static PARTS: [fn(&mut World, EntityId); 30] =
        [#(|world, id| world.add_component(id, Part~N::default()),)*];
});

fn despawn(count: usize) -> Case {
    let create = move || {
        let mut world = World::new();
        let ids: Vec<EntityId> = (0..count).map(|_| world.add_entity(())).collect();
        for (i, &id) in ids.iter().enumerate() {
            (0..8).for_each(|k| black_box(&PARTS)[(i + k) % 30](&mut world, id));
        }
        (world, ids)
    };
    let work = |(world, ids): &mut (World, Vec<EntityId>)| {
        for &id in &*ids {
            world.delete_entity(id);
        }
    };
    consumption(count, create, work, |(world, _)| {
        world.run(|entities: EntitiesView| entities.iter().count() as f64)
    })
}

/// What is done with one of many types.
struct Steps {
    create: fn(&mut World, usize),
    update: fn(&World),
    /// Adds the update to a workload.
    schedule: fn(Workload) -> Workload,
    sum: fn(&World) -> f64,
}

seq!(N in 0..100 {
    #(
        #[derive(Component)]
        struct Kind~N(f32);

        fn update_~N(mut kinds: ViewMut<Kind~N>) {
            (&mut kinds).iter().for_each(|kind| kind.0 += DT);
        }
    )*

    static KINDS: [Steps; 100] = [#(
        Steps {
            create: |world, count| _ = world.bulk_add_entity((0..count).map(|_| (Kind~N(1.0),))),
            update: |world| world.run(update_~N),
            schedule: |workload| workload.with_system(update_~N),
            sum: |world| world.run(|kinds: View<Kind~N>| kinds.iter().map(|kind| f64::from(kind.0)).sum()),
        },
    )*];
});

fn create_kinds(count: usize) -> World {
    let mut world = World::new();
    black_box(&KINDS).iter().for_each(|kind| (kind.create)(&mut world, count / 100));
    world
}

fn sum_of_kinds(world: &mut World) -> f64 {
    black_box(&KINDS).iter().map(|kind| (kind.sum)(world)).sum()
}

fn many_types(count: usize) -> Case {
    const UPDATES: &str = "updates";
    let create = move || {
        let world = create_kinds(count);
        let updates = Workload::new(UPDATES);
        let updates = black_box(&KINDS).iter().fold(updates, |updates, kind| (kind.schedule)(updates));
        updates.add_to_world(&world).expect("the name is new");
        world
    };
    let frame = |world: &mut World| world.run_workload(UPDATES).expect("no system fails");
    creation_and_frames(count, create, frame, sum_of_kinds)
}

fn many_types_in_sequence(count: usize) -> Case {
    let frame = |world: &mut World| black_box(&KINDS).iter().for_each(|kind| (kind.update)(world));
    creation_and_frames(count, move || create_kinds(count), frame, sum_of_kinds)
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

const X: Vec3 = [1.0, 0.0, 0.0];

fn spawn_bulk(world: &mut World, count: usize) {
    world.bulk_add_entity((0..count).map(|_| (Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X))));
}

fn spawn_each(world: &mut World, count: usize) {
    for _ in 0..count {
        world.add_entity((Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X)));
    }
}

fn bodies(count: usize) -> World {
    let mut world = World::new();
    spawn_bulk(&mut world, count);
    world
}

fn simple_insert(count: usize, spawn: fn(&mut World, usize)) -> Case {
    repeated(count, move || {
        let mut world = World::new();
        spawn(&mut world, count);
        drop(black_box(world));
    })
}

fn simple_iter(count: usize) -> Case {
    let frame = |world: &mut World| {
        world.run(|velocities: View<Velocity>, mut positions: ViewMut<Position>| {
            (&velocities, &mut positions).iter().for_each(|(velocity, position)| {
                for axis in 0..3 {
                    position.0[axis] += velocity.0[axis];
                }
            });
        });
    };
    frames(count, bodies(count), frame, |world| {
        world.run(|positions: View<Position>| positions.iter().map(|position| f64::from(position.0[0])).sum())
    })
}

#[derive(Component)]
struct Data(f32);

fn fragmented_iter(count: usize) -> Case {
    let mut world = World::new();
    for part in &black_box(&PARTS)[..26] {
        for _ in 0..count / 26 {
            let id = world.add_entity(Data(1.0));
            part(&mut world, id);
        }
    }
    let frame = |world: &mut World| {
        world.run(|mut data: ViewMut<Data>| (&mut data).iter().for_each(|data| data.0 *= 1.0001));
    };
    frames(count, world, frame, |world| {
        world.run(|data: View<Data>| data.iter().map(|data| f64::from(data.0)).sum())
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

fn swap_ab(mut a: ViewMut<A>, mut b: ViewMut<B>) {
    (&mut a, &mut b).iter().for_each(|(a, b)| std::mem::swap(&mut a.0, &mut b.0));
}

fn swap_cd(mut c: ViewMut<C>, mut d: ViewMut<D>) {
    (&mut c, &mut d).iter().for_each(|(c, d)| std::mem::swap(&mut c.0, &mut d.0));
}

fn swap_ce(mut c: ViewMut<C>, mut e: ViewMut<E>) {
    (&mut c, &mut e).iter().for_each(|(c, e)| std::mem::swap(&mut c.0, &mut e.0));
}

fn swaps() -> Workload {
    (swap_ab, swap_cd, swap_ce).into_workload()
}

fn letters(runs: &[Run]) -> World {
    let mut world = World::new();
    for &Run { kind, count } in runs {
        match kind {
            0 => drop(world.bulk_add_entity((0..count).map(|_| (A(0.0), B(1.0))))),
            1 => drop(world.bulk_add_entity((0..count).map(|_| (A(0.0), B(1.0), C(2.0))))),
            2 => drop(world.bulk_add_entity((0..count).map(|_| (A(0.0), B(1.0), C(2.0), D(3.0))))),
            _ => drop(world.bulk_add_entity((0..count).map(|_| (A(0.0), B(1.0), C(2.0), E(4.0))))),
        }
    }
    world
}

fn sum_of_a(world: &mut World) -> f64 {
    world.run(|a: View<A>| a.iter().map(|a| f64::from(a.0)).sum())
}

fn schedule(count: usize) -> Case {
    let world = |runs: &[Run]| {
        let world = letters(runs);
        world.add_workload(swaps);
        world
    };
    let frame = |world: &mut World| world.run_workload(swaps).expect("no system fails");
    frames_by_kinds(count, world, frame, sum_of_a)
}

fn schedule_in_sequence(count: usize) -> Case {
    let frame = |world: &mut World| {
        world.run(swap_ab);
        world.run(swap_cd);
        world.run(swap_ce);
    };
    frames_by_kinds(count, letters, frame, sum_of_a)
}

fn heavy_parallel(count: usize) -> Case {
    heavy_compute(count, |world| {
        world.run(|mut matrices: ViewMut<Matrix>, mut positions: ViewMut<Position>| {
            let pairs = (&mut matrices, &mut positions).par_iter();
            pairs.for_each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0));
        });
    })
}

fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |world| {
        world.run(|mut matrices: ViewMut<Matrix>, mut positions: ViewMut<Position>| {
            let pairs = (&mut matrices, &mut positions).iter();
            pairs.for_each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0));
        });
    })
}

fn heavy_compute(count: usize, frame: impl FnMut(&mut World) + 'static) -> Case {
    frames(count, bodies(count), frame, |world| {
        world.run(|matrices: View<Matrix>| matrices.iter().map(|matrix| f64::from(matrix.0.0[0][0])).sum())
    })
}

fn add_remove(count: usize) -> Case {
    let mut world = World::new();
    let ids: Vec<EntityId> = world.bulk_add_entity((0..count).map(|_| (A(0.0),))).collect();
    let frame = |(world, ids): &mut (World, Vec<EntityId>)| {
        world.run(|entities: EntitiesView, mut b: ViewMut<B>| {
            for &id in &*ids {
                entities.add_component(id, &mut b, B(1.0));
            }
        });
        world.run(|mut b: ViewMut<B>| {
            for &id in &*ids {
                b.delete(id);
            }
        });
    };
    frames(count, (world, ids), frame, |(world, _)| world.run(|b: View<B>| b.len() as f64))
}

fn pairs(order: Order, count: usize) -> World {
    let mut world = World::new();
    match order {
        Order::Same => drop(world.bulk_add_entity((0..count).map(|_| (A(0.0), B(1.0))))),
        Order::Interleaved => {
            for _ in 0..count {
                world.add_entity((A(0.0), B(1.0)));
                world.add_entity(A(0.0));
                world.add_entity(B(1.0));
            }
        }
        Order::Random => {
            let ids: Vec<EntityId> = world.bulk_add_entity((0..count).map(|_| (A(0.0),))).collect();
            permutation(count).into_iter().for_each(|place| world.add_component(ids[place], B(1.0)));
        }
    }
    world
}

fn add(mut a: ViewMut<A>, b: View<B>) {
    (&mut a, &b).iter().for_each(|(a, b)| a.0 += b.0);
}

fn join(count: usize) -> Case {
    frames_by_order(count, |order| pairs(order, count), |world| world.run(add), sum_of_a)
}

// ---- changes ----

#[derive(Component)]
#[track(Modification)]
struct Place(Vec3);

#[derive(Component)]
struct Flyer {
    place: EntityId,
    speed: f32,
}

fn tracked(count: usize) -> Case {
    let mut world = World::new();
    let nobody = EntityId::dead();
    world.bulk_add_entity((0..count).map(|_| (Flyer { place: nobody, speed: SPEED }, Place([0.0; 3]))));
    world.run(|mut flyers: ViewMut<Flyer>| {
        (&mut flyers).iter().with_id().for_each(|(id, flyer)| flyer.place = id);
    });
    let by_reference = |flyers: View<Flyer>, mut places: ViewMut<Place>| {
        flyers.iter().for_each(|flyer| places[flyer.place].0[1] += flyer.speed * DT);
    };
    let by_iteration = |flyers: View<Flyer>, mut places: ViewMut<Place>| {
        (&flyers, &mut places).iter().for_each(|(flyer, mut place)| place.0[1] += flyer.speed * DT);
    };
    two_frames(
        count,
        world,
        move |world| world.run(by_reference),
        move |world| world.run(by_iteration),
        |world| world.run(|places: View<Place>| places.iter().map(|place| f64::from(place.0[1])).sum()),
    )
}

// ---- what is small ----

struct Small(World);

impl Room for Small {
    fn new() -> Self {
        let mut world = World::new();
        world.add_entity((A(0.0), B(1.0), C(2.0), D(3.0), E(4.0)));
        Self(world)
    }

    fn update(&mut self) {
        self.0.run(|mut a: ViewMut<A>| (&mut a).iter().for_each(|a| a.0 += 1.0));
    }

    fn value(&mut self) -> f64 {
        sum_of_a(&mut self.0)
    }
}

fn prepare(_: usize) -> Case {
    two_frames(1, Small::new(), Small::update, |small| small.0.run(add), Small::value)
}
