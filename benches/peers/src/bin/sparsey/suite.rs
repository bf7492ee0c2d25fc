//! What `ecs_bench_suite` does with bodies, and with entities of five letters.

use std::hint::black_box;

use peers::order::{Order, Run, frames_by_kinds, frames_by_order};
use peers::sample::{Case, frames, repeated};
use peers::work::{Mat4, Vec3, heavy, permutation};
use sparsey::World;
use sparsey::entity::Entity;

use crate::types::{PARTS, register_parts};

struct Matrix(Mat4);

struct Position(Vec3);

struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

struct Velocity(Vec3);

const X: Vec3 = [1.0, 0.0, 0.0];

pub fn extend(world: &mut World, count: usize) {
    world.extend((0..count).map(|_| (Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X))));
}

pub fn create_each(world: &mut World, count: usize) {
    for _ in 0..count {
        world.create((Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X)));
    }
}

fn bodies(count: usize, grouped: bool, create: fn(&mut World, usize)) -> World {
    let mut builder = World::builder();
    builder.register::<Matrix>().register::<Position>().register::<Rotation>().register::<Velocity>();
    if grouped {
        builder.add_group::<(Position, Velocity)>();
    }
    let mut world = builder.build();
    create(&mut world, count);
    world
}

pub fn simple_insert(count: usize, create: fn(&mut World, usize)) -> Case {
    repeated(count, move || drop(black_box(bodies(count, false, create))))
}

fn advance((velocity, position): (&Velocity, &mut Position)) {
    for axis in 0..3 {
        position.0[axis] += velocity.0[axis];
    }
}

fn sum_of_positions(world: &mut World) -> f64 {
    world.borrow::<Position>().as_slice().iter().map(|position| f64::from(position.0[0])).sum()
}

pub fn simple_iter(count: usize) -> Case {
    let frame = |world: &mut World| world.for_each::<(&Velocity, &mut Position)>(advance);
    frames(count, bodies(count, false, extend), frame, sum_of_positions)
}

pub fn simple_iter_grouped(count: usize) -> Case {
    let frame = |world: &mut World| {
        let mut query = world.query_all::<(&Velocity, &mut Position)>();
        let (velocities, positions) = query.slice().expect("the two are a group");
        velocities.iter().zip(positions).for_each(advance);
    };
    frames(count, bodies(count, true, extend), frame, sum_of_positions)
}

struct Data(f32);

pub fn fragmented_iter(count: usize) -> Case {
    let mut world = World::default();
    register_parts(&mut world);
    world.register::<Data>();
    for part in &black_box(&PARTS)[..26] {
        for _ in 0..count / 26 {
            let id = world.create((Data(1.0),));
            part(&mut world, id);
        }
    }
    let frame = |world: &mut World| {
        for data in world.borrow_mut::<Data>().as_mut_slice() {
            data.0 *= 1.0001;
        }
    };
    frames(count, world, frame, |world| {
        world.borrow::<Data>().as_slice().iter().map(|data| f64::from(data.0)).sum()
    })
}

pub struct A(pub f32);

pub struct B(pub f32);

pub struct C(pub f32);

pub struct D(pub f32);

pub struct E(pub f32);

fn letters(runs: &[Run], grouped: bool) -> World {
    let mut builder = World::builder();
    builder.register::<A>().register::<B>().register::<C>().register::<D>().register::<E>();
    if grouped {
        // Groups do not share types: C is either with D or with E.
        builder.add_group::<(A, B)>().add_group::<(C, D)>();
    }
    let mut world = builder.build();
    for &Run { kind, count } in runs {
        match kind {
            0 => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0)))),
            1 => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0), C(2.0)))),
            2 => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0), C(2.0), D(3.0)))),
            _ => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0), C(2.0), E(4.0)))),
        }
    }
    world
}

pub fn sum_of_a(world: &mut World) -> f64 {
    world.borrow::<A>().as_slice().iter().map(|a| f64::from(a.0)).sum()
}

