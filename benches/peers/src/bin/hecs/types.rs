//! Many types, and few entities of each.

use std::hint::black_box;

use hecs::{Entity, World};
use peers::sample::{Case, consumption, creation_and_frames};
use peers::work::DT;
use seq_macro::seq;

pub struct Part<const N: usize>(#[allow(dead_code, reason = "it is only stored")] pub f32);

struct Kind<const N: usize>(f32);

/// Names the part that comes so many after the first one, in a ring of 30.
const fn part(first: usize, after: usize) -> usize {
    (first + after) % 30
}

seq!(N in 0..30 {
    static SPAWN_PARTS: [fn(&mut World) -> Entity; 30] = [#(
        |world| world.spawn((
            Part::<N>(0.0),
            Part::<{ part(N, 1) }>(0.0),
            Part::<{ part(N, 2) }>(0.0),
            Part::<{ part(N, 3) }>(0.0),
            Part::<{ part(N, 4) }>(0.0),
            Part::<{ part(N, 5) }>(0.0),
            Part::<{ part(N, 6) }>(0.0),
            Part::<{ part(N, 7) }>(0.0),
        )),
    )*];
});

pub fn despawn(count: usize) -> Case {
    let create = move || {
        let mut world = World::new();
        let ids: Vec<_> = (0..count).map(|i| black_box(&SPAWN_PARTS)[i % 30](&mut world)).collect();
        (world, ids)
    };
    let work = |(world, ids): &mut (World, Vec<Entity>)| {
        for &id in &*ids {
            world.despawn(id).expect("it lives");
        }
    };
    consumption(count, create, work, |(world, _)| f64::from(world.len()))
}

seq!(N in 0..100 {
    static SPAWN_KINDS: [fn(&mut World, usize); 100] = [#(spawn_kinds::<N>,)*];
    static UPDATE_KINDS: [fn(&mut World); 100] = [#(update_kinds::<N>,)*];
    static SUM_KINDS: [fn(&mut World) -> f64; 100] = [#(sum_kinds::<N>,)*];
});

fn spawn_kinds<const N: usize>(world: &mut World, count: usize) {
    world.spawn_batch((0..count).map(|_| (Kind::<N>(1.0),)));
}

fn update_kinds<const N: usize>(world: &mut World) {
    for kind in world.query_mut::<&mut Kind<N>>() {
        kind.0 += DT;
    }
}

fn sum_kinds<const N: usize>(world: &mut World) -> f64 {
    world.query_mut::<&mut Kind<N>>().into_iter().map(|kind| f64::from(kind.0)).sum()
}

pub fn many_types(count: usize) -> Case {
    let create = move || {
        let mut world = World::new();
        let spawns = black_box(&SPAWN_KINDS);
        spawns.iter().for_each(|spawn| spawn(&mut world, count / spawns.len()));
        world
    };
    let frame = |world: &mut World| black_box(&UPDATE_KINDS).iter().for_each(|update| update(world));
    creation_and_frames(count, create, frame, |world| {
        black_box(&SUM_KINDS).iter().map(|sum| sum(world)).sum()
    })
}
