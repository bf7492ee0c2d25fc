//! ecs-core: hooks, handles, views and siblings.

use std::hint::black_box;

use ecs_core::{Component, Entity, Handle, Query, Schedule, World, query, update_all};
use seq_macro::seq;

use peers::sample::{
    Case, Recycle, consumption, creation, creation_and_frames, frames, memory, recycle, repeated, spikes,
};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{Ways, one, several};
use peers::work::{DT, Mat4, SPEED, Vec3, heavy, permutation};

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::CreateOne => several([("init", create_by_init), ("with", create_with)]),
        Scenario::CreateBulk => {
            one("spawn_many", |count| creation(count, move || spawn_many(count), transforms))
        }
        Scenario::AddSpikes => {
            one("init", |count| spikes(count, Vec::new(), |ids| ids.push(Airplane::spawn())))
        }
        Scenario::Memory => one("init", |count| memory(count, move || Airplane::spawn_all(count))),
        Scenario::ByReference => several([("handle", by_handle), ("view", by_view)]),
        Scenario::ByIteration => {
            several([("sibling", by_sibling::<Speed>), ("isolated", by_sibling::<IsolatedSpeed>)])
        }
        Scenario::RandomAccess => several([("handle", random_by_handle), ("view", random_by_view)]),
        Scenario::Recycle => several([
            ("handle, despawn", |count| {
                recycle(count, move || Recycled::new(count, move_by_handles, despawn_each))
            }),
            ("view, despawn_many", |count| {
                recycle(count, move || Recycled::new(count, move_by_view, despawn_at_once))
            }),
        ]),
        Scenario::Despawn => {
            several([("despawn", despawn::<false> as fn(usize) -> Case), ("despawn_many", despawn::<true>)])
        }
        Scenario::ManyTypes => one("update", many_types),
        Scenario::SimpleInsert => one("spawn_many", simple_insert),
        Scenario::SimpleIter => one("sibling", simple_iter),
        Scenario::FragmentedIter => several([
            ("update_all", |count| fragmented_iter(count, || update_all(DT))),
            ("T::update_all", |count| fragmented_iter(count, || Data::update_all(DT))),
        ]),
        Scenario::Schedule => several([
            ("three passes", three_passes as fn(usize) -> Case),
            ("parallel passes", parallel_passes),
            ("Schedule", systems),
        ]),
        Scenario::HeavyCompute => several([
            ("parallel, update", parallel_update),
            ("par_each", par_each),
            ("one thread", on_one_thread),
        ]),
        Scenario::AddRemove => one("insert, remove", add_remove),
    }
}

// ---- airplanes ----

#[derive(Component, Default)]
struct Transform {
    pos: Vec3,
}

fn transforms<W>(_: &mut W) -> f64 {
    Transform::count() as f64
}

fn sum<W>(_: &mut W) -> f64 {
    Transform::view().iter().map(|transform| f64::from(transform.pos[1])).sum()
}

#[derive(Component, Default)]
struct Airplane {
    transform: Handle<Transform>,
    speed: f32,
}

impl Airplane {
    fn init(&mut self) {
        self.transform = self.add::<Transform>();
        self.speed = SPEED;
    }

    fn update(&mut self, dt: f32) {
        self.transform.borrow_mut().pos[1] += self.speed * dt;
    }

    fn spawn() -> Entity {
        Entity::spawn().add::<Self>().entity()
    }

    fn spawn_all(count: usize) -> Vec<Entity> {
        (0..count).map(|_| Self::spawn()).collect()
    }
}

/// An airplane whose transform is given to it. What is updated is moved from outside.
#[derive(Component)]
struct Plane {
    transform: Handle<Transform>,
    speed: f32,
}

impl Plane {
    fn new(entity: Entity) -> Self {
        Self { transform: entity.handle(), speed: SPEED }
    }
}

fn create_by_init(count: usize) -> Case {
    let create = move || {
        let mut ids = Vec::new();
        (0..count).for_each(|_| ids.push(Airplane::spawn()));
        ids
    };
    creation(count, create, transforms)
}