pub fn schedule(count: usize) -> Case {
    let frame = |world: &mut World| {
        world.for_each::<(&mut A, &mut B)>(|(a, b)| std::mem::swap(&mut a.0, &mut b.0));
        world.for_each::<(&mut C, &mut D)>(|(c, d)| std::mem::swap(&mut c.0, &mut d.0));
        world.for_each::<(&mut C, &mut E)>(|(c, e)| std::mem::swap(&mut c.0, &mut e.0));
    };
    frames_by_kinds(count, |runs| letters(runs, false), frame, sum_of_a)
}

pub fn schedule_grouped(count: usize) -> Case {
    let frame = |world: &mut World| {
        let mut ab = world.query_all::<(&mut A, &mut B)>();
        let (a, b) = ab.slice().expect("the two are a group");
        a.iter_mut().zip(b).for_each(|(a, b)| std::mem::swap(&mut a.0, &mut b.0));
        let mut cd = world.query_all::<(&mut C, &mut D)>();
        let (c, d) = cd.slice().expect("the two are a group");
        c.iter_mut().zip(d).for_each(|(c, d)| std::mem::swap(&mut c.0, &mut d.0));
        drop(cd);
        world.for_each::<(&mut C, &mut E)>(|(c, e)| std::mem::swap(&mut c.0, &mut e.0));
    };
    frames_by_kinds(count, |runs| letters(runs, true), frame, sum_of_a)
}

pub fn heavy_parallel(count: usize) -> Case {
    heavy_compute(count, |world| {
        world.par_for_each::<(&mut Matrix, &mut Position)>(|(matrix, position)| {
            heavy(&mut matrix.0, &mut position.0);
        });
    })
}

pub fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |world| {
        world.for_each::<(&mut Matrix, &mut Position)>(|(matrix, position)| {
            heavy(&mut matrix.0, &mut position.0);
        });
    })
}

fn heavy_compute(count: usize, frame: impl FnMut(&mut World) + 'static) -> Case {
    let sum = |world: &mut World| {
        world.borrow::<Matrix>().as_slice().iter().map(|matrix| f64::from(matrix.0.0[0][0])).sum()
    };
    frames(count, bodies(count, false, extend), frame, sum)
}

pub fn add_remove(count: usize) -> Case {
    let mut world = World::builder().register::<A>().register::<B>().build();
    let ids = world.extend((0..count).map(|_| (A(0.0),))).to_vec();
    let frame = |(world, ids): &mut (World, Vec<Entity>)| {
        for &id in &*ids {
            world.insert(id, (B(1.0),));
        }
        for &id in &*ids {
            world.delete::<(B,)>(id);
        }
    };
    frames(count, (world, ids), frame, |(world, _)| world.borrow::<B>().len() as f64)
}

fn pairs(order: Order, count: usize, grouped: bool) -> World {
    let mut builder = World::builder();
    builder.register::<A>().register::<B>();
    if grouped {
        builder.add_group::<(A, B)>();
    }
    let mut world = builder.build();
    match order {
        Order::Same => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0)))),
        Order::Interleaved => {
            for _ in 0..count {
                world.create((A(0.0), B(1.0)));
                world.create((A(0.0),));
                world.create((B(1.0),));
            }
        }
        Order::Random => {
            let ids = world.extend((0..count).map(|_| (A(0.0),))).to_vec();
            permutation(count).into_iter().for_each(|place| _ = world.insert(ids[place], (B(1.0),)));
        }
    }
    world
}

pub fn join(count: usize) -> Case {
    let frame = |world: &mut World| world.for_each::<(&mut A, &B)>(|(a, b)| a.0 += b.0);
    frames_by_order(count, |order| pairs(order, count, false), frame, sum_of_a)
}

pub fn join_grouped(count: usize) -> Case {
    let frame = |world: &mut World| {
        let mut ab = world.query_all::<(&mut A, &B)>();
        let (a, b) = ab.slice().expect("the two are a group");
        a.iter_mut().zip(b).for_each(|(a, b)| a.0 += b.0);
    };
    frames_by_order(count, |order| pairs(order, count, true), frame, sum_of_a)
}
