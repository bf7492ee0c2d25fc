//! Parallel passes and systems: compared with plain loops on as many threads, from how much work on sharing
//! pays, and what commands cost.

mod common;

use std::hint::black_box;
use std::mem::swap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{DT, SPEED, Speed, Transform, group, populate, sizes};
use criterion::{BatchSize, Bencher, Criterion, criterion_group, criterion_main};
use ecs_core::{Commands, Component, Entity, Query, Schedule, World, query, update_all};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Makes a pool of so many threads.
fn pool(threads: usize) -> Arc<ThreadPool> {
    Arc::new(ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start"))
}

/// Runs a function in a world that so many threads help.
fn with_threads<R>(world: &World, threads: usize, f: impl FnOnce() -> R) -> R {
    world.enter(|| {
        World::set_thread_pool(pool(threads)).expect("there is a world");
        f()
    })
}

// ---- airplanes: as much memory as two threads can move ----

#[derive(Component)]
#[component(parallel)]
struct SharedSpeed(f32);

impl SharedSpeed {
    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.pos[1] += self.0 * dt;
    }
}

fn airplanes(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "parallel_airplanes", count);
        group.bench_function("one thread", |bencher| {
            let spawn = |_| Entity::spawn().with(Speed(SPEED)).with(Transform::default());
            let (world, _) = populate::<Speed>(count, spawn);
            world.enter(|| bencher.iter(|| update_all(black_box(DT))));
        });
        for threads in [1, 2] {
            group.bench_function(format!("parallel, {threads}"), |bencher| {
                let spawn = |_| Entity::spawn().with(SharedSpeed(SPEED)).with(Transform::default());
                let (world, _) = populate::<SharedSpeed>(count, spawn);
                with_threads(&world, threads, || bencher.iter(|| update_all(black_box(DT))));
            });
        }
        let fly = |speeds: &[f32], transforms: &mut [Transform]| {
            let dt = black_box(DT);
            for (speed, transform) in speeds.iter().zip(transforms) {
                transform.pos[1] += speed * dt;
            }
        };
        let (speeds, mut transforms) = (vec![SPEED; count], vec![Transform::default(); count]);
        group.bench_function("Vec", |bencher| {
            bencher.iter(|| fly(black_box(&speeds), black_box(&mut transforms)));
        });
        group.bench_function("Vec, rayon, 2", |bencher| {
            let part = (count / 64).max(1024);
            pool(2).install(|| {
                bencher.iter(|| {
                    let parts = black_box(&speeds).par_chunks(part);
                    parts
                        .zip(transforms.par_chunks_mut(part))
                        .for_each(|(speeds, transforms)| fly(speeds, transforms));
                });
            });
        });
    }
}

// ---- loops that are vectorised, compared with two zipped slices ----

#[derive(Component)]
struct Right(f32);

#[derive(Component)]
struct Left(f32);

impl Left {
    fn update(&mut self, right: &mut Right) {
        swap(&mut self.0, &mut right.0);
    }
}

#[derive(Component)]
#[component(parallel)]
struct SharedLeft(f32);

impl SharedLeft {
    fn update(&mut self, right: &mut Right) {
        swap(&mut self.0, &mut right.0);
    }
}

fn exchange(mut pairs: Query<(&mut Left, &mut Right)>) {
    pairs.each(|(left, right)| swap(&mut left.0, &mut right.0));
}

fn vectorised(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "parallel_swap", count);
        let left = |_| Entity::spawn().with(Left(1.0)).with(Right(2.0));
        let shared = |_| Entity::spawn().with(SharedLeft(1.0)).with(Right(2.0));
        group.bench_function("one thread", |bencher| {
            let (world, _) = populate::<Left>(count, left);
            world.enter(|| bencher.iter(|| update_all(DT)));
        });
        for threads in [1, 2] {
            group.bench_function(format!("parallel, {threads}"), |bencher| {
                let (world, _) = populate::<SharedLeft>(count, shared);
                with_threads(&world, threads, || bencher.iter(|| update_all(DT)));
            });
        }
        group.bench_function("system", |bencher| {
            let (world, _) = populate::<Left>(count, left);
            let mut schedule = Schedule::new().add(exchange);
            world.enter(|| bencher.iter(|| schedule.run(DT)));
        });
        group.bench_function("par_each, 1", |bencher| {
            let (world, _) = populate::<Left>(count, left);
            let frame = || {
                query::<(&mut Left, &mut Right)>().par_each(|(left, right)| swap(&mut left.0, &mut right.0));
            };
            with_threads(&world, 1, || bencher.iter(frame));
        });
        group.bench_function("Vec", |bencher| {
            let (mut left, mut right) = (vec![1.0_f32; count], vec![2.0_f32; count]);
            bencher.iter(|| {
                black_box(&mut left)
                    .iter_mut()
                    .zip(black_box(&mut right))
                    .for_each(|(left, right)| swap(left, right));
            });
        });
    }
}

// ---- from how much work on sharing pays ----

/// Random bits from others (xorshift64), so often: about 1 ns each time.
fn stir<const TIMES: usize>(bits: &mut u64) {
    for _ in 0..TIMES {
        *bits ^= *bits << 13;
        *bits ^= *bits >> 7;
        *bits ^= *bits << 17;
    }
}

#[derive(Component)]
struct Light(u64);

impl Light {
    fn update(&mut self) {
        stir::<1>(&mut self.0);
    }
}

#[derive(Component)]
#[component(parallel)]
struct SharedLight(u64);

impl SharedLight {
    fn update(&mut self) {
        stir::<1>(&mut self.0);
    }
}

#[derive(Component)]
struct Heavy(u64);

impl Heavy {
    fn update(&mut self) {
        stir::<64>(&mut self.0);
    }
}

