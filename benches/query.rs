//! Queries compared with plain `Vec`s: two stores in one order, two in different orders, few among many,
//! filters, and single entities.

mod common;

use std::hint::black_box;

use common::{DT, Transform, group, populate, shuffled, sizes};
use criterion::{Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, With, World, query};

#[derive(Component, Clone, Copy)]
struct Velocity(f32);

#[derive(Component, Default)]
struct Chosen(u8);

#[derive(Component, Default)]
struct Tagged;

/// Entities with a transform, and with a velocity added in an order of its own.
fn moving(count: usize, order: &[usize]) -> (World, Vec<Entity>) {
    let (world, entities) =
        populate::<Transform>(count, |_| Entity::spawn().insert(Transform::default()).entity());
    world.enter(|| {
        order.iter().for_each(|&place| {
            entities[place].insert(Velocity(3.0));
        })
    });
    (world, entities)
}

fn move_each(dt: f32) {
    query::<(&mut Transform, &Velocity)>().each(|(t, v)| t.pos[1] += v.0 * dt);
}

fn move_in_a_loop(dt: f32) {
    for (t, v) in &mut query::<(&mut Transform, &Velocity)>() {
        t.pos[1] += v.0 * dt;
    }
}

fn one_order(criterion: &mut Criterion) {
    for count in sizes() {
        let order: Vec<_> = (0..count).collect();
        let (world, _) = moving(count, &order);
        let mut group = group(criterion, "query_one_order", count);
        group.bench_function("each", |bencher| {
            world.enter(|| {
                bencher.iter(|| move_each(black_box(DT)));
            });
        });
        group.bench_function("for", |bencher| {
            world.enter(|| {
                bencher.iter(|| move_in_a_loop(black_box(DT)));
            });
        });
        group.bench_function("for with entity", |bencher| {
            world.enter(|| {
                bencher.iter(|| {
                    let dt = black_box(DT);
                    for (entity, t, v) in &mut query::<(Entity, &mut Transform, &Velocity)>() {
                        t.pos[1] += v.0 * dt + entity.index() as f32;
                    }
                });
            });
        });
        group.bench_function("for with filter", |bencher| {
            world.enter(|| {
                bencher.iter(|| {
                    let dt = black_box(DT);
                    for t in &mut query::<&mut Transform>().filter::<With<Velocity>>() {
                        t.pos[1] += dt;
                    }
                });
            });
        });
        group.bench_function("Vec", |bencher| {
            let mut transforms = vec![Transform::default(); count];
            let velocities = vec![Velocity(3.0); count];
            bencher.iter(|| {
                let dt = black_box(DT);
                for (t, v) in black_box(&mut transforms).iter_mut().zip(&velocities) {
                    t.pos[1] += v.0 * dt;
                }
            });
        });
    }
}

fn two_orders(criterion: &mut Criterion) {
    for count in sizes() {
        let order = shuffled(&(0..count).collect::<Vec<_>>());
        let (world, _) = moving(count, &order);
        let mut group = group(criterion, "query_two_orders", count);
        group.bench_function("each", |bencher| {
            world.enter(|| {
                bencher.iter(|| move_each(black_box(DT)));
            });
        });
        group.bench_function("for", |bencher| {
            world.enter(|| {
                bencher.iter(|| move_in_a_loop(black_box(DT)));
            });
        });
        group.bench_function("Vec", |bencher| {
            let mut transforms = vec![Transform::default(); count];
            let velocities = vec![Velocity(3.0); count];
            let mut place_of = vec![0_u32; count];
            order.iter().enumerate().for_each(|(place, &entity)| place_of[entity] = place as u32);
            bencher.iter(|| {
                let dt = black_box(DT);
                for (t, &place) in black_box(&mut transforms).iter_mut().zip(&place_of) {
                    t.pos[1] += velocities[place as usize].0 * dt;
                }
            });
        });
    }
}

