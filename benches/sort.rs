//! Sorting a store, and bringing it in the order of another one; the plain version sorts a `Vec` of the same
//! values.

mod common;

use common::{Random, group, populate, sizes};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use ecs_core::{Component, Entity};

#[derive(Component, Clone, Copy, Default)]
struct Sprite {
    depth: u32,
    _rest: [f32; 3],
}

#[derive(Component, Default)]
struct Shadow {
    _rest: [f32; 4],
}

fn spawn() -> Entity {
    Entity::spawn().with(Sprite::default()).with(Shadow::default())
}

/// Gives each a new depth.
fn scramble(sprites: &mut [Sprite]) {
    let mut random = Random::default();
    sprites.iter_mut().for_each(|sprite| sprite.depth = random.below(1 << 30) as u32);
}

fn sort(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "sort", count);
        let (world, _) = populate::<Sprite>(count, |_| spawn());
        let sorts = [
            ("ecs, by", (|| Sprite::sort_by(|a, b| a.depth.cmp(&b.depth))) as fn()),
            ("ecs, by key", || Sprite::sort_by_key(|sprite| sprite.depth)),
        ];
        for (name, sort) in sorts {
            group.bench_function(name, |bencher| {
                world.enter(|| {
                    let scramble = || scramble(Sprite::view_mut().as_mut_slice());
                    bencher.iter_batched(scramble, |()| sort(), BatchSize::PerIteration);
                });
            });
        }
        let mut sprites = vec![Sprite::default(); count];
        scramble(&mut sprites);
        group.bench_function("Vec", |bencher| {
            bencher.iter_batched(
                || sprites.clone(),
                |mut sprites| {
                    sprites.sort_by_key(|sprite| sprite.depth);
                    sprites
                },
                BatchSize::PerIteration,
            );
        });
    }
}

fn sort_like(criterion: &mut Criterion) {
    for count in sizes() {
        let mut group = group(criterion, "sort_like", count);
        let (world, _) = populate::<Sprite>(count, |_| spawn());
        group.bench_function("ecs", |bencher| {
            world.enter(|| {
                let shuffle = || {
                    let mut random = Random::default();
                    Shadow::sort_by_key(|_| random.below(1 << 30));
                };
                bencher.iter_batched(shuffle, |()| Shadow::sort_like::<Sprite>(), BatchSize::PerIteration);
            });
        });
        let mut sprites = vec![Sprite::default(); count];
        scramble(&mut sprites);
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&place| sprites[place].depth);
        // The order is known, and nothing is looked up.
        group.bench_function("Vec", |bencher| {
            bencher.iter_with_large_drop(|| order.iter().map(|&place| sprites[place]).collect::<Vec<_>>());
        });
    }
}

criterion_group!(benches, sort, sort_like);
criterion_main!(benches);
