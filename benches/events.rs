//! Events: sent to one entity and to all of a type, compared with a call through a handle and with a pass;
//! and `for_each`, compared with a pass.

mod common;

use std::hint::black_box;

use common::{DT, group, populate, sizes};
use criterion::{Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, update_all};

struct Damage(f32);

#[derive(Component, Default)]
#[component(on(Damage))]
struct Health {
    left: f32,
}

impl Health {
    fn update(&mut self, dt: f32) {
        self.left -= dt;
    }

    fn on_damage(&mut self, damage: &Damage) {
        self.left -= damage.0;
    }
}

fn spawn(_: usize) -> Entity {
    Entity::spawn().with(Health { left: 1.0 })
}

fn to_one(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "event_to_each_entity", count);
        group.bench_function("send", |bencher| {
            let (world, all) = populate::<Health>(count, spawn);
            world.enter(|| {
                bencher.iter(|| all.iter().map(|entity| entity.send(Damage(black_box(DT)))).sum::<usize>());
            });
        });
        group.bench_function("handle", |bencher| {
            let (world, all) = populate::<Health>(count, spawn);
            world.enter(|| {
                bencher.iter(|| {
                    for entity in &all {
                        entity.borrow_mut::<Health>().on_damage(&Damage(black_box(DT)));
                    }
                });
            });
        });
    }
}

fn to_all(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "event_to_all", count);
        group.bench_function("send_all", |bencher| {
            let (world, _) = populate::<Health>(count, spawn);
            world.enter(|| bencher.iter(|| Health::send_all(Damage(black_box(DT)))));
        });
        group.bench_function("for_each", |bencher| {
            let (world, _) = populate::<Health>(count, spawn);
            world.enter(|| {
                bencher.iter(|| {
                    let damage = Damage(black_box(DT));
                    Health::for_each(|health| health.on_damage(&damage));
                });
            });
        });
        group.bench_function("update", |bencher| {
            let (world, _) = populate::<Health>(count, spawn);
            world.enter(|| bencher.iter(|| update_all(black_box(DT))));
        });
        group.bench_function("view", |bencher| {
            let (world, _) = populate::<Health>(count, spawn);
            world.enter(|| {
                bencher.iter(|| {
                    let damage = Damage(black_box(DT));
                    Health::view_mut().iter_mut().for_each(|health| health.on_damage(&damage));
                });
            });
        });
    }
}

criterion_group!(benches, to_one, to_all);
criterion_main!(benches);
