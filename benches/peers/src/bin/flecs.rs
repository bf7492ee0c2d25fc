//! flecs_ecs: the C library's tables from Rust. Cached queries, tables visited field by field, cached
//! references, and systems in a pipeline.

use std::hint::black_box;
use std::mem::swap;
use std::thread::available_parallelism;

use flecs_ecs::prelude::*;
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
        Scenario::CreateOne | Scenario::CreateOneUsed => {
            one("set, set", |count| creation(count, move || Airplanes::created(count), Airplanes::count))
        }
        // With ids given to it (`entity_bulk_w_entity_ids`) the time grows with the square of their number.
        Scenario::CreateBulk | Scenario::CreateBulkUsed => {
            one("entity_bulk, set", |count| creation(count, move || Airplanes::bulk(count), Airplanes::count))
        }
        Scenario::AddSpikes => one("set, set", |count| {
            spikes(count, Airplanes::default(), |all| {
                let id = all.create();
                all.ids.push(id);
            })
        }),
        Scenario::Memory => several([
            ("set, set", |count| memory(count, move || Airplanes::created(count))),
            ("entity_bulk, set", |count| memory(count, move || Airplanes::bulk(count))),
        ]),
        Scenario::ByReference => several([("entity, try_get", by_entity), ("CachedRef", by_cached_ref)]),
        Scenario::ByIteration => several([
            ("each", |count| frames(count, Moving::new(count), Moving::by_each, Moving::sum)),
            ("run over fields", |count| frames(count, Moving::new(count), Moving::by_fields, Moving::sum)),
        ]),
        Scenario::RandomAccess => {
            several([("entity, try_get", random_by_entity), ("CachedRef", random_by_ref)])
        }
        Scenario::Surroundings | Scenario::Tracked | Scenario::Join | Scenario::Rooms | Scenario::Prepare => {
            Err(LEFT_OUT)
        }
        // A cached reference may not outlive changes of its table, so none is kept here.
        Scenario::Recycle => one("entity, try_get", |count| recycle(count, move || Moving::new(count))),
        Scenario::Despawn => one("destruct", despawn),
        Scenario::ManyTypes => one("systems, progress", many_types),
        Scenario::SimpleInsert => one("entity_bulk", |count| simple_insert(count, create_bodies)),
        Scenario::SimpleInsertOne => one("set", |count| simple_insert(count, create_each)),
        Scenario::SimpleIter => {
            several([("each", simple_iter_each), ("run over fields", simple_iter_fields)])
        }
        Scenario::FragmentedIter => {
            several([("each", fragmented_iter_each), ("run over fields", fragmented_iter_fields)])
        }
        Scenario::Schedule => several([
            ("queries in sequence", schedule_queries),
            ("systems, one thread", schedule_serial),
            ("systems, many threads", schedule_parallel),
        ]),
        Scenario::HeavyCompute => {
            several([("par_each, progress", heavy_parallel), ("one thread", heavy_serial)])
        }
        Scenario::AddRemove => {
            several([("table", add_remove_table), ("sparse, not fragmenting", add_remove_sparse)])
        }
    }
}

/// Builds a query that remembers the tables it matches.
fn cached<T: QueryTuple>(world: &World) -> Query<T> {
    world.query::<T>().set_cached().build()
}

// ---- airplanes ----

#[derive(Clone, Component)]
struct Airplane {
    transform: Entity,
    speed: f32,
}

#[derive(Clone, Component, Default)]
struct Transform {
    pos: Vec3,
}

struct Airplanes {
    world: World,
    ids: Vec<Entity>,
}

impl Default for Airplanes {
    fn default() -> Self {
        Self { world: World::new(), ids: Vec::new() }
    }
}

impl Airplanes {
    fn create(&self) -> Entity {
        let entity = self.world.entity();
        let id = entity.id();
        entity.set(Airplane { transform: id, speed: SPEED }).set(Transform::default());
        id
    }

    fn created(count: usize) -> Self {
        let mut all = Self::default();
        for _ in 0..count {
            let id = all.create();
            all.ids.push(id);
        }
        all
    }

