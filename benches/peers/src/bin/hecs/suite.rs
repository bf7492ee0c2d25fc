//! What `ecs_bench_suite` does with bodies, and with entities of five letters.

use std::hint::black_box;

use hecs::{ColumnBatchType, Entity, PreparedQuery, World};
use peers::order::{Order, Run, frames_by_kinds, frames_by_order};
use peers::sample::{Case, frames, repeated};
use peers::work::{Mat4, Vec3, heavy, permutation};
use rayon::prelude::*;
use seq_macro::seq;

use crate::types::Part;

struct Matrix(Mat4);

struct Position(Vec3);

struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

struct Velocity(Vec3);

type Body = (Matrix, Position, Rotation, Velocity);

const X: Vec3 = [1.0, 0.0, 0.0];

fn body() -> Body {
    (Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X))
}

pub fn spawn_bodies(world: &mut World, count: usize) -> Vec<Entity> {
    world.spawn_batch((0..count).map(|_| body())).collect()
}

pub fn spawn_each(world: &mut World, count: usize) -> Vec<Entity> {
    (0..count).map(|_| world.spawn(body())).collect()
}

pub fn spawn_body_columns(world: &mut World, count: usize) -> Vec<Entity> {
    let mut types = ColumnBatchType::new();
    types.add_bundle::<Body>();
    let batch = types.into_batch(count as u32);
    let mut matrices = batch.writer::<Matrix>().expect("the batch has matrices");
    let mut positions = batch.writer::<Position>().expect("the batch has positions");
    let mut rotations = batch.writer::<Rotation>().expect("the batch has rotations");
    let mut velocities = batch.writer::<Velocity>().expect("the batch has velocities");
    for _ in 0..count {
        let (matrix, position, rotation, velocity) = body();
        let _ = matrices.push(matrix);
        let _ = positions.push(position);
        let _ = rotations.push(rotation);
        let _ = velocities.push(velocity);
    }
    drop((matrices, positions, rotations, velocities));
    world.spawn_column_batch(batch.build().expect("each column is full")).collect()
}

pub fn simple_insert(count: usize, spawn: fn(&mut World, usize) -> Vec<Entity>) -> Case {
    repeated(count, move || {
        let mut world = World::new();
        drop(black_box(spawn(&mut world, count)));
    })
}

fn moved(count: usize, frame: impl FnMut(&mut World) + 'static) -> Case {
    let mut world = World::new();
    spawn_bodies(&mut world, count);
    frames(count, world, frame, |world| {
        world.query_mut::<&Position>().into_iter().map(|position| f64::from(position.0[0])).sum()
    })
}

fn advance(velocity: &Velocity, position: &mut Position) {
    for axis in 0..3 {
        position.0[axis] += velocity.0[axis];
    }
}

pub fn simple_iter(count: usize) -> Case {
    moved(count, |world| {
        for (velocity, position) in world.query_mut::<(&Velocity, &mut Position)>() {
            advance(velocity, position);
        }
    })
}

pub fn simple_iter_prepared(count: usize) -> Case {
    let mut bodies = PreparedQuery::<(&Velocity, &mut Position)>::new();
    moved(count, move |world| {
        for (velocity, position) in bodies.query_mut(world) {
            advance(velocity, position);
        }
    })
}

pub fn simple_iter_columns(count: usize) -> Case {
    moved(count, |world| {
        for archetype in world.archetypes() {
            if let Some(velocities) = archetype.get::<&Velocity>()
                && let Some(mut positions) = archetype.get::<&mut Position>()
            {
                velocities
                    .iter()
                    .zip(&mut *positions)
                    .for_each(|(velocity, position)| advance(velocity, position));
            }
        }
    })
}

struct Data(f32);

