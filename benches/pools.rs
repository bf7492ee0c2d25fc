//! Bats that come and go: from a pool, spawned and despawned, and in plain `Vec`s with a free list.

mod common;

use std::hint::black_box;

use common::{Random, Transform, group};
use criterion::{Criterion, criterion_group, criterion_main};
use ecs_core::{Archetype, Component, Entity, Pool, World};

const ALIVE: usize = 10_000;
/// So many go and come at each step.
const CHANGES: usize = 1_000;

#[derive(Component, Clone, Default)]
struct Health(u32);

#[derive(Component, Clone, Default)]
struct Wings {
    beats: u32,
    span: f32,
}

type Bat = Archetype<(Transform, Health, Wings)>;

fn values() -> (Transform, Health, Wings) {
    (Transform { pos: [1.0; 3] }, Health(3), Wings { beats: 0, span: 0.3 })
}

/// Lets `CHANGES` of the bats go and as many come, in an order that is the same for all.
fn step<B>(bats: &mut [B], random: &mut Random, mut change: impl FnMut(&mut B)) {
    for _ in 0..CHANGES {
        let place = random.below(bats.len());
        change(&mut bats[place]);
    }
}

fn one_by_one(criterion: &mut Criterion) {
    let mut group = group(criterion, "pools/one by one", CHANGES);
    group.bench_function("pool", |bencher| {
        World::new().enter(|| {
            let pool = Pool::<Bat>::with(values, |_| ());
            let mut bats: Vec<Entity> = (0..ALIVE).map(|_| pool.take()).collect();
            let mut random = Random::default();
            bencher.iter(|| {
                step(&mut bats, &mut random, |bat| {
                    pool.give_back(*bat);
                    *bat = pool.take();
                });
            });
            assert_eq!((pool.len(), World::stats().alive), (ALIVE, ALIVE));
        });
    });
    group.bench_function("pool, with a resetter", |bencher| {
        World::new().enter(|| {
            let pool = Pool::<Bat>::with(values, |bat| {
                let (transform, health, wings) = values();
                *bat.borrow_mut::<Transform>() = transform;
                *bat.borrow_mut::<Health>() = health;
                *bat.borrow_mut::<Wings>() = wings;
            });
            let mut bats: Vec<Entity> = (0..ALIVE).map(|_| pool.take()).collect();
            let mut random = Random::default();
            bencher.iter(|| {
                step(&mut bats, &mut random, |bat| {
                    pool.give_back(*bat);
                    *bat = pool.take();
                });
            });
        });
    });
    group.bench_function("spawn_with and despawn", |bencher| {
        World::new().enter(|| {
            let mut bats: Vec<Entity> = (0..ALIVE).map(|_| Bat::spawn_with(values())).collect();
            let mut random = Random::default();
            bencher.iter(|| {
                step(&mut bats, &mut random, |bat| {
                    bat.despawn();
                    *bat = Bat::spawn_with(values());
                });
            });
            assert_eq!(World::stats().alive, ALIVE);
        });
    });
    group.bench_function("spawn().with() and despawn", |bencher| {
        World::new().enter(|| {
            let spawn = || {
                let (transform, health, wings) = values();
                Entity::spawn().with(transform).with(health).with(wings)
            };
            let mut bats: Vec<Entity> = (0..ALIVE).map(|_| spawn()).collect();
            let mut random = Random::default();
            bencher.iter(|| {
                step(&mut bats, &mut random, |bat| {
                    bat.despawn();
                    *bat = spawn();
                });
            });
        });
    });
    group.bench_function("Vec with a free list", |bencher| {
        let mut plain: Vec<PlainBat> = vec![PlainBat { is_on: true, values: values() }; ALIVE];
        let mut free: Vec<usize> = Vec::new();
        let mut bats: Vec<usize> = (0..ALIVE).collect();
        let mut random = Random::default();
        bencher.iter(|| {
            step(&mut bats, &mut random, |bat| {
                plain[*bat].is_on = false;
                free.push(*bat);
                *bat = black_box(&mut free).pop().expect("one was pushed");
                plain[*bat] = PlainBat { is_on: true, values: values() };
            });
        });
        assert!(plain.iter().all(|bat| bat.is_on
            && bat.values.1.0 == 3
            && bat.values.2.span > 0.0
            && bat.values.2.beats == 0));
    });
}

/// A bat without a library.
#[derive(Clone)]
struct PlainBat {
    is_on: bool,
    values: (Transform, Health, Wings),
}

criterion_group!(benches, one_by_one);
criterion_main!(benches);