    fn bulk(count: usize) -> Self {
        let world = World::new();
        let airplanes = vec![Airplane { transform: Entity::null(), speed: SPEED }; count];
        let transforms = vec![Transform::default(); count];
        let ids = world.entity_bulk(count as u32).set(&airplanes).set(&transforms).build();
        world.new_query::<&mut Airplane>().each_entity(|entity, airplane| airplane.transform = entity.id());
        Self { world, ids }
    }

    fn count(&mut self) -> f64 {
        f64::from(self.world.count(Transform::id()))
    }
}

/// Airplanes and the queries that move them. Queries end before their world.
struct Moving {
    airplanes: Query<&'static Airplane>,
    pairs: Query<(&'static Airplane, &'static mut Transform)>,
    all: Airplanes,
}

impl Moving {
    fn new(count: usize) -> Self {
        let all = Airplanes::bulk(count);
        Self { airplanes: cached(&all.world), pairs: cached(&all.world), all }
    }

    fn by_each(&mut self) {
        self.pairs.each(|(airplane, transform)| transform.pos[1] += airplane.speed * DT);
    }

    fn by_fields(&mut self) {
        self.pairs.run(|mut tables| {
            while tables.next() {
                let airplanes = tables.field::<Airplane>(0);
                let mut transforms = tables.field_mut::<Transform>(1);
                for row in tables.iter() {
                    transforms[row].pos[1] += airplanes[row].speed * DT;
                }
            }
        });
    }
}

impl Recycle for Moving {
    fn by_reference(&mut self) {
        let world = &self.all.world;
        self.airplanes.each(|airplane| {
            let target = world.entity_from_id(airplane.transform);
            target.try_get::<&mut Transform>(|transform| transform.pos[1] += airplane.speed * DT);
        });
    }

    fn by_iteration(&mut self) {
        self.by_fields();
    }

    fn despawn(&mut self, places: &[usize]) {
        for &place in places {
            self.all.world.entity_from_id(self.all.ids[place]).destruct();
        }
    }

    fn create(&mut self, places: &[usize]) {
        for &place in places {
            self.all.ids[place] = self.all.create();
        }
    }

    fn sum(&mut self) -> f64 {
        let mut sum = 0.0;
        self.pairs.each(|(_, transform)| sum += f64::from(transform.pos[1]));
        sum
    }
}

fn by_entity(count: usize) -> Case {
    frames(count, Moving::new(count), Moving::by_reference, Moving::sum)
}

/// Such references are no components: they are kept outside of the airplanes, in the order of the query. They
/// are made when the table no longer grows.
fn by_cached_ref(count: usize) -> Case {
    let moving: &'static Moving = Box::leak(Box::new(Moving::new(count)));
    let mut references = Vec::with_capacity(count);
    moving.airplanes.each(|airplane| {
        let target = moving.all.world.entity_from_id(airplane.transform);
        references.push(CachedRef::<Transform>::new(&moving.all.world, target.id(), Transform::id()));
    });
    let frame = |references: &mut Vec<CachedRef<Transform>>| {
        let mut references = references.iter_mut();
        moving.airplanes.each(|airplane| {
            if let Some(transform) = references.next() {
                transform.try_get(|transform| transform.pos[1] += airplane.speed * DT);
            }
        });
    };
    frames(count, references, frame, |_| {
        let mut sum = 0.0;
        moving.pairs.each(|(_, transform)| sum += f64::from(transform.pos[1]));
        sum
    })
}

#[derive(Clone, Component)]
struct Watcher(Entity);

/// Creates entities that each refer to the transform of a random other one.
fn watchers(count: usize) -> World {
    let world = World::new();
    let transforms: Vec<_> = (0..count).map(|i| Transform { pos: [0.0, (i % 97) as f32, 0.0] }).collect();
    let watchers = vec![Watcher(Entity::null()); count];
    let ids = world.entity_bulk(count as u32).set(&transforms).set(&watchers).build();
    let mut others = permutation(count).into_iter();
    world.new_query::<&mut Watcher>().each(|watcher| {
        if let Some(other) = others.next() {
            watcher.0 = ids[other];
        }
    });
    world
}

