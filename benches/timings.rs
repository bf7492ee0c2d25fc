//! What it costs to time a frame: many small passes, and one long one, with timings off and on.
//!
//! With `--features ecs-core/tracing` the same frames open spans, to which nobody subscribes.

mod common;

use std::hint::black_box;

use common::{DT, SPEED, group};
use criterion::{Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, World, update_all};

#[derive(Component)]
#[component(update)]
struct Particle<const KIND: usize> {
    x: f32,
    speed: f32,
}

impl<const KIND: usize> Particle<KIND> {
    fn update(&mut self, dt: f32) {
        self.x += self.speed * dt;
    }

    fn spawn(count: usize) {
        for _ in 0..count {
            Entity::spawn().insert(Self { x: 0.0, speed: SPEED });
        }
    }
}

/// Spawns so many of each type, from a kind on: of one type, ten or a hundred.
trait Types {
    const TYPES: usize;
    fn spawn(count: usize);
}

struct One;

impl Types for One {
    const TYPES: usize = 1;

    fn spawn(count: usize) {
        Particle::<0>::spawn(count);
    }
}

struct Hundred;

macro_rules! spawn_ten {
    ($count:ident: $($ten:literal)*) => {
        $(
            Particle::<{ $ten }>::spawn($count);
            Particle::<{ $ten + 1 }>::spawn($count);
            Particle::<{ $ten + 2 }>::spawn($count);
            Particle::<{ $ten + 3 }>::spawn($count);
            Particle::<{ $ten + 4 }>::spawn($count);
            Particle::<{ $ten + 5 }>::spawn($count);
            Particle::<{ $ten + 6 }>::spawn($count);
            Particle::<{ $ten + 7 }>::spawn($count);
            Particle::<{ $ten + 8 }>::spawn($count);
            Particle::<{ $ten + 9 }>::spawn($count);
        )*
    };
}

impl Types for Hundred {
    const TYPES: usize = 100;

    fn spawn(count: usize) {
        spawn_ten!(count: 0 10 20 30 40 50 60 70 80 90);
    }
}

fn frames<T: Types>(criterion: &mut Criterion, name: &str, count: usize) {
    // Per pass, or per entity of the only one.
    let elements = if T::TYPES == 1 { count } else { T::TYPES };
    let mut group = group(criterion, name, elements);
    for (name, is_timed) in [("off", false), ("on", true)] {
        group.bench_function(name, |bencher| {
            World::new().enter(|| {
                T::spawn(count);
                World::set_timings(is_timed);
                bencher.iter(|| update_all(black_box(DT)));
                assert_eq!(World::stats().passes.is_empty(), !is_timed);
            });
        });
    }
}

fn timings(criterion: &mut Criterion) {
    frames::<Hundred>(criterion, "timings_100_types", 10);
    frames::<One>(criterion, "timings_1_type", 100_000);
}

criterion_group!(benches, timings);
criterion_main!(benches);
