//! What `ecs_bench_suite` does with bodies, and with entities of five letters.

use std::hint::black_box;
use std::mem::swap;

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_tasks::{ComputeTaskPool, TaskPool};
use peers::order::{Order, Run, frames_by_kinds, frames_by_order};
use peers::sample::{Case, frames, repeated};
use peers::work::{Mat4, Vec3, heavy, permutation};
use seq_macro::seq;

use crate::types::{Part, parallel, serial};

#[derive(Component)]
struct Matrix(Mat4);

#[derive(Component)]
struct Position(Vec3);

#[derive(Component)]
struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

#[derive(Component)]
struct Velocity(Vec3);

fn body() -> (Matrix, Position, Rotation, Velocity) {
    const X: Vec3 = [1.0, 0.0, 0.0];
    (Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X))
}

pub fn spawn_bodies(world: &mut World, count: usize) -> Vec<Entity> {
    world.spawn_batch((0..count).map(|_| body())).collect()
}

pub fn spawn_each(world: &mut World, count: usize) -> Vec<Entity> {
    (0..count).map(|_| world.spawn(body()).id()).collect()
}

pub fn simple_insert(count: usize, spawn: fn(&mut World, usize) -> Vec<Entity>) -> Case {
    repeated(count, move || {
        let mut world = World::new();
        drop(black_box(spawn(&mut world, count)));
    })
}

type Bodies = QueryState<(&'static Velocity, &'static mut Position)>;

fn simple_iter(count: usize, mut frame: impl FnMut(&mut Bodies, &mut World) + 'static) -> Case {
    let mut world = World::new();
    spawn_bodies(&mut world, count);
    let mut bodies = world.query();
    frames(
        count,
        world,
        move |world| frame(&mut bodies, world),
        |world| world.query::<&Position>().iter(world).map(|position| f64::from(position.0[0])).sum(),
    )
}

fn advance(velocity: &Velocity, position: &mut Position) {
    for axis in 0..3 {
        position.0[axis] += velocity.0[axis];
    }
}

pub fn simple_iter_loop(count: usize) -> Case {
    simple_iter(count, |bodies, world| {
        for (velocity, mut position) in bodies.iter_mut(world) {
            advance(velocity, &mut position);
        }
    })
}

pub fn simple_iter_for_each(count: usize) -> Case {
    simple_iter(count, |bodies, world| {
        bodies.iter_mut(world).for_each(|(velocity, mut position)| advance(velocity, &mut position));
    })
}

pub fn simple_iter_slices(count: usize) -> Case {
    simple_iter(count, |bodies, world| {
        for (velocities, mut positions) in bodies.contiguous_iter_mut(world).expect("they are in tables") {
            for (velocity, position) in velocities.iter().zip(positions.bypass_change_detection()) {
                advance(velocity, position);
            }
        }
    })
}

#[derive(Component)]
struct Data(f32);

type AllData = QueryState<&'static mut Data>;

seq!(N in 0..26 {
    static SPAWN_DATA: [fn(&mut World, usize); 26] = [#(spawn_data::<N>,)*];
});

fn spawn_data<const N: usize>(world: &mut World, count: usize) {
    world.spawn_batch((0..count).map(|_| (Part::<N>(0.0), Data(1.0))));
}

fn fragmented_iter(count: usize, mut frame: impl FnMut(&mut AllData, &mut World) + 'static) -> Case {
    let mut world = World::new();
    SPAWN_DATA.iter().for_each(|spawn| spawn(&mut world, count / 26));
    let mut all = world.query();
    frames(
        count,
        world,
        move |world| frame(&mut all, world),
        |world| world.query::<&Data>().iter(world).map(|data| f64::from(data.0)).sum(),
    )
}

pub fn fragmented_iter_loop(count: usize) -> Case {
    fragmented_iter(count, |all, world| {
        for mut data in all.iter_mut(world) {
            data.0 *= 1.0001;
        }
    })
}

pub fn fragmented_iter_for_each(count: usize) -> Case {
    fragmented_iter(count, |all, world| all.iter_mut(world).for_each(|mut data| data.0 *= 1.0001))
}

pub fn fragmented_iter_slices(count: usize) -> Case {
    fragmented_iter(count, |all, world| {
        for mut column in all.contiguous_iter_mut(world).expect("they are in tables") {
            for data in column.bypass_change_detection() {
                data.0 *= 1.0001;
            }
        }
    })
}

#[derive(Component)]
pub struct A(pub f32);

#[derive(Component)]
pub struct B(pub f32);

#[derive(Component)]
pub struct C(pub f32);

#[derive(Component)]
pub struct D(pub f32);

#[derive(Component)]
pub struct E(pub f32);

fn swap_ab(mut entities: Query<(&mut A, &mut B)>) {
    entities.iter_mut().for_each(|(mut a, mut b)| swap(&mut a.0, &mut b.0));
}

fn swap_cd(mut entities: Query<(&mut C, &mut D)>) {
    entities.iter_mut().for_each(|(mut c, mut d)| swap(&mut c.0, &mut d.0));
}

fn swap_ce(mut entities: Query<(&mut C, &mut E)>) {
    entities.iter_mut().for_each(|(mut c, mut e)| swap(&mut c.0, &mut e.0));
}

fn swap_ab_slices(mut entities: Query<(&mut A, &mut B)>) {
    for (mut a, mut b) in entities.contiguous_iter_mut().expect("they are in tables") {
        let pairs = a.bypass_change_detection().iter_mut().zip(b.bypass_change_detection());
        pairs.for_each(|(a, b)| swap(&mut a.0, &mut b.0));
    }
}

fn swap_cd_slices(mut entities: Query<(&mut C, &mut D)>) {
    for (mut c, mut d) in entities.contiguous_iter_mut().expect("they are in tables") {
        let pairs = c.bypass_change_detection().iter_mut().zip(d.bypass_change_detection());
        pairs.for_each(|(c, d)| swap(&mut c.0, &mut d.0));
    }
}

fn swap_ce_slices(mut entities: Query<(&mut C, &mut E)>) {
    for (mut c, mut e) in entities.contiguous_iter_mut().expect("they are in tables") {
        let pairs = c.bypass_change_detection().iter_mut().zip(e.bypass_change_detection());
        pairs.for_each(|(c, e)| swap(&mut c.0, &mut e.0));
    }
}

pub fn schedule(count: usize, schedule: impl Fn() -> Schedule) -> Case {
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
        (world, schedule())
    };
    let frame = |(world, schedule): &mut (World, Schedule)| schedule.run(world);
    frames_by_kinds(count, world, frame, |(world, _)| sum_of_a(world))
}

