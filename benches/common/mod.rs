//! What the benches share: components, sizes, seeded and warmed populations, and the same in plain `Vec`s.
#![allow(dead_code, reason = "each bench uses a part")]

use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use ecs_core::{Component, Entity, Handle, World, update_all};

pub const DT: f32 = 1.0 / 60.0;
pub const SPEED: f32 = 1000.0;

#[derive(Component, Clone, Default)]
pub struct Transform {
    pub pos: [f32; 3],
}

/// Moves the transform of its entity in its update.
#[derive(Component)]
pub struct Speed(pub f32);

impl Speed {
    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.pos[1] += self.0 * dt;
    }
}

/// Follows its handle in its update.
#[derive(Component, Default)]
pub struct Airplane {
    pub transform: Handle<Transform>,
    pub speed: f32,
}

impl Airplane {
    fn init(&mut self) {
        self.transform = self.add::<Transform>();
        self.speed = SPEED;
    }

    fn update(&mut self, dt: f32) {
        self.transform.borrow_mut().pos[1] += self.speed * dt;
    }
}

/// The airplane without a library: the reference is an index into the transforms.
pub struct PlainAirplane {
    pub transform: u32,
    pub speed: f32,
}

/// The airplanes without a library.
#[derive(Default)]
pub struct PlainAirplanes {
    pub ids: Vec<u32>,
    pub airplanes: Vec<PlainAirplane>,
    pub transforms: Vec<Transform>,
}

impl PlainAirplanes {
    pub fn push(&mut self) {
        let id = self.airplanes.len() as u32;
        self.ids.push(id);
        self.airplanes.push(PlainAirplane { transform: id, speed: SPEED });
        self.transforms.push(Transform::default());
    }

    pub fn new(count: usize) -> Self {
        let mut all = Self::default();
        (0..count).for_each(|_| all.push());
        all
    }
}

/// 10 thousand and a million; with `ECS_BENCH_LARGE` also 5 million.
pub fn sizes() -> Vec<usize> {
    let large = std::env::var_os("ECS_BENCH_LARGE").map(|_| 5_000_000);
    [10_000, 1_000_000].into_iter().chain(large).collect()
}

/// Opens a group whose times are for one size, and are printed for each element too.
pub fn group<'c>(criterion: &'c mut Criterion, name: &str, count: usize) -> BenchmarkGroup<'c, WallTime> {
    let mut group = criterion.benchmark_group(format!("{name}/{count}"));
    group.throughput(Throughput::Elements(count as u64));
    group.sample_size(if count > 100_000 { 10 } else { 20 });
    group.warm_up_time(Duration::from_millis(300));
    group.measurement_time(Duration::from_secs(2));
    group
}

/// Makes a world with these entities, and runs a frame so that all memory was touched.
pub fn populate<T: Component>(count: usize, mut spawn: impl FnMut(usize) -> Entity) -> (World, Vec<Entity>) {
    let world = World::new();
    let entities = world.enter(|| {
        let entities: Vec<_> = (0..count).map(&mut spawn).collect();
        update_all(DT);
        assert_eq!(T::count(), count);
        assert_eq!(World::stats().alive, count);
        entities
    });
    (world, entities)
}

/// Shuffles in the same way at each call.
pub fn shuffled<T: Clone>(items: &[T]) -> Vec<T> {
    let mut items = items.to_vec();
    let mut random = Random::default();
    for place in (1..items.len()).rev() {
        items.swap(place, random.below(place + 1));
    }
    items
}

/// Random numbers, the same in each run (xorshift64*).
pub struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((bits * bound as u64) >> 32) as usize
    }
}