fn create_with(count: usize) -> Case {
    let create = move || {
        let mut ids = Vec::new();
        for _ in 0..count {
            let entity = Entity::spawn();
            ids.push(entity.with(Plane::new(entity)).with(Transform::default()));
        }
        ids
    };
    creation(count, create, transforms)
}

fn spawn_many(count: usize) -> Vec<Entity> {
    Entity::spawn_many(count, |_, entity| (Plane::new(entity), Transform::default()))
}

fn by_handle(count: usize) -> Case {
    frames(count, Airplane::spawn_all(count), |_| update_all(DT), sum)
}

fn by_view(count: usize) -> Case {
    frames(count, spawn_many(count), |_| move_by_view(), sum)
}

fn move_by_handles() {
    for plane in &Plane::view() {
        plane.transform.borrow_mut().pos[1] += plane.speed * DT;
    }
}

fn move_by_view() {
    let mut transforms = Transform::view_mut();
    for plane in &Plane::view() {
        transforms[plane.transform].pos[1] += plane.speed * DT;
    }
}

trait Sibling: Component {
    const NEW: Self;
}

#[derive(Component)]
struct Speed(f32);

impl Speed {
    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.pos[1] += self.0 * dt;
    }
}

impl Sibling for Speed {
    const NEW: Self = Self(SPEED);
}

#[derive(Component)]
#[component(isolated)]
struct IsolatedSpeed(f32);

impl IsolatedSpeed {
    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.pos[1] += self.0 * dt;
    }
}

impl Sibling for IsolatedSpeed {
    const NEW: Self = Self(SPEED);
}

fn by_sibling<T: Sibling>(count: usize) -> Case {
    let ids = Entity::spawn_many(count, |_, _| (T::NEW, Transform::default()));
    frames(count, ids, |_| update_all(DT), sum)
}

#[derive(Component)]
struct Watcher(Handle<Transform>);

/// Spawns entities that each keep a handle to the transform of a random other one.
fn watchers(count: usize) {
    let transform = |i: usize| Transform { pos: [0.0, (i % 97) as f32, 0.0] };
    let ids = Entity::spawn_many(count, |i, _| (transform(i),));
    for (&id, other) in ids.iter().zip(permutation(count)) {
        id.insert(Watcher(ids[other].handle()));
    }
}

fn random_by_handle(count: usize) -> Case {
    watchers(count);
    let frame =
        |seen: &mut f32| *seen = Watcher::view().iter().map(|watcher| watcher.0.borrow().pos[1]).sum();
    frames(count, 0.0, frame, |&mut seen| f64::from(seen))
}

fn random_by_view(count: usize) -> Case {
    watchers(count);
    let frame = |seen: &mut f32| {
        let transforms = Transform::view();
        *seen = Watcher::view().iter().map(|watcher| transforms[watcher.0].pos[1]).sum();
    };
    frames(count, 0.0, frame, |&mut seen| f64::from(seen))
}

/// Airplanes that are moved through their handles in one of the two ways, and as siblings by their own
/// update, and are despawned in one of the two ways.
struct Recycled {
    ids: Vec<Entity>,
    by_reference: fn(),
    despawn: fn(&[Entity]),
}

fn despawn_each(ids: &[Entity]) {
    for id in ids {
        id.despawn();
    }
}

fn despawn_at_once(ids: &[Entity]) {
    Entity::despawn_many(ids);
}

impl Plane {
    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.pos[1] += self.speed * dt;
    }
}

impl Recycled {
    fn new(count: usize, by_reference: fn(), despawn: fn(&[Entity])) -> Self {
        Self { ids: spawn_many(count), by_reference, despawn }
    }
}

impl Recycle for Recycled {
    fn by_reference(&mut self) {
        (self.by_reference)();
    }

    fn by_iteration(&mut self) {
        Plane::update_all(DT);
    }

    fn despawn(&mut self, places: &[usize]) {
        let ids: Vec<Entity> = places.iter().map(|&place| self.ids[place]).collect();
        (self.despawn)(&ids);
    }

    fn create(&mut self, places: &[usize]) {
        for &place in places {
            let entity = Entity::spawn();
            self.ids[place] = entity.with(Plane::new(entity)).with(Transform::default());
        }
    }

    fn sum(&mut self) -> f64 {
        sum(&mut ())
    }
}