seq!(N in 0..26 {
    static SPAWN_DATA: [fn(&mut World, usize); 26] = [#(spawn_data::<N>,)*];
});

fn spawn_data<const N: usize>(world: &mut World, count: usize) {
    world.spawn_batch((0..count).map(|_| (Part::<N>(0.0), Data(1.0))));
}

fn fragmented(count: usize, frame: impl FnMut(&mut World) + 'static) -> Case {
    let mut world = World::new();
    SPAWN_DATA.iter().for_each(|spawn| spawn(&mut world, count / 26));
    frames(count, world, frame, |world| {
        world.query_mut::<&Data>().into_iter().map(|data| f64::from(data.0)).sum()
    })
}

pub fn fragmented_iter(count: usize) -> Case {
    fragmented(count, |world| {
        for data in world.query_mut::<&mut Data>() {
            data.0 *= 1.0001;
        }
    })
}

pub fn fragmented_iter_prepared(count: usize) -> Case {
    let mut all = PreparedQuery::<&mut Data>::new();
    fragmented(count, move |world| {
        for data in all.query_mut(world) {
            data.0 *= 1.0001;
        }
    })
}

pub struct A(pub f32);

pub struct B(pub f32);

pub struct C(pub f32);

pub struct D(pub f32);

pub struct E(pub f32);

fn scheduled(count: usize, mut frame: impl FnMut(&mut World) + 'static) -> Case {
    let world = |runs: &[Run]| {
        let mut world = World::new();
        for &Run { kind, count } in runs {
            match kind {
                0 => drop(world.spawn_batch((0..count).map(|_| (A(0.0), B(1.0))))),
                1 => drop(world.spawn_batch((0..count).map(|_| (A(0.0), B(1.0), C(2.0))))),
                2 => drop(world.spawn_batch((0..count).map(|_| (A(0.0), B(1.0), C(2.0), D(3.0))))),
                _ => drop(world.spawn_batch((0..count).map(|_| (A(0.0), B(1.0), C(2.0), E(4.0))))),
            }
        }
        world
    };
    frames_by_kinds(count, world, move |world| frame(world), sum_of_a)
}

pub fn sum_of_a(world: &mut World) -> f64 {
    world.query_mut::<&A>().into_iter().map(|a| f64::from(a.0)).sum()
}

pub fn schedule_by_queries(count: usize) -> Case {
    use std::mem::swap;

    scheduled(count, |world| {
        for (a, b) in world.query_mut::<(&mut A, &mut B)>() {
            swap(&mut a.0, &mut b.0);
        }
        for (c, d) in world.query_mut::<(&mut C, &mut D)>() {
            swap(&mut c.0, &mut d.0);
        }
        for (c, e) in world.query_mut::<(&mut C, &mut E)>() {
            swap(&mut c.0, &mut e.0);
        }
    })
}

pub fn schedule_by_prepared_queries(count: usize) -> Case {
    use std::mem::swap;

    let mut ab = PreparedQuery::<(&mut A, &mut B)>::new();
    let mut cd = PreparedQuery::<(&mut C, &mut D)>::new();
    let mut ce = PreparedQuery::<(&mut C, &mut E)>::new();
    scheduled(count, move |world| {
        for (a, b) in ab.query_mut(world) {
            swap(&mut a.0, &mut b.0);
        }
        for (c, d) in cd.query_mut(world) {
            swap(&mut c.0, &mut d.0);
        }
        for (c, e) in ce.query_mut(world) {
            swap(&mut c.0, &mut e.0);
        }
    })
}

pub fn schedule_by_columns(count: usize) -> Case {
    use std::mem::swap;

    scheduled(count, |world| {
        for archetype in world.archetypes() {
            if let Some(mut a) = archetype.get::<&mut A>()
                && let Some(mut b) = archetype.get::<&mut B>()
            {
                a.iter_mut().zip(&mut *b).for_each(|(a, b)| swap(&mut a.0, &mut b.0));
            }
        }
        for archetype in world.archetypes() {
            if let Some(mut c) = archetype.get::<&mut C>()
                && let Some(mut d) = archetype.get::<&mut D>()
            {
                c.iter_mut().zip(&mut *d).for_each(|(c, d)| swap(&mut c.0, &mut d.0));
            }
        }
        for archetype in world.archetypes() {
            if let Some(mut c) = archetype.get::<&mut C>()
                && let Some(mut e) = archetype.get::<&mut E>()
            {
                c.iter_mut().zip(&mut *e).for_each(|(c, e)| swap(&mut c.0, &mut e.0));
            }
        }
    })
}

fn heavy_compute(count: usize, frame: fn(&mut World)) -> Case {
    let mut world = World::new();
    spawn_bodies(&mut world, count);
    frames(count, world, frame, |world| {
        world.query_mut::<&Matrix>().into_iter().map(|matrix| f64::from(matrix.0.0[0][0])).sum()
    })
}

pub fn heavy_parallel(count: usize) -> Case {
    heavy_compute(count, |world| {
        let batches = world.query_mut::<(&mut Matrix, &mut Position)>().into_iter_batched(64);
        batches
            .par_bridge()
            .for_each(|batch| batch.for_each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0)));
    })
}

pub fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |world| {
        for (matrix, position) in world.query_mut::<(&mut Matrix, &mut Position)>() {
            heavy(&mut matrix.0, &mut position.0);
        }
    })
}

pub fn add_remove(count: usize) -> Case {
    let mut world = World::new();
    let ids: Vec<_> = world.spawn_batch((0..count).map(|_| (A(0.0),))).collect();
    let frame = move |world: &mut World| {
        for &id in &ids {
            world.insert_one(id, B(1.0)).expect("it lives");
        }
        for &id in &ids {
            world.remove_one::<B>(id).expect("it has one");
        }
    };
    frames(count, world, frame, |world| world.query_mut::<&B>().into_iter().len() as f64)
}

fn joined(count: usize, frame: impl FnMut(&mut World) + 'static) -> Case {
    let world = |order| {
        let mut world = World::new();
        match order {
            Order::Same => drop(world.spawn_batch((0..count).map(|_| (A(0.0), B(1.0))))),
            Order::Interleaved => {
                for _ in 0..count {
                    world.spawn((A(0.0), B(1.0)));
                    world.spawn((A(0.0),));
                    world.spawn((B(1.0),));
                }
            }
            Order::Random => {
                let ids: Vec<_> = world.spawn_batch((0..count).map(|_| (A(0.0),))).collect();
                for place in permutation(count) {
                    world.insert_one(ids[place], B(1.0)).expect("it lives");
                }
            }
        }
        world
    };
    frames_by_order(count, world, frame, sum_of_a)
}

pub fn join(count: usize) -> Case {
    joined(count, |world| {
        for (a, b) in world.query_mut::<(&mut A, &B)>() {
            a.0 += b.0;
        }
    })
}

pub fn join_prepared(count: usize) -> Case {
    let mut pairs = PreparedQuery::<(&mut A, &B)>::new();
    joined(count, move |world| {
        for (a, b) in pairs.query_mut(world) {
            a.0 += b.0;
        }
    })
}
