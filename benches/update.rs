//! A frame: through handles, through a view, through siblings, on one type alone, and on a type that has no
//! update.

mod common;

use std::hint::black_box;

use common::{Airplane, DT, PlainAirplanes, SPEED, Speed, Transform, group, populate, sizes};
use criterion::{Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, Handle, update_all};

// ---- through references: compared with a checked index into a slice ----

#[derive(Component)]
struct Viewed {
    transform: Handle<Transform>,
    speed: f32,
}

fn through_references(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "update_by_reference", count);
        group.bench_function("handle", |bencher| {
            let (world, planes) = populate::<Airplane>(count, |_| Entity::spawn().add::<Airplane>().entity());
            world.enter(|| {
                bencher.iter(|| update_all(black_box(DT)));
                assert!(planes[count - 1].borrow::<Transform>().pos[1] > 0.0);
            });
        });
        group.bench_function("view", |bencher| {
            let (world, planes) = populate::<Viewed>(count, |_| {
                let plane = Entity::spawn();
                plane.insert(Viewed { transform: plane.add(), speed: SPEED }).entity()
            });
            world.enter(|| {
                bencher.iter(|| {
                    let mut transforms = Transform::view_mut();
                    for plane in &Viewed::view() {
                        transforms[plane.transform].pos[1] += plane.speed * black_box(DT);
                    }
                });
                assert!(planes[count - 1].borrow::<Transform>().pos[1] > 0.0);
            });
        });
        group.bench_function("Vec", |bencher| {
            let mut planes = PlainAirplanes::new(count);
            bencher.iter(|| {
                let (planes, dt) = (black_box(&mut planes), black_box(DT));
                for plane in &planes.airplanes {
                    planes.transforms[plane.transform as usize].pos[1] += plane.speed * dt;
                }
            });
        });
    }
}

// ---- through siblings: compared with two zipped slices ----

#[derive(Component)]
#[component(isolated)]
struct IsolatedSpeed(f32);

impl IsolatedSpeed {
    fn update(&mut self, dt: f32, transform: &mut Transform) {
        transform.pos[1] += self.0 * dt;
    }
}

fn through_siblings(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "update_by_sibling", count);
        group.bench_function("sibling", |bencher| {
            let spawn = |_| Entity::spawn().with(Speed(SPEED)).with(Transform::default());
            let (world, planes) = populate::<Speed>(count, spawn);
            world.enter(|| {
                bencher.iter(|| update_all(black_box(DT)));
                assert!(planes[count - 1].borrow::<Transform>().pos[1] > 0.0);
            });
        });
        group.bench_function("isolated", |bencher| {
            let spawn = |_| Entity::spawn().with(IsolatedSpeed(SPEED)).with(Transform::default());
            let (world, planes) = populate::<IsolatedSpeed>(count, spawn);
            world.enter(|| {
                bencher.iter(|| update_all(black_box(DT)));
                assert!(planes[count - 1].borrow::<Transform>().pos[1] > 0.0);
            });
        });
        group.bench_function("Vec", |bencher| {
            let mut speeds = vec![SPEED; count];
            let mut transforms = vec![Transform::default(); count];
            bencher.iter(|| {
                let dt = black_box(DT);
                for (speed, transform) in black_box(&mut speeds).iter().zip(black_box(&mut transforms)) {
                    transform.pos[1] += speed * dt;
                }
            });
        });
    }
}

// ---- on one type alone: compared with a loop over the same values ----

#[derive(Component, Clone)]
struct Particle {
    x: f32,
    speed: f32,
}

impl Particle {
    fn new() -> Self {
        Self { x: 0.0, speed: SPEED }
    }

    fn update(&mut self, dt: f32) {
        self.x += self.speed * dt;
    }
}

fn on_self(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "update_self", count);
        group.bench_function("ecs", |bencher| {
            let spawn = |_| Entity::spawn().with(Particle::new());
            let (world, particles) = populate::<Particle>(count, spawn);
            world.enter(|| {
                bencher.iter(|| update_all(black_box(DT)));
                assert!(particles[count - 1].borrow::<Particle>().x > 0.0);
            });
        });
        group.bench_function("Vec", |bencher| {
            let mut particles = vec![Particle::new(); count];
            bencher.iter(|| {
                let dt = black_box(DT);
                for particle in black_box(&mut particles) {
                    particle.update(dt);
                }
            });
        });
    }
}

// ---- without an update: compared with a call of nothing ----

fn without_update(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "no_update", count);
        group.bench_function("ecs", |bencher| {
            let (world, _) = populate::<Transform>(count, |_| Entity::spawn().add::<Transform>().entity());
            world.enter(|| bencher.iter(|| update_all(black_box(DT))));
        });
        group.bench_function("Vec", |bencher| bencher.iter(|| black_box(DT)));
    }
}

criterion_group!(benches, through_references, through_siblings, on_self, without_update);
criterion_main!(benches);