pub fn sum_of_a(world: &mut World) -> f64 {
    world.query::<&A>().iter(world).map(|a| f64::from(a.0)).sum()
}

pub fn schedule_parallel(count: usize) -> Case {
    schedule(count, || {
        let mut systems = parallel();
        systems.add_systems((swap_ab, swap_cd, swap_ce));
        systems
    })
}

pub fn schedule_serial(count: usize) -> Case {
    schedule(count, || {
        let mut systems = serial();
        systems.add_systems((swap_ab, swap_cd, swap_ce));
        systems
    })
}

pub fn schedule_slices(count: usize) -> Case {
    schedule(count, || {
        let mut systems = serial();
        systems.add_systems((swap_ab_slices, swap_cd_slices, swap_ce_slices));
        systems
    })
}

pub type Pairs = QueryState<(&'static mut A, &'static B)>;

fn join(count: usize, frame: fn(&mut Pairs, &mut World)) -> Case {
    let world = |order| {
        let mut world = World::new();
        match order {
            Order::Same => drop(world.spawn_batch((0..count).map(|_| (A(0.0), B(1.0))))),
            Order::Interleaved => {
                for _ in 0..count {
                    world.spawn((A(0.0), B(1.0)));
                    world.spawn(A(0.0));
                    world.spawn(B(1.0));
                }
            }
            Order::Random => {
                let ids: Vec<_> = world.spawn_batch((0..count).map(|_| A(0.0))).collect();
                for place in permutation(count) {
                    world.entity_mut(ids[place]).insert(B(1.0));
                }
            }
        }
        let pairs: Pairs = world.query();
        (pairs, world)
    };
    frames_by_order(count, world, move |(pairs, world)| frame(pairs, world), |(_, world)| sum_of_a(world))
}

pub fn join_loop(count: usize) -> Case {
    join(count, |pairs, world| {
        for (mut a, b) in pairs.iter_mut(world) {
            a.0 += b.0;
        }
    })
}

pub fn join_for_each(count: usize) -> Case {
    join(count, |pairs, world| pairs.iter_mut(world).for_each(|(mut a, b)| a.0 += b.0))
}

type Heavy = QueryState<(&'static mut Matrix, &'static mut Position)>;

fn heavy_compute(count: usize, frame: fn(&mut Heavy, &mut World)) -> Case {
    let mut world = World::new();
    spawn_bodies(&mut world, count);
    let mut query = world.query();
    frames(
        count,
        world,
        move |world| frame(&mut query, world),
        |world| world.query::<&Matrix>().iter(world).map(|matrix| f64::from(matrix.0.0[0][0])).sum(),
    )
}

pub fn heavy_parallel(count: usize) -> Case {
    ComputeTaskPool::get_or_init(TaskPool::default);
    heavy_compute(count, |query, world| {
        query
            .par_iter_mut(world)
            .for_each(|(mut matrix, mut position)| heavy(&mut matrix.0, &mut position.0));
    })
}

pub fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |query, world| {
        query.iter_mut(world).for_each(|(mut matrix, mut position)| heavy(&mut matrix.0, &mut position.0));
    })
}

/// A component that comes and goes: the documentation advises to store it in a sparse set.
#[derive(Component)]
#[component(storage = "SparseSet")]
pub struct SparseB(#[allow(dead_code, reason = "it is only stored")] pub f32);

pub trait Added: Component<Mutability = Mutable> {
    const NEW: Self;
}

impl Added for B {
    const NEW: Self = Self(1.0);
}

impl Added for SparseB {
    const NEW: Self = Self(1.0);
}

pub fn add_remove<T: Added>(count: usize) -> Case {
    let mut world = World::new();
    let ids: Vec<_> = world.spawn_batch((0..count).map(|_| A(0.0))).collect();
    let frame = move |world: &mut World| {
        for &id in &ids {
            world.entity_mut(id).insert(T::NEW);
        }
        for &id in &ids {
            world.entity_mut(id).remove::<T>();
        }
    };
    frames(count, world, frame, |world| world.query::<&T>().iter(world).count() as f64)
}

pub fn add_batch_remove<T: Added>(count: usize) -> Case {
    let mut world = World::new();
    let ids: Vec<_> = world.spawn_batch((0..count).map(|_| A(0.0))).collect();
    let frame = move |world: &mut World| {
        world.insert_batch(ids.iter().map(|&id| (id, T::NEW)));
        for &id in &ids {
            world.entity_mut(id).remove::<T>();
        }
    };
    frames(count, world, frame, |world| world.query::<&T>().iter(world).count() as f64)
}
