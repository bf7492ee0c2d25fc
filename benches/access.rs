//! Reading components through references, in order and at random: by handle, and by view.
//!
//! The plain version is a `u32` index into a slice, checked as slices do.

mod common;

use std::hint::black_box;

use common::{Transform, group, populate, shuffled, sizes};
use criterion::{Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity, Handle};

fn by_order(criterion: &mut Criterion, name: &str, arrange: impl Fn(&[u32]) -> Vec<u32>) {
    for count in sizes() {
        let order = arrange(&(0..count as u32).collect::<Vec<_>>());
        let mut group = group(criterion, name, count);
        let transform = |place: usize| Transform { pos: [0.0, place as f32, 0.0] };
        let (world, entities) =
            populate::<Transform>(count, |place| Entity::spawn().insert(transform(place)).entity());
        let handles: Vec<Handle<Transform>> =
            order.iter().map(|&place| entities[place as usize].handle()).collect();
        let values: Vec<_> = (0..count).map(transform).collect();
        let sum = sum_plain(&order, &values);

        group.bench_function("handle", |bencher| {
            world.enter(|| {
                assert_eq!(sum_by_handle(&handles), sum);
                bencher.iter(|| sum_by_handle(black_box(&handles)));
            });
        });
        group.bench_function("view", |bencher| {
            world.enter(|| {
                assert_eq!(sum_by_view(&handles), sum);
                bencher.iter(|| sum_by_view(black_box(&handles)));
            });
        });
        group.bench_function("view, many", |bencher| {
            world.enter(|| {
                assert_eq!(sum_many(&handles), sum);
                bencher.iter(|| sum_many(black_box(&handles)));
            });
        });
        group.bench_function("Vec", |bencher| bencher.iter(|| sum_plain(black_box(&order), &values)));
    }
}

fn sum_by_handle(handles: &[Handle<Transform>]) -> f32 {
    handles.iter().map(|handle| handle.borrow().pos[1]).sum()
}

fn sum_by_view(handles: &[Handle<Transform>]) -> f32 {
    let view = Transform::view();
    handles.iter().map(|&handle| view[handle].pos[1]).sum()
}

fn sum_many(handles: &[Handle<Transform>]) -> f32 {
    let mut sum = -0.0;
    Transform::view().read_many(handles, |transform| sum += transform.pos[1]);
    sum
}

fn sum_plain(order: &[u32], values: &[Transform]) -> f32 {
    order.iter().map(|&place| values[place as usize].pos[1]).sum()
}

fn in_order(criterion: &mut Criterion) {
    by_order(criterion, "read_in_order", <[u32]>::to_vec);
}

fn at_random(criterion: &mut Criterion) {
    by_order(criterion, "read_at_random", shuffled);
}

#[derive(Component, Clone)]
struct Body([f32; 16]);

impl Body {
    /// Adds up in a way that takes longer than a processor looks ahead.
    fn work(&self, sum: f32) -> f32 {
        self.0.iter().fold(sum, |sum, &part| (sum + part).sqrt())
    }
}

/// Much to do for each component.
fn work_at_random(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "work_at_random", count);
        let body = |place: usize| Body([place as f32; 16]);
        let (world, entities) = populate::<Body>(count, |place| Entity::spawn().insert(body(place)).entity());
        let handles: Vec<Handle<Body>> = shuffled(&entities).iter().map(|entity| entity.handle()).collect();
        let values: Vec<_> = (0..count).map(body).collect();
        let order = shuffled(&(0..count).collect::<Vec<_>>());
        group.bench_function("view", |bencher| {
            world.enter(|| {
                bencher.iter(|| {
                    let view = Body::view();
                    handles.iter().fold(0.0, |sum, &handle| view[handle].work(sum))
                });
            });
        });
        group.bench_function("view, many", |bencher| {
            world.enter(|| {
                bencher.iter(|| {
                    let mut sum = 0.0;
                    Body::view().read_many(&handles, |body| sum = body.work(sum));
                    sum
                });
            });
        });
        group.bench_function("Vec", |bencher| {
            bencher.iter(|| order.iter().fold(0.0, |sum, &place| values[place].work(sum)));
        });
    }
}

criterion_group!(benches, in_order, at_random, work_at_random);
criterion_main!(benches);
