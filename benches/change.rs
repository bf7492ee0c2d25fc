//! Ending entities in random order, and adding a further component to each and removing it again.

mod common;

use common::{Airplane, PlainAirplanes, Random, Transform, group, populate, shuffled, sizes};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity};

fn despawn(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "despawn", count);
        group.bench_function("ecs", |bencher| {
            bencher.iter_batched(
                || {
                    let (world, planes) =
                        populate::<Airplane>(count, |_| Entity::spawn().add::<Airplane>().entity());
                    (world, shuffled(&planes))
                },
                |(world, planes)| {
                    world.enter(|| {
                        for &plane in &planes {
                            plane.despawn();
                        }
                        assert_eq!(Transform::count(), 0);
                    });
                    (world, planes)
                },
                BatchSize::PerIteration,
            );
        });
        // The same moves, without the upkeep of who is where.
        group.bench_function("Vec", |bencher| {
            bencher.iter_batched(
                || PlainAirplanes::new(count),
                |mut planes| {
                    let mut random = Random::default();
                    while !planes.ids.is_empty() {
                        let place = random.below(planes.ids.len());
                        planes.ids.swap_remove(place);
                        planes.airplanes.swap_remove(place);
                        planes.transforms.swap_remove(place);
                    }
                    planes
                },
                BatchSize::PerIteration,
            );
        });
    }
}

#[derive(Component, Default, Clone, Copy)]
struct Tag {
    _number: f32,
}

fn add_remove(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "add_remove", count);
        let (world, entities) = populate::<Transform>(count, |_| Entity::spawn().add::<Transform>().entity());
        group.bench_function("ecs", |bencher| {
            world.enter(|| {
                bencher.iter(|| {
                    for &entity in &entities {
                        entity.add::<Tag>();
                    }
                    for &entity in &entities {
                        entity.remove::<Tag>();
                    }
                    assert_eq!(Tag::count(), 0);
                });
            });
        });
        group.bench_function("Vec", |bencher| {
            let mut tags = Vec::new();
            bencher.iter(|| {
                for _ in 0..count {
                    tags.push(std::hint::black_box(Tag::default()));
                }
                for _ in 0..count {
                    std::hint::black_box(tags.swap_remove(0));
                }
                assert!(tags.is_empty());
            });
        });
    }
}

criterion_group!(benches, despawn, add_remove);
criterion_main!(benches);
