//! Saves: a million transforms with their entities, written and read in a format for machines and in one for
//! people, beside plain `Vec`s in the same format. Prefabs: copies, beside `spawn_many` of the same values.

mod common;

use std::hint::black_box;

use common::group;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, Handle, Prefab, Save, World};
use serde::{Deserialize, Serialize};

const COUNT: usize = 1_000_000;

#[derive(Component, Clone, Serialize, Deserialize)]
struct Transform {
    pos: [f32; 3],
}

#[derive(Component, Clone, Serialize, Deserialize)]
struct Airplane {
    transform: Handle<Transform>,
    speed: f32,
}

type Saved = Save<Transform>;
type SavedAirplanes = Save<(Transform, Airplane)>;

fn transform(place: usize) -> Transform {
    Transform { pos: [place as f32 * 0.37, 1000.0 / (place as f32 + 1.0), -1.5] }
}

fn transforms() -> World {
    let world = World::new();
    world.enter(|| Entity::spawn_many(COUNT, |place, _| transform(place)));
    world
}

fn airplanes() -> World {
    let world = World::new();
    world.enter(|| {
        Entity::spawn_many(COUNT, |place, entity| {
            (transform(place), Airplane { transform: entity.handle(), speed: place as f32 })
        })
    });
    world
}

/// What one keeps without this library: the values, and whose they are.
#[derive(Serialize, Deserialize)]
struct Plain {
    entities: Vec<u32>,
    transforms: Vec<Transform>,
}

#[derive(Serialize, Deserialize)]
struct PlainAirplanes {
    entities: Vec<u32>,
    transforms: Vec<Transform>,
    airplanes: Vec<PlainAirplane>,
}

#[derive(Serialize, Deserialize)]
struct PlainAirplane {
    transform: u32,
    speed: f32,
}

fn plain() -> Plain {
    Plain { entities: (1..=COUNT as u32).collect(), transforms: (0..COUNT).map(transform).collect() }
}

fn plain_airplanes() -> PlainAirplanes {
    let airplane = |place: usize| PlainAirplane { transform: place as u32 + 1, speed: place as f32 };
    let Plain { entities, transforms } = plain();
    PlainAirplanes { entities, transforms, airplanes: (0..COUNT).map(airplane).collect() }
}

fn writing(c: &mut Criterion) {
    let mut group = group(c, "write", COUNT);
    let (world, plain) = (transforms(), plain());
    group.bench_function("transforms, postcard", |b| {
        b.iter_with_large_drop(|| world.enter(|| Saved::write_with(postcard::to_allocvec).unwrap()));
    });
    group.bench_function("transforms, postcard, plain", |b| {
        b.iter_with_large_drop(|| postcard::to_allocvec(black_box(&plain)).unwrap());
    });
    group.bench_function("transforms, JSON", |b| {
        b.iter_with_large_drop(|| world.enter(|| Saved::write_with(serde_json::to_vec).unwrap()));
    });
    group.bench_function("transforms, JSON, plain", |b| {
        b.iter_with_large_drop(|| serde_json::to_vec(black_box(&plain)).unwrap());
    });
    let (world, plain) = (airplanes(), plain_airplanes());
    group.bench_function("airplanes, postcard", |b| {
        b.iter_with_large_drop(|| world.enter(|| SavedAirplanes::write_with(postcard::to_allocvec).unwrap()));
    });
    group.bench_function("airplanes, postcard, plain", |b| {
        b.iter_with_large_drop(|| postcard::to_allocvec(black_box(&plain)).unwrap());
    });
}

fn reading(c: &mut Criterion) {
    let mut group = group(c, "read", COUNT);
    let bytes = transforms().enter(|| Saved::write_with(postcard::to_allocvec).unwrap().0);
    group.bench_function("transforms, postcard", |b| {
        let read = |world: World| {
            world.enter(|| Saved::read_with(|| postcard::from_bytes(black_box(&bytes))).unwrap());
            world
        };
        b.iter_batched(World::new, read, BatchSize::PerIteration);
    });
    let bytes = postcard::to_allocvec(&plain()).unwrap();
    group.bench_function("transforms, postcard, plain", |b| {
        b.iter_with_large_drop(|| postcard::from_bytes::<Plain>(black_box(&bytes)).unwrap());
    });
    let text = transforms().enter(|| Saved::write_with(serde_json::to_string).unwrap().0);
    group.bench_function("transforms, JSON", |b| {
        let read = |world: World| {
            world.enter(|| Saved::read_with(|| serde_json::from_str(black_box(&text))).unwrap());
            world
        };
        b.iter_batched(World::new, read, BatchSize::PerIteration);
    });
    let text = serde_json::to_string(&plain()).unwrap();
    group.bench_function("transforms, JSON, plain", |b| {
        b.iter_with_large_drop(|| serde_json::from_str::<Plain>(black_box(&text)).unwrap());
    });
    let bytes = airplanes().enter(|| SavedAirplanes::write_with(postcard::to_allocvec).unwrap().0);
    group.bench_function("airplanes, postcard", |b| {
        let read = |world: World| {
            world.enter(|| SavedAirplanes::read_with(|| postcard::from_bytes(black_box(&bytes))).unwrap());
            world
        };
        b.iter_batched(World::new, read, BatchSize::PerIteration);
    });
    let bytes = postcard::to_allocvec(&plain_airplanes()).unwrap();
    group.bench_function("airplanes, postcard, plain", |b| {
        b.iter_with_large_drop(|| postcard::from_bytes::<PlainAirplanes>(black_box(&bytes)).unwrap());
    });
}

const COPIES: usize = 100_000;

fn copying(c: &mut Criterion) {
    let mut group = group(c, "copy", COPIES);
    let in_world = |make: &dyn Fn()| {
        let world = World::new();
        world.enter(make);
        world
    };
    group.bench_function("cloned", |b| {
        let prefab = Prefab::new(|root| _ = root.insert(transform(7)));
        b.iter_with_large_drop(|| in_world(&|| _ = black_box(prefab.spawn_many(COPIES, |_, _| ()))));
    });
    group.bench_function("cloned, by spawn_many", |b| {
        b.iter_with_large_drop(|| {
            in_world(&|| _ = black_box(Entity::spawn_many(COPIES, |_, _| transform(black_box(7)))))
        });
    });
    group.bench_function("made again", |b| {
        let prefab = Prefab::new(|root| {
            let transform = root.insert(transform(7));
            root.insert(Airplane { transform, speed: 3.0 });
        });
        b.iter_with_large_drop(|| in_world(&|| _ = black_box(prefab.spawn_many(COPIES, |_, _| ()))));
    });
    group.bench_function("made again, by spawn_many", |b| {
        b.iter_with_large_drop(|| {
            let airplane = |entity: Entity| Airplane { transform: entity.handle(), speed: 3.0 };
            in_world(&|| {
                let make = |_, entity| (transform(black_box(7)), airplane(entity));
                black_box(Entity::spawn_many(COPIES, make));
            })
        });
    });
}

criterion_group!(benches, writing, reading, copying);
criterion_main!(benches);