/// Every second entity is visited: because it has a tag, or because the others are disabled.
fn half(criterion: &mut Criterion) {
    for count in sizes() {
        let new = || populate::<Transform>(count, |_| Entity::spawn().insert(Transform::default()).entity());
        let mut group = group(criterion, "query_half", count / 2);
        let (world, entities) = new();
        world.enter(|| {
            entities.iter().step_by(2).for_each(|entity| assert!(entity.add::<Tagged>().is_alive()))
        });
        group.bench_function("tagged", |bencher| {
            world.enter(|| {
                bencher.iter(|| query::<&mut Transform>().filter::<With<Tagged>>().each(|t| t.pos[1] += 1.0));
            });
        });
        drop(world);
        group.bench_function("Vec with flags", |bencher| {
            let mut transforms = vec![Transform::default(); count];
            let tagged: Vec<bool> = (0..count).map(|place| place % 2 == 0).collect();
            bencher.iter(|| {
                for (t, _) in
                    black_box(&mut transforms).iter_mut().zip(&tagged).filter(|(_, tagged)| **tagged)
                {
                    t.pos[1] += 1.0;
                }
            });
        });
        let (world, entities) = new();
        world.enter(|| entities.iter().step_by(2).for_each(|entity| assert!(entity.set_enabled(false))));
        group.bench_function("enabled", |bencher| {
            world.enter(|| bencher.iter(|| query::<&mut Transform>().each(|t| t.pos[1] += 1.0)));
        });
        group.bench_function("Vec of half", |bencher| {
            let mut transforms = vec![Transform::default(); count / 2];
            bencher.iter(|| black_box(&mut transforms).iter_mut().for_each(|t| t.pos[1] += 1.0));
        });
    }
}

/// One entity in a hundred is visited.
fn few_among_many(criterion: &mut Criterion) {
    for count in sizes() {
        let (world, entities) = moving(count, &(0..count).collect::<Vec<_>>());
        world.enter(|| {
            entities.iter().step_by(100).for_each(|entity| {
                entity.add::<Chosen>();
            })
        });
        let mut group = group(criterion, "query_few", count / 100);
        group.bench_function("for", |bencher| {
            world.enter(|| {
                bencher.iter(|| {
                    for (t, chosen) in &mut query::<(&mut Transform, &Chosen)>() {
                        t.pos[1] += f32::from(chosen.0) + 1.0;
                    }
                });
            });
        });
        group.bench_function("filter", |bencher| {
            world.enter(|| {
                bencher.iter(|| {
                    for t in &mut query::<&mut Transform>().filter::<With<Chosen>>() {
                        t.pos[1] += 1.0;
                    }
                });
            });
        });
        group.bench_function("Vec", |bencher| {
            let mut transforms = vec![Transform::default(); count];
            let chosen: Vec<u32> = (0..count as u32).step_by(100).collect();
            bencher.iter(|| {
                for &place in &chosen {
                    black_box(&mut transforms)[place as usize].pos[1] += 1.0;
                }
            });
        });
    }
}

fn one_entity(criterion: &mut Criterion) {
    let count = 10_000;
    let (world, entities) = moving(count, &(0..count).collect::<Vec<_>>());
    let order: Vec<Entity> = shuffled(&entities);
    let mut group = group(criterion, "query_get", count);
    group.bench_function("get", |bencher| {
        world.enter(|| {
            bencher.iter(|| {
                let all = query::<(&Transform, &Velocity)>();
                let values = order.iter().map(|&entity| all.get(entity).map_or(0.0, |(t, v)| t.pos[1] + v.0));
                values.collect::<Vec<_>>().len()
            });
        });
    });
    group.bench_function("prepare", |bencher| {
        world.enter(|| bencher.iter(|| query::<(&Transform, &Velocity)>().first().is_some()));
    });
    drop(entities);
}

criterion_group!(benches, one_order, two_orders, half, few_among_many, one_entity);
criterion_main!(benches);
