//! Timers: turns of a second, in one frame or in 64, beside a plain binary heap of closures; making and
//! cancelling; frames in which nothing is due.

mod common;

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::hint::black_box;

use common::group;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, Handle, World, next_frame, update_all};

const COUNT: usize = 10_000;

#[derive(Component, Default)]
struct Gun {
    shots: u32,
}

fn nothing(_: &mut Gun) {}

fn guns() -> (World, Vec<Handle<Gun>>) {
    let world = World::new();
    let guns = world.enter(|| (0..COUNT).map(|_| Entity::spawn().add::<Gun>()).collect());
    (world, guns)
}

/// What one would write without this library.
struct Plain {
    time: f64,
    place: usize,
    period: f64,
    call: Box<dyn Fn(&mut Gun)>,
}

impl Ord for Plain {
    fn cmp(&self, other: &Self) -> Ordering {
        other.time.total_cmp(&self.time).then(other.place.cmp(&self.place))
    }
}

impl PartialOrd for Plain {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Plain {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Plain {}

fn period(place: usize, spread: bool) -> f32 {
    if spread { 0.5 + (place * 7919 % COUNT) as f32 / COUNT as f32 / 2.0 } else { 1.0 }
}

fn turns(criterion: &mut Criterion) {
    let ways = [("all_due_together", false, 1), ("all_due_one_by_one", true, 1), ("in_64_frames", true, 64)];
    for (name, spread, frames) in ways {
        let second = || (0..frames).for_each(|_| update_all(1.0 / frames as f32));
        let mut group = group(criterion, name, COUNT);
        group.bench_function("every", |bencher| {
            let (world, guns) = guns();
            world.enter(|| {
                for (place, gun) in guns.iter().enumerate() {
                    gun.every(period(place, spread), nothing);
                }
                bencher.iter(second);
            });
        });
        group.bench_function("after", |bencher| {
            let (world, guns) = guns();
            world.enter(|| {
                let arm = || {
                    for (place, gun) in guns.iter().enumerate() {
                        gun.after(period(place, spread), nothing);
                    }
                };
                bencher.iter_batched(arm, |()| second(), BatchSize::PerIteration);
            });
        });
        group.bench_function("plain_heap", |bencher| {
            let mut guns: Vec<_> = (0..COUNT).map(|_| Gun::default()).collect();
            let plain = |place| {
                let period = f64::from(period(place, spread));
                Plain { time: period, place, period, call: Box::new(nothing) }
            };
            let mut heap: BinaryHeap<_> = (0..COUNT).map(plain).collect();
            let mut now = 0.0;
            let mut frame = || {
                now += 1.0 / f64::from(frames);
                while heap.peek().is_some_and(|first| first.time <= now) {
                    let mut first = heap.pop().expect("it was seen");
                    (first.call)(black_box(&mut guns[first.place]));
                    first.time += first.period;
                    heap.push(first);
                }
            };
            bencher.iter(|| (0..frames).for_each(|_| frame()));
        });
    }
}

fn making(criterion: &mut Criterion) {
    let mut group = group(criterion, "make_and_cancel", COUNT);
    group.bench_function("after", |bencher| {
        let (world, guns) = guns();
        world.enter(|| {
            bencher.iter(|| {
                for gun in &guns {
                    gun.after(1.0, nothing).cancel();
                }
            });
        });
    });
}

fn frames(criterion: &mut Criterion) {
    let mut group = group(criterion, "frame_in_which_nothing_is_due", 1);
    for (name, timers) in [("no_timers", 0), ("10_000_timers", COUNT)] {
        group.bench_function(name, |bencher| {
            let (world, guns) = guns();
            world.enter(|| {
                for gun in &guns[..timers] {
                    gun.after(1e9, nothing);
                }
                bencher.iter(|| update_all(1e-6));
            });
        });
    }
}

fn tasks(criterion: &mut Criterion) {
    let mut group = group(criterion, "tasks_that_wait_for_the_next_frame", COUNT);
    group.bench_function("task", |bencher| {
        let (world, guns) = guns();
        world.enter(|| {
            for gun in &guns {
                gun.task(async |gun| {
                    loop {
                        gun.with(|gun| gun.shots += 1);
                        next_frame().await;
                    }
                });
            }
            bencher.iter(|| update_all(1.0));
        });
    });
}

criterion_group!(benches, turns, making, frames, tasks);
criterion_main!(benches);
