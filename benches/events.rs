//! Events: sent to one entity and to all of a type, compared with a call through a handle and with a pass;
//! and `for_each`, compared with a pass. Observers, compared with a send after each add.

mod common;

use std::hint::black_box;

use common::{DT, group, populate, sizes};
use criterion::{Bencher, Criterion, criterion_group, criterion_main};
use ecs_core::{Add, Component, Entity, observe, update_all};

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

#[derive(Component, Default)]
#[expect(dead_code, reason = "it has a size, and so rows")]
struct Rock(f32);

struct Fell;

/// Hears of the rocks that somebody tells it of.
#[derive(Component, Default)]
#[component(on(Fell))]
struct Told(u32);

impl Told {
    fn on_fell(&mut self, _: &Fell) {
        self.0 += 1;
    }
}

/// Hears of all rocks.
#[derive(Component, Default)]
#[component(on(Add<Rock> = fell))]
struct Hears(u32);

impl Hears {
    fn fell(&mut self, _: &Add<Rock>) {
        self.0 += 1;
    }
}

/// Adds a component to each entity, tells of it, and kills it again.
fn observed(criterion: &mut Criterion) {
    let mut group = group(criterion, "observed_add", 10_000);
    let run = |bencher: &mut Bencher<'_>, prepare: fn() -> Option<Entity>| {
        let (world, all) = populate::<Health>(10_000, spawn);
        world.enter(|| {
            let told = prepare();
            bencher.iter(|| {
                for entity in &all {
                    entity.insert(Rock(black_box(DT)));
                    told.map(|told| told.send(Fell));
                }
                all.iter().for_each(|entity| _ = entity.kill::<Rock>());
            });
        });
    };
    group.bench_function("nobody", |bencher| run(bencher, || None));
    group.bench_function("send", |bencher| run(bencher, || Some(Entity::spawn().with(Told(0)))));
    group.bench_function("component", |bencher| {
        run(bencher, || {
            Entity::spawn().with(Hears(0));
            None
        });
    });
    group.bench_function("closure", |bencher| {
        run(bencher, || {
            let mut heard = 0_u32;
            observe(move |_: &Add<Rock>| heard = black_box(heard + 1)).forever();
            None
        });
    });
}

criterion_group!(benches, to_one, to_all, observed);
criterion_main!(benches);
