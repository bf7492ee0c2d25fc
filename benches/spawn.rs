//! Creating airplanes with their transforms and references, one by one and many at once.

mod common;

use common::{Airplane, PlainAirplanes, SPEED, Transform, group, sizes};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, World};

/// Each airplane adds its transform in `init`.
fn spawn(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "spawn", count);
        group.bench_function("ecs", |bencher| {
            bencher.iter_batched(
                World::new,
                |world| {
                    let planes: Vec<_> = world
                        .enter(|| (0..count).map(|_| Entity::spawn().add::<Airplane>().entity()).collect());
                    assert_eq!(world.enter(Transform::count), count);
                    (world, planes)
                },
                BatchSize::PerIteration,
            );
        });
        group.bench_function("Vec", |bencher| {
            bencher.iter_batched(
                || (),
                |()| {
                    let mut planes = PlainAirplanes::default();
                    (0..count).for_each(|_| planes.push());
                    planes
                },
                BatchSize::PerIteration,
            );
        });
    }
}

/// All values are given to one call. `Airplane` has an `init`, so this type is one without.
fn spawn_many(criterion: &mut Criterion) {
    #[derive(Component)]
    struct Plane {
        _transform: ecs_core::Handle<Transform>,
        _speed: f32,
    }

    for count in sizes() {
        let mut group = group(criterion, "spawn_many", count);
        group.bench_function("ecs", |bencher| {
            bencher.iter_batched(
                World::new,
                |world| {
                    let planes = world.enter(|| {
                        Entity::spawn_many(count, |_, entity| {
                            (Plane { _transform: entity.handle(), _speed: SPEED }, Transform::default())
                        })
                    });
                    assert_eq!(world.enter(Plane::count), count);
                    (world, planes)
                },
                BatchSize::PerIteration,
            );
        });
        group.bench_function("Vec", |bencher| {
            bencher.iter_batched(
                || (),
                |()| {
                    let mut planes = PlainAirplanes::default();
                    planes.ids.reserve_exact(count);
                    planes.airplanes.reserve_exact(count);
                    planes.transforms.reserve_exact(count);
                    (0..count).for_each(|_| planes.push());
                    planes
                },
                BatchSize::PerIteration,
            );
        });
    }
}

criterion_group!(benches, spawn, spawn_many);
criterion_main!(benches);