// ---- many types ----

seq!(N in 0..30 {
    #(
        #[derive(Component, Default)]
        struct Part~N(#[allow(dead_code, reason = "it is only stored")] f32);
    )*

    static PARTS: [fn(Entity); 30] = [#(|entity| _ = entity.add::<Part~N>(),)*];
});

fn despawn<const AT_ONCE: bool>(count: usize) -> Case {
    let create = move || -> Vec<Entity> {
        let spawn = |i: usize| {
            let entity = Entity::spawn();
            (0..8_usize).for_each(|k| black_box(&PARTS)[(i + k) % 30](entity));
            entity
        };
        (0..count).map(spawn).collect()
    };
    let work = |ids: &mut Vec<Entity>| if AT_ONCE { despawn_at_once(ids) } else { despawn_each(ids) };
    consumption(count, create, work, |_| World::stats().alive as f64)
}

seq!(N in 0..100 {
    #(
        #[derive(Component)]
        struct Kind~N(f32);

        impl Kind~N {
            fn update(&mut self, dt: f32) {
                self.0 += dt;
            }
        }
    )*

    static KINDS: [fn(); 100] = [#(|| _ = Entity::spawn().with(Kind~N(1.0)),)*];

    static SUMS: [fn() -> f64; 100] = [#(sum_of::<Kind~N>,)*];

    #(
        impl Value for Kind~N {
            fn value(&self) -> f32 {
                self.0
            }
        }
    )*
});

trait Value: Component {
    fn value(&self) -> f32;
}

fn sum_of<T: Value>() -> f64 {
    T::view().iter().map(|kind| f64::from(kind.value())).sum()
}

fn many_types(count: usize) -> Case {
    let create = move || {
        let world = World::new();
        world.enter(|| black_box(&KINDS).iter().for_each(|spawn| (0..count / 100).for_each(|_| spawn())));
        world
    };
    let frame = |world: &mut World| world.enter(|| update_all(DT));
    creation_and_frames(count, create, frame, |world| {
        world.enter(|| black_box(&SUMS).iter().map(|sum| sum()).sum())
    })
}

// ---- the six of ecs_bench_suite ----

#[derive(Component)]
struct Matrix(#[allow(dead_code, reason = "it is only stored")] Mat4);

#[derive(Component)]
struct Position(Vec3);

#[derive(Component)]
struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

#[derive(Component)]
struct Velocity(Vec3);

impl Velocity {
    fn update(&mut self, position: &mut Position) {
        for axis in 0..3 {
            position.0[axis] += self.0[axis];
        }
    }
}

fn spawn_bodies(count: usize) -> Vec<Entity> {
    const X: Vec3 = [1.0, 0.0, 0.0];
    Entity::spawn_many(count, |_, _| (Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X)))
}

fn simple_insert(count: usize) -> Case {
    repeated(count, move || {
        World::new().enter(|| drop(black_box(spawn_bodies(count))));
    })
}

fn simple_iter(count: usize) -> Case {
    let sum = |_: &mut _| Position::view().iter().map(|position| f64::from(position.0[0])).sum();
    frames(count, spawn_bodies(count), |_| update_all(DT), sum)
}

#[derive(Component)]
struct Data(f32);

impl Data {
    fn update(&mut self) {
        self.0 *= 1.0001;
    }
}

fn fragmented_iter(count: usize, frame: fn()) -> Case {
    for part in &black_box(&PARTS)[..26] {
        for _ in 0..count / 26 {
            let entity = Entity::spawn();
            part(entity);
            entity.insert(Data(1.0));
        }
    }
    frames(count, (), move |()| frame(), |()| Data::view().iter().map(|data| f64::from(data.0)).sum())
}

#[derive(Component)]
struct B(f32);

#[derive(Component)]
struct C(f32);

/// Components that swap their value with a sibling.
macro_rules! swapping {
    ($($(#[$key:meta])* $name:ident: $sibling:ident),*) => { $(
        #[derive(Component)]
        $(#[$key])*
        struct $name(f32);

        impl $name {
            fn update(&mut self, sibling: &mut $sibling) {
                std::mem::swap(&mut self.0, &mut sibling.0);
            }
        }

        impl From<f32> for $name {
            fn from(value: f32) -> Self {
                Self(value)
            }
        }

        impl Value for $name {
            fn value(&self) -> f32 {
                self.0
            }
        }
    )* };
}

swapping!(A: B, D: C, E: C);
swapping!(
    #[component(parallel)] SharedA: B,
    #[component(parallel)] SharedD: C,
    #[component(parallel)] SharedE: C
);

fn spawn_kinds<A, D, E>(count: usize)
where
    A: Component + From<f32>,
    D: Component + From<f32>,
    E: Component + From<f32>,
{
    let kind = count / 4;
    Entity::spawn_many(kind, |_, _| (A::from(0.0), B(1.0)));
    Entity::spawn_many(kind, |_, _| (A::from(0.0), B(1.0), C(2.0)));
    Entity::spawn_many(kind, |_, _| (A::from(0.0), B(1.0), C(2.0), D::from(3.0)));
    Entity::spawn_many(kind, |_, _| (A::from(0.0), B(1.0), C(2.0), E::from(4.0)));
}

fn three_passes(count: usize) -> Case {
    spawn_kinds::<A, D, E>(count);
    frames(count, (), |()| update_all(DT), |()| sum_of::<A>())
}

fn parallel_passes(count: usize) -> Case {
    spawn_kinds::<SharedA, SharedD, SharedE>(count);
    frames(count, (), |()| update_all(DT), |()| sum_of::<SharedA>())
}

fn swap_a(mut pairs: Query<(&mut A, &mut B)>) {
    pairs.each(|(a, b)| std::mem::swap(&mut a.0, &mut b.0));
}

fn swap_d(mut pairs: Query<(&mut C, &mut D)>) {
    pairs.each(|(c, d)| std::mem::swap(&mut c.0, &mut d.0));
}

fn swap_e(mut pairs: Query<(&mut C, &mut E)>) {
    pairs.each(|(c, e)| std::mem::swap(&mut c.0, &mut e.0));
}

/// The types have updates too, which no schedule runs.
fn systems(count: usize) -> Case {
    spawn_kinds::<A, D, E>(count);
    let schedule = Schedule::new().add(swap_a).add(swap_d).add(swap_e);
    frames(count, schedule, |schedule| schedule.run(DT), |_| sum_of::<A>())
}

/// A matrix that moves the position of its entity.
#[derive(Component)]
struct Heavy(Mat4);

impl Heavy {
    fn update(&mut self, position: &mut Position) {
        heavy(&mut self.0, &mut position.0);
    }
}

#[derive(Component)]
#[component(parallel)]
struct SharedHeavy(Mat4);

impl SharedHeavy {
    fn update(&mut self, position: &mut Position) {
        heavy(&mut self.0, &mut position.0);
    }
}

fn parallel_update(count: usize) -> Case {
    Entity::spawn_many(count, |_, _| (SharedHeavy(Mat4::SCALE), Position([1.0, 0.0, 0.0])));
    let sum = |(): &mut ()| SharedHeavy::view().iter().map(|matrix| f64::from(matrix.0.0[0][0])).sum();
    frames(count, (), |()| update_all(DT), sum)
}

fn par_each(count: usize) -> Case {
    heavy_compute(count, || {
        query::<(&mut Heavy, &mut Position)>()
            .par_each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0));
    })
}

fn on_one_thread(count: usize) -> Case {
    heavy_compute(count, || update_all(DT))
}

fn heavy_compute(count: usize, frame: fn()) -> Case {
    Entity::spawn_many(count, |_, _| (Heavy(Mat4::SCALE), Position([1.0, 0.0, 0.0])));
    let sum = |(): &mut ()| Heavy::view().iter().map(|matrix| f64::from(matrix.0.0[0][0])).sum();
    frames(count, (), move |()| frame(), sum)
}

fn add_remove(count: usize) -> Case {
    let ids = Entity::spawn_many(count, |_, _| (A(0.0),));
    let frame = |ids: &mut Vec<Entity>| {
        for id in &*ids {
            id.insert(B(1.0));
        }
        for id in &*ids {
            id.remove::<B>();
        }
    };
    frames(count, ids, frame, |_| B::count() as f64)
}
