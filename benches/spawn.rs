//! Creating airplanes with their transforms and references, one by one and many at once.

mod common;

use common::{Airplane, PlainAirplanes, SPEED, Transform, group, sizes};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, World};

/// Each airplane adds its transform in `init`.
fn spawn(criterion: &mut Criterion) {
    let create = |count| (0..count).map(|_| Entity::spawn().add::<Airplane>().entity()).collect();
    compare_with_vec(criterion, "spawn", create, Transform::count, |_| PlainAirplanes::default());
}

/// All values are given to one call. `Airplane` has an `init`, so this type is one without.
fn spawn_many(criterion: &mut Criterion) {
    #[derive(Component)]
    struct Plane {
        _transform: ecs_core::Handle<Transform>,
        _speed: f32,
    }

    let create = |count| {
        Entity::spawn_many(count, |_, entity| {
            (Plane { _transform: entity.handle(), _speed: SPEED }, Transform::default())
        })
    };
    compare_with_vec(criterion, "spawn_many", create, Plane::count, |count| {
        let mut planes = PlainAirplanes::default();
        planes.ids.reserve_exact(count);
        planes.airplanes.reserve_exact(count);
        planes.transforms.reserve_exact(count);
        planes
    });
}

/// Measures `create` in a world of its own, compared with as many pushes to what `plain` makes.
fn compare_with_vec(
    criterion: &mut Criterion,
    name: &str,
    create: impl Fn(usize) -> Vec<Entity>,
    created: fn() -> usize,
    plain: impl Fn(usize) -> PlainAirplanes,
) {
    for count in sizes() {
        let mut group = group(criterion, name, count);
        group.bench_function("ecs", |bencher| {
            bencher.iter_batched(
                World::new,
                |world| {
                    let planes = world.enter(|| create(count));
                    assert_eq!(world.enter(created), count);
                    (world, planes)
                },
                BatchSize::PerIteration,
            );
        });
        group.bench_function("Vec", |bencher| {
            bencher.iter_batched(
                || (),
                |()| {
                    let mut planes = plain(count);
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
