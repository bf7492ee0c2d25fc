//! What `ecs_bench_suite` does with bodies, and with entities of five letters.

use std::hint::black_box;

use peers::order::{Order, Run, frames_by_kinds, frames_by_order};
use peers::sample::{Case, frames, repeated};
use peers::work::{Mat4, Vec3, heavy, permutation};
use rayon::iter::ParallelIterator;
use shipyard::{
    Component, Delete, EntitiesView, EntityId, IntoIter, IntoWorkload, View, ViewMut, Workload, World,
};

use crate::types::PARTS;

#[derive(Component)]
struct Matrix(Mat4);

#[derive(Component)]
struct Position(Vec3);

#[derive(Component)]
struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

#[derive(Component)]
struct Velocity(Vec3);

const X: Vec3 = [1.0, 0.0, 0.0];

pub fn spawn_bulk(world: &mut World, count: usize) {
    world.bulk_add_entity((0..count).map(|_| (Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X))));
}

pub fn spawn_each(world: &mut World, count: usize) {
    for _ in 0..count {
        world.add_entity((Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X)));
    }
}

fn bodies(count: usize) -> World {
    let mut world = World::new();
    spawn_bulk(&mut world, count);
    world
}

pub fn simple_insert(count: usize, spawn: fn(&mut World, usize)) -> Case {
    repeated(count, move || {
        let mut world = World::new();
        spawn(&mut world, count);
        drop(black_box(world));
    })
}

pub fn simple_iter(count: usize) -> Case {
    let frame = |world: &mut World| {
        world.run(|velocities: View<Velocity>, mut positions: ViewMut<Position>| {
            (&velocities, &mut positions).iter().for_each(|(velocity, position)| {
                for axis in 0..3 {
                    position.0[axis] += velocity.0[axis];
                }
            });
        });
    };
    frames(count, bodies(count), frame, |world| {
        world.run(|positions: View<Position>| positions.iter().map(|position| f64::from(position.0[0])).sum())
    })
}

#[derive(Component)]
struct Data(f32);

pub fn fragmented_iter(count: usize) -> Case {
    let mut world = World::new();
    for part in &black_box(&PARTS)[..26] {
        for _ in 0..count / 26 {
            let id = world.add_entity(Data(1.0));
            part(&mut world, id);
        }
    }
    let frame = |world: &mut World| {
        world.run(|mut data: ViewMut<Data>| (&mut data).iter().for_each(|data| data.0 *= 1.0001));
    };
    frames(count, world, frame, |world| {
        world.run(|data: View<Data>| data.iter().map(|data| f64::from(data.0)).sum())
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

fn swap_ab(mut a: ViewMut<A>, mut b: ViewMut<B>) {
    (&mut a, &mut b).iter().for_each(|(a, b)| std::mem::swap(&mut a.0, &mut b.0));
}

fn swap_cd(mut c: ViewMut<C>, mut d: ViewMut<D>) {
    (&mut c, &mut d).iter().for_each(|(c, d)| std::mem::swap(&mut c.0, &mut d.0));
}

fn swap_ce(mut c: ViewMut<C>, mut e: ViewMut<E>) {
    (&mut c, &mut e).iter().for_each(|(c, e)| std::mem::swap(&mut c.0, &mut e.0));
}

fn swaps() -> Workload {
    (swap_ab, swap_cd, swap_ce).into_workload()
}

fn letters(runs: &[Run]) -> World {
    let mut world = World::new();
    for &Run { kind, count } in runs {
        match kind {
            0 => drop(world.bulk_add_entity((0..count).map(|_| (A(0.0), B(1.0))))),
            1 => drop(world.bulk_add_entity((0..count).map(|_| (A(0.0), B(1.0), C(2.0))))),
            2 => drop(world.bulk_add_entity((0..count).map(|_| (A(0.0), B(1.0), C(2.0), D(3.0))))),
            _ => drop(world.bulk_add_entity((0..count).map(|_| (A(0.0), B(1.0), C(2.0), E(4.0))))),
        }
    }
    world
}

pub fn sum_of_a(world: &mut World) -> f64 {
    world.run(|a: View<A>| a.iter().map(|a| f64::from(a.0)).sum())
}

pub fn schedule(count: usize) -> Case {
    let world = |runs: &[Run]| {
        let world = letters(runs);
        world.add_workload(swaps);
        world
    };
    let frame = |world: &mut World| world.run_workload(swaps).expect("no system fails");
    frames_by_kinds(count, world, frame, sum_of_a)
}

pub fn schedule_in_sequence(count: usize) -> Case {
    let frame = |world: &mut World| {
        world.run(swap_ab);
        world.run(swap_cd);
        world.run(swap_ce);
    };
    frames_by_kinds(count, letters, frame, sum_of_a)
}

pub fn heavy_parallel(count: usize) -> Case {
    heavy_compute(count, |world| {
        world.run(|mut matrices: ViewMut<Matrix>, mut positions: ViewMut<Position>| {
            let pairs = (&mut matrices, &mut positions).par_iter();
            pairs.for_each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0));
        });
    })
}

pub fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |world| {
        world.run(|mut matrices: ViewMut<Matrix>, mut positions: ViewMut<Position>| {
            let pairs = (&mut matrices, &mut positions).iter();
            pairs.for_each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0));
        });
    })
}

fn heavy_compute(count: usize, frame: impl FnMut(&mut World) + 'static) -> Case {
    frames(count, bodies(count), frame, |world| {
        world.run(|matrices: View<Matrix>| matrices.iter().map(|matrix| f64::from(matrix.0.0[0][0])).sum())
    })
}

pub fn add_remove(count: usize) -> Case {
    let mut world = World::new();
    let ids: Vec<EntityId> = world.bulk_add_entity((0..count).map(|_| (A(0.0),))).collect();
    let frame = |(world, ids): &mut (World, Vec<EntityId>)| {
        world.run(|entities: EntitiesView, mut b: ViewMut<B>| {
            for &id in &*ids {
                entities.add_component(id, &mut b, B(1.0));
            }
        });
        world.run(|mut b: ViewMut<B>| {
            for &id in &*ids {
                b.delete(id);
            }
        });
    };
    frames(count, (world, ids), frame, |(world, _)| world.run(|b: View<B>| b.len() as f64))
}

pub fn pairs(order: Order, count: usize) -> World {
    let mut world = World::new();
    match order {
        Order::Same => drop(world.bulk_add_entity((0..count).map(|_| (A(0.0), B(1.0))))),
        Order::Interleaved => {
            for _ in 0..count {
                world.add_entity((A(0.0), B(1.0)));
                world.add_entity(A(0.0));
                world.add_entity(B(1.0));
            }
        }
        Order::Random => {
            let ids: Vec<EntityId> = world.bulk_add_entity((0..count).map(|_| (A(0.0),))).collect();
            permutation(count).into_iter().for_each(|place| world.add_component(ids[place], B(1.0)));
        }
    }
    world
}

pub fn add(mut a: ViewMut<A>, b: View<B>) {
    (&mut a, &b).iter().for_each(|(a, b)| a.0 += b.0);
}

pub fn join(count: usize) -> Case {
    frames_by_order(count, |order| pairs(order, count), |world| world.run(add), sum_of_a)
}
