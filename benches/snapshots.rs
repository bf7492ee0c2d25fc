//! Snapshots: saving, going back and hashing airplanes, beside clones of plain `Vec`s; and how long it takes
//! to enter a world and to move one. `cargo bench -p ecs-benches --features snapshot --bench snapshots`.

mod common;

use std::hint::black_box;
use std::time::{Duration, Instant};

use common::group;
use criterion::{Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, Handle, SendWorld, Snapshots, World};
use serde::Serialize;

const COUNT: usize = 10_000;

#[derive(Component, Clone, Copy, Serialize)]
struct Transform {
    pos: [f32; 3],
}

#[derive(Component, Clone, Copy, Serialize)]
struct Airplane {
    transform: Handle<Transform>,
    speed: f32,
}

/// As the airplane, but not `Copy`.
#[derive(Component, Clone, Serialize)]
struct Glider {
    transform: Handle<Transform>,
    speed: f32,
}

#[derive(Clone, Copy)]
#[expect(dead_code, reason = "it is copied")]
struct PlainAirplane {
    transform: u32,
    speed: f32,
}

/// What one keeps without this library.
#[derive(Clone)]
struct Plain {
    entities: Vec<u32>,
    transforms: Vec<Transform>,
    airplanes: Vec<PlainAirplane>,
}

impl Plain {
    fn write_to_all(&mut self) {
        self.transforms.iter_mut().for_each(|transform| transform.pos[1] += 0.1);
        self.airplanes.iter_mut().for_each(|airplane| airplane.speed += 0.1);
    }

    /// Becomes a copy, and keeps its memory.
    fn copy(&mut self, from: &Self) {
        self.entities.clone_from(&from.entities);
        self.transforms.clone_from(&from.transforms);
        self.airplanes.clone_from(&from.airplanes);
    }
}

fn transform(place: usize) -> Transform {
    Transform { pos: [place as f32 * 0.37, 1000.0 / (place as f32 + 1.0), -1.5] }
}

fn airplanes() -> (World, Vec<Entity>) {
    let world = World::new();
    let entities = world.enter(|| {
        Entity::spawn_many(COUNT, |place, entity| {
            (transform(place), Airplane { transform: entity.handle(), speed: place as f32 })
        })
    });
    (world, entities)
}

fn plain() -> Plain {
    let airplane = |place: usize| PlainAirplane { transform: place as u32, speed: place as f32 };
    Plain {
        entities: (0..COUNT as u32).collect(),
        transforms: (0..COUNT).map(transform).collect(),
        airplanes: (0..COUNT).map(airplane).collect(),
    }
}

/// Writes to all.
fn write_to_all() {
    for transform in &mut Transform::view_mut() {
        transform.pos[1] += 0.1;
    }
    for airplane in &mut Airplane::view_mut() {
        airplane.speed += 0.1;
    }
}

/// Writes to one of a hundred.
fn write_to_some(entities: &[Entity]) {
    for entity in entities.iter().step_by(100) {
        entity.borrow_mut::<Transform>().pos[1] += 0.1;
    }
}

/// Measures the second of two functions, which are called in turn with the same thing.
fn measure<T>(
    thing: &mut T,
    times: u64,
    mut before: impl FnMut(&mut T, u64),
    mut f: impl FnMut(&mut T, u64),
) -> Duration {
    let mut sum = Duration::ZERO;
    for time in 0..times {
        before(thing, time);
        let begun = Instant::now();
        f(thing, time);
        sum += begun.elapsed();
    }
    sum
}

/// So many snapshots are kept, as rollback over the network does.
const KEPT: usize = 10;