fn random_by_entity(count: usize) -> Case {
    let world = watchers(count);
    let watchers = cached::<&Watcher>(&world);
    let frame = |(watchers, world, seen): &mut (Query<&Watcher>, World, f32)| {
        *seen = 0.0;
        watchers.each(|watcher| {
            let other = world.entity_from_id(watcher.0);
            *seen += other.try_get::<&Transform>(|transform| transform.pos[1]).unwrap_or_default();
        });
    };
    frames(count, (watchers, world, 0.0), frame, |&mut (.., seen)| f64::from(seen))
}

fn random_by_ref(count: usize) -> Case {
    let world: &'static World = Box::leak(Box::new(watchers(count)));
    let mut references = Vec::with_capacity(count);
    cached::<&Watcher>(world).each(|watcher| {
        references.push(CachedRef::<Transform>::new(world, watcher.0, Transform::id()));
    });
    let frame = move |seen: &mut f32| {
        let others = references.iter_mut();
        *seen = others.filter_map(|other| other.try_get(|transform| transform.pos[1])).sum();
    };
    frames(count, 0.0, frame, |&mut seen| f64::from(seen))
}

// ---- many types ----

seq!(N in 0..30 {
    #(
        #[derive(Component)]
        struct Part~N(#[allow(dead_code, reason = "it is only stored")] f32);
    )*

    static SET_PART: [fn(EntityView); 30] = [#(|entity| _ = entity.set(Part~N(0.0)),)*];
});

fn despawn(count: usize) -> Case {
    let create = move || {
        let world = World::new();
        let spawn = |i: usize| {
            let entity = world.entity();
            (0..8).for_each(|k| black_box(&SET_PART)[(i + k) % 30](entity));
            entity.id()
        };
        let ids: Vec<_> = (0..count).map(spawn).collect();
        (world, ids)
    };
    let work = |(world, ids): &mut (World, Vec<Entity>)| {
        for &id in &*ids {
            world.entity_from_id(id).destruct();
        }
    };
    consumption(count, create, work, |(world, ids)| {
        ids.iter().filter(|&&id| world.is_alive(id)).count() as f64
    })
}

seq!(N in 0..100 {
    #(
        #[derive(Clone, Component)]
        struct Kind~N(f32);

        impl Kind for Kind~N {
            const NEW: Self = Self(1.0);

            fn add_system(world: &World) {
                world.system::<&mut Self>().each(|kind| kind.0 += DT);
            }

            fn sum(world: &World) -> f64 {
                let mut sum = 0.0;
                world.new_query::<&mut Self>().each(|kind| sum += f64::from(kind.0));
                sum
            }
        }
    )*

    static CREATE_KINDS: [fn(&World, usize); 100] = [#(create_kinds::<Kind~N>,)*];
    static ADD_KIND_SYSTEMS: [fn(&World); 100] = [#(Kind~N::add_system,)*];
    static SUM_KINDS: [fn(&World) -> f64; 100] = [#(Kind~N::sum,)*];
});

trait Kind: Clone + ComponentId + DataComponent {
    const NEW: Self;

    fn add_system(world: &World);

    fn sum(world: &World) -> f64;
}

fn create_kinds<T: Kind>(world: &World, count: usize) {
    world.entity_bulk(count as u32).set(&vec![T::NEW; count]).build();
}

/// A world, and whether it has its systems: they are added in the first frame.
struct Kinds {
    world: World,
    has_systems: bool,
}

impl Kinds {
    fn update(&mut self) {
        if !self.has_systems {
            black_box(&ADD_KIND_SYSTEMS).iter().for_each(|add| add(&self.world));
            self.has_systems = true;
        }
        self.world.progress();
    }
}

fn many_types(count: usize) -> Case {
    let create = move || {
        let world = World::new();
        let creates = black_box(&CREATE_KINDS);
        creates.iter().for_each(|create| create(&world, count / creates.len()));
        Kinds { world, has_systems: false }
    };
    creation_and_frames(count, create, Kinds::update, |kinds| {
        black_box(&SUM_KINDS).iter().map(|sum| sum(&kinds.world)).sum()
    })
}

// ---- the six of ecs_bench_suite ----

#[derive(Clone, Component)]
struct Matrix(Mat4);

#[derive(Clone, Component)]
struct Position(Vec3);

#[derive(Clone, Component)]
struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

#[derive(Clone, Component)]
struct Velocity(Vec3);

const X: Vec3 = [1.0, 0.0, 0.0];

fn create_bodies(world: &World, count: usize) -> Vec<Entity> {
    world
        .entity_bulk(count as u32)
        .set(&vec![Matrix(Mat4::SCALE); count])
        .set(&vec![Position(X); count])
        .set(&vec![Rotation(X); count])
        .set(&vec![Velocity(X); count])
        .build()
}

fn create_each(world: &World, count: usize) -> Vec<Entity> {
    let create = |_| {
        let entity = world.entity().set(Matrix(Mat4::SCALE)).set(Position(X));
        entity.set(Rotation(X)).set(Velocity(X)).id()
    };
    (0..count).map(create).collect()
}

fn simple_insert(count: usize, create: fn(&World, usize) -> Vec<Entity>) -> Case {
    repeated(count, move || {
        let world = World::new();
        drop(black_box(create(&world, count)));
    })
}

/// Times frames that need one query.
fn frames_of<T: QueryTuple + 'static>(
    count: usize,
    world: World,
    frame: fn(&Query<T>),
    sum: fn(&Query<T>) -> f64,
) -> Case {
    let all = cached::<T>(&world);
    frames(count, (all, world), move |(all, _)| frame(all), move |(all, _)| sum(all))
}

type Bodies = Query<(&'static Velocity, &'static mut Position)>;

fn simple_iter(count: usize, frame: fn(&Bodies)) -> Case {
    let world = World::new();
    create_bodies(&world, count);
    frames_of(count, world, frame, |bodies| {
        let mut sum = 0.0;
        bodies.each(|(_, position)| sum += f64::from(position.0[0]));
        sum
    })
}

fn advance(velocity: &Velocity, position: &mut Position) {
    for axis in 0..3 {
        position.0[axis] += velocity.0[axis];
    }
}

fn simple_iter_each(count: usize) -> Case {
    simple_iter(count, |bodies| bodies.each(|(velocity, position)| advance(velocity, position)))
}

fn simple_iter_fields(count: usize) -> Case {
    simple_iter(count, |bodies| {
        bodies.run(|mut tables| {
            while tables.next() {
                let velocities = tables.field::<Velocity>(0);
                let mut positions = tables.field_mut::<Position>(1);
                for row in tables.iter() {
                    advance(&velocities[row], &mut positions[row]);
                }
            }
        });
    })
}

#[derive(Clone, Component)]
struct Data(f32);

fn fragmented_iter(count: usize, frame: fn(&Query<&'static mut Data>)) -> Case {
    let world = World::new();
    for set_part in &black_box(&SET_PART)[..26] {
        for _ in 0..count / 26 {
            set_part(world.entity().set(Data(1.0)));
        }
    }
    frames_of(count, world, frame, |all| {
        let mut sum = 0.0;
        all.each(|data| sum += f64::from(data.0));
        sum
    })
}

fn fragmented_iter_each(count: usize) -> Case {
    fragmented_iter(count, |all| all.each(|data| data.0 *= 1.0001))
}

fn fragmented_iter_fields(count: usize) -> Case {
    fragmented_iter(count, |all| {
        all.run(|mut tables| {
            while tables.next() {
                let mut column = tables.field_mut::<Data>(0);
                for row in tables.iter() {
                    column[row].0 *= 1.0001;
                }
            }
        });
    })
}

#[derive(Clone, Component)]
struct A(f32);

#[derive(Clone, Component)]
struct B(f32);

#[derive(Clone, Component)]
struct C(f32);

#[derive(Clone, Component)]
struct D(f32);

#[derive(Clone, Component)]
struct E(f32);

type Frame = Box<dyn Fn(&World)>;

/// What a world of the scenario needs. Queries end before their world.
struct Letters {
    all: Query<&'static A>,
    frame: Frame,
    world: World,
}

/// Makes the worlds of the scenario. `prepare` returns what runs the three updates.
fn schedule(count: usize, prepare: fn(&World) -> Frame) -> Case {
    let letters = |runs: &[Run]| {
        let world = World::new();
        for &Run { kind, count } in runs {
            let (a, b, c) = (vec![A(0.0); count], vec![B(1.0); count], vec![C(2.0); count]);
            let mut bulk = world.entity_bulk(count as u32);
            let bulk = bulk.set(&a).set(&b);
            match kind {
                0 => bulk.build(),
                1 => bulk.set(&c).build(),
                2 => bulk.set(&c).set(&vec![D(3.0); count]).build(),
                _ => bulk.set(&c).set(&vec![E(4.0); count]).build(),
            };
        }
        Letters { all: cached(&world), frame: prepare(&world), world }
    };
    let frame = |letters: &mut Letters| (letters.frame)(&letters.world);
    frames_by_kinds(count, letters, frame, |letters| {
        let mut sum = 0.0;
        letters.all.each(|a| sum += f64::from(a.0));
        sum
    })
}

fn schedule_queries(count: usize) -> Case {
    schedule(count, |world| {
        let ab = cached::<(&mut A, &mut B)>(world);
        let cd = cached::<(&mut C, &mut D)>(world);
        let ce = cached::<(&mut C, &mut E)>(world);
        Box::new(move |_| {
            ab.each(|(a, b)| swap(&mut a.0, &mut b.0));
            cd.each(|(c, d)| swap(&mut c.0, &mut d.0));
            ce.each(|(c, e)| swap(&mut c.0, &mut e.0));
        })
    })
}

fn progress(world: &World) {
    world.progress();
}

fn schedule_serial(count: usize) -> Case {
    schedule(count, |world| {
        world.system::<(&mut A, &mut B)>().each(|(a, b)| swap(&mut a.0, &mut b.0));
        world.system::<(&mut C, &mut D)>().each(|(c, d)| swap(&mut c.0, &mut d.0));
        world.system::<(&mut C, &mut E)>().each(|(c, e)| swap(&mut c.0, &mut e.0));
        Box::new(progress)
    })
}

fn schedule_parallel(count: usize) -> Case {
    schedule(count, |world| {
        use_all_threads(world);
        world.system::<(&mut A, &mut B)>().par_each(|(a, b)| swap(&mut a.0, &mut b.0));
        world.system::<(&mut C, &mut D)>().par_each(|(c, d)| swap(&mut c.0, &mut d.0));
        world.system::<(&mut C, &mut E)>().par_each(|(c, e)| swap(&mut c.0, &mut e.0));
        Box::new(progress)
    })
}

fn use_all_threads(world: &World) {
    world.set_threads(available_parallelism().map_or(1, |threads| threads.get() as i32));
}

fn heavy_compute(count: usize, prepare: fn(&World), frame: fn(&World, &Heavy)) -> Case {
    let world = World::new();
    create_bodies(&world, count);
    prepare(&world);
    let all: Heavy = cached(&world);
    frames(
        count,
        (all, world),
        move |(all, world)| frame(world, all),
        |(all, _)| {
            let mut sum = 0.0;
            all.each(|(matrix, _)| sum += f64::from(matrix.0.0[0][0]));
            sum
        },
    )
}

type Heavy = Query<(&'static mut Matrix, &'static mut Position)>;

fn heavy_parallel(count: usize) -> Case {
    let prepare = |world: &World| {
        use_all_threads(world);
        world
            .system::<(&mut Matrix, &mut Position)>()
            .par_each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0));
    };
    heavy_compute(count, prepare, |world, _| progress(world))
}

fn heavy_serial(count: usize) -> Case {
    let frame = |_: &World, all: &Heavy| all.each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0));
    heavy_compute(count, |_| (), frame)
}

fn add_remove(count: usize, world: World) -> Case {
    let ids = world.entity_bulk(count as u32).set(&vec![A(0.0); count]).build();
    let frame = move |world: &mut World| {
        for &id in &ids {
            world.entity_from_id(id).set(B(1.0));
        }
        for &id in &ids {
            world.entity_from_id(id).remove(B::id());
        }
    };
    frames(count, world, frame, |world| f64::from(world.count(B::id())))
}

fn add_remove_table(count: usize) -> Case {
    add_remove(count, World::new())
}

/// The documentation advises these traits for what comes and goes: an entity stays in its table.
fn add_remove_sparse(count: usize) -> Case {
    let world = World::new();
    world.component::<B>().add_trait::<flecs::Sparse>().add_trait::<flecs::DontFragment>();
    add_remove(count, world)
}