#[derive(Component)]
#[component(parallel)]
struct SharedHeavy(u64);

impl SharedHeavy {
    fn update(&mut self) {
        stir::<64>(&mut self.0);
    }
}

/// The ways to run a pass: its name, its threads, and how an entity and a frame are made.
type Way = (&'static str, usize, fn(u64) -> Entity, fn());

const LIGHT: [Way; 3] = [
    ("one thread", 1, |bits| Entity::spawn().with(Light(bits)), || Light::update_all(DT)),
    ("parallel, 1", 1, |bits| Entity::spawn().with(SharedLight(bits)), || SharedLight::update_all(DT)),
    ("parallel, 2", 2, |bits| Entity::spawn().with(SharedLight(bits)), || SharedLight::update_all(DT)),
];

const HEAVY: [Way; 3] = [
    ("one thread", 1, |bits| Entity::spawn().with(Heavy(bits)), || Heavy::update_all(DT)),
    ("parallel, 1", 1, |bits| Entity::spawn().with(SharedHeavy(bits)), || SharedHeavy::update_all(DT)),
    ("parallel, 2", 2, |bits| Entity::spawn().with(SharedHeavy(bits)), || SharedHeavy::update_all(DT)),
];

/// Runs all ways for each number of entities.
fn ways(
    criterion: &mut Criterion,
    name: &str,
    counts: impl IntoIterator<Item = usize>,
    ways: &[Way],
    run: fn(&mut Bencher<'_>, fn()),
) {
    for count in counts {
        let mut group = group(criterion, name, count);
        group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500));
        for &(way, threads, spawn, frame) in ways {
            group.bench_function(way, |bencher| {
                let world = World::new();
                with_threads(&world, threads, || {
                    (1..=count).for_each(|bits| _ = spawn(bits as u64));
                    run(bencher, frame);
                });
            });
        }
    }
}

/// Pass after pass: what helps has no time to fall asleep.
fn awake(criterion: &mut Criterion) {
    let at_once = |bencher: &mut Bencher<'_>, frame: fn()| bencher.iter(frame);
    let counts = || (2..=10).map(|power| 4_usize.pow(power));
    ways(criterion, "parallel_light", counts(), &LIGHT, at_once);
    ways(criterion, "parallel_heavy", counts(), &HEAVY, at_once);
}

/// Passes with a rest between them, as in a frame that does more: what helps must be woken.
fn rested(criterion: &mut Criterion) {
    let after_rest = |bencher: &mut Bencher<'_>, frame: fn()| {
        bencher.iter_custom(|times| {
            let mut sum = Duration::ZERO;
            for _ in 0..times {
                let rest = Instant::now();
                while rest.elapsed() < Duration::from_micros(200) {}
                let begun = Instant::now();
                frame();
                sum += begun.elapsed();
            }
            sum
        });
    };
    ways(criterion, "parallel_rested", (7..=13).map(|power| 1 << power), &HEAVY, after_rest);
}

// ---- commands, which run after the pass, compared with what is done at once ----

#[derive(Component)]
struct Spark(#[expect(dead_code, reason = "it is only stored")] u32);

#[derive(Component)]
struct Ends(#[expect(dead_code, reason = "it is only stored")] u32);

impl Ends {
    fn update(&self, entity: Entity) {
        entity.despawn();
    }
}

#[derive(Component)]
#[component(parallel)]
struct EndsLater(#[expect(dead_code, reason = "it is only stored")] u32);

impl EndsLater {
    fn update(&self, entity: Entity, commands: Commands) {
        commands.despawn(entity);
    }
}

#[derive(Component)]
struct Strikes(u32);

impl Strikes {
    fn update(&self) {
        Entity::spawn().insert(Spark(self.0));
    }
}

#[derive(Component)]
#[component(parallel)]
struct StrikesLater(u32);

impl StrikesLater {
    fn update(&self, commands: Commands) {
        commands.spawn(Spark(self.0));
    }
}

fn commands(criterion: &mut Criterion) {
    type Way = (&'static str, fn(usize) -> Entity, fn(), fn() -> usize);
    let each = |criterion: &mut Criterion, name, expected: fn(usize) -> usize, ways: &[Way]| {
        for count in sizes() {
            let mut group = group(criterion, name, count);
            for &(way, spawn, frame, left) in ways {
                group.bench_function(way, |bencher| {
                    let work = |(world, _): (World, _)| {
                        world.enter(frame);
                        assert_eq!(world.enter(left), expected(count));
                        world
                    };
                    bencher.iter_batched(|| fresh(count, spawn), work, BatchSize::PerIteration);
                });
            }
        }
    };
    each(
        criterion,
        "parallel_despawn",
        |_| 0,
        &[
            ("at once", |_| Entity::spawn().with(Ends(1)), || Ends::update_all(DT), Ends::count),
            (
                "commands",
                |_| Entity::spawn().with(EndsLater(1)),
                || EndsLater::update_all(DT),
                EndsLater::count,
            ),
        ],
    );
    each(
        criterion,
        "parallel_spawn",
        |count| count,
        &[
            ("at once", |_| Entity::spawn().with(Strikes(1)), || Strikes::update_all(DT), Spark::count),
            (
                "commands",
                |_| Entity::spawn().with(StrikesLater(1)),
                || StrikesLater::update_all(DT),
                Spark::count,
            ),
        ],
    );
}

/// Makes a world of these entities. No frame has run in it, and two threads help it.
fn fresh(count: usize, spawn: fn(usize) -> Entity) -> (World, Vec<Entity>) {
    let world = World::new();
    let entities = with_threads(&world, 2, || (0..count).map(spawn).collect());
    (world, entities)
}

criterion_group!(benches, airplanes, vectorised, awake, rested, commands);
criterion_main!(benches);