fn saving(c: &mut Criterion) {
    let mut group = group(c, "save", COUNT);
    let (world, entities) = airplanes();
    let mut snapshots = Snapshots::new(KEPT);
    world.enter(|| (0..KEPT as u64 + 2).for_each(|frame| snapshots.save(frame).unwrap()));
    let save = |snapshots: &mut Snapshots, frame: u64| snapshots.save(frame).unwrap();
    group.bench_function("all written", |b| {
        world.enter(|| b.iter_custom(|times| measure(&mut snapshots, times, |_, _| write_to_all(), save)));
    });
    group.bench_function("one of a hundred written", |b| {
        let write = |_: &mut _, _| write_to_some(&entities);
        world.enter(|| b.iter_custom(|times| measure(&mut snapshots, times, write, save)));
    });
    group.bench_function("nothing written", |b| {
        world.enter(|| b.iter_custom(|times| measure(&mut snapshots, times, |_, _| (), save)));
    });
    let spawn_and_kill = |frame: u64| {
        let place = frame as usize % COUNT;
        entities[place].remove::<Airplane>();
        entities[place].insert(Airplane { transform: entities[place].handle(), speed: 0.0 });
    };
    group.bench_function("all written, one comes and one goes", |b| {
        let before = |_: &mut _, frame| {
            write_to_all();
            spawn_and_kill(frame);
        };
        world.enter(|| b.iter_custom(|times| measure(&mut snapshots, times, before, save)));
    });
    let gliders = World::new();
    gliders.enter(|| {
        Entity::spawn_many(COUNT, |place, entity| {
            (transform(place), Glider { transform: entity.handle(), speed: place as f32 })
        })
    });
    let mut of_gliders = Snapshots::new(KEPT);
    gliders.enter(|| (0..KEPT as u64 + 2).for_each(|frame| of_gliders.save(frame).unwrap()));
    group.bench_function("all written, half of it not `Copy`", |b| {
        let write = |_: &mut _, _| {
            Transform::view_mut().iter_mut().for_each(|transform| transform.pos[1] += 0.1);
            Glider::view_mut().iter_mut().for_each(|glider| glider.speed += 0.1);
        };
        gliders.enter(|| b.iter_custom(|times| measure(&mut of_gliders, times, write, save)));
    });
    let mut plain = plain();
    let mut kept = vec![plain.clone(); KEPT];
    let write = |plain: &mut Plain, _| plain.write_to_all();
    group.bench_function("plain, `clone`", |b| {
        b.iter_custom(|times| {
            measure(&mut plain, times, write, |plain, time| {
                kept[time as usize % KEPT] = black_box(&*plain).clone();
            })
        });
    });
    group.bench_function("plain, `clone_from`", |b| {
        b.iter_custom(|times| {
            measure(&mut plain, times, write, |plain, time| kept[time as usize % KEPT].copy(black_box(plain)))
        });
    });
}

fn loading(c: &mut Criterion) {
    let mut group = group(c, "load", COUNT);
    let (world, entities) = airplanes();
    let mut snapshots = Snapshots::new(KEPT);
    world.enter(|| {
        (0..KEPT as u64).for_each(|frame| {
            snapshots.save(frame).unwrap();
            write_to_all();
        })
    });
    group.bench_function("all written", |b| {
        let load = |snapshots: &mut Snapshots, frame| snapshots.load(frame % KEPT as u64).unwrap();
        world.enter(|| b.iter_custom(|times| measure(&mut snapshots, times, |_, _| write_to_all(), load)));
    });
    group.bench_function("one of a hundred written", |b| {
        let load = |snapshots: &mut Snapshots, _| snapshots.load(0).unwrap();
        let write = |_: &mut _, _| write_to_some(&entities);
        world.enter(|| {
            snapshots.load(0).unwrap();
            b.iter_custom(|times| measure(&mut snapshots, times, write, load));
        });
    });
    let mut to = plain();
    let from = plain();
    group.bench_function("plain, `clone_from`", |b| {
        b.iter(|| to.copy(black_box(&from)));
    });
}

fn hashing(c: &mut Criterion) {
    let mut group = group(c, "hash", COUNT);
    let (world, entities) = airplanes();
    let mut snapshots = Snapshots::new(KEPT);
    let mut hash = |times, write: &dyn Fn()| {
        let write_and_save = |snapshots: &mut Snapshots, frame| {
            write();
            snapshots.save(frame).unwrap();
        };
        measure(&mut snapshots, times, write_and_save, |snapshots, frame| {
            black_box(snapshots.hash(frame).unwrap());
        })
    };
    group.bench_function("all written", |b| {
        world.enter(|| b.iter_custom(|times| hash(times, &write_to_all)));
    });
    group.bench_function("one of a hundred written", |b| {
        world.enter(|| b.iter_custom(|times| hash(times, &|| write_to_some(&entities))));
    });
}

fn worlds(c: &mut Criterion) {
    let mut group = group(c, "worlds", 1);
    let (world, _) = airplanes();
    group.bench_function("enter", |b| b.iter(|| world.enter(|| black_box(()))));
    group.bench_function("enter, and find one component", |b| {
        b.iter(|| world.enter(|| black_box(Transform::count())));
    });
    let mut moving = Some(world);
    group.bench_function("into_send and into_world", |b| {
        b.iter(|| {
            let sent: SendWorld = moving.take().unwrap().into_send().map_err(|(_, error)| error).unwrap();
            moving = Some(black_box(sent).into_world());
        });
    });
}

criterion_group!(benches, saving, loading, hashing, worlds);
criterion_main!(benches);
