//! What `ecs_bench_suite` does with bodies, and with entities of five letters.

use std::hint::black_box;
use std::mem::swap;

use legion::query::Query;
use legion::storage::PackOptions;
use legion::systems::ParallelRunnable;
use legion::*;
use peers::order::{Run, frames_by_kinds};
use peers::sample::{Case, frames, repeated};
use peers::work::{Mat4, Vec3, heavy};
use seq_macro::seq;

use crate::types::{Part, Update, run};

#[derive(Clone)]
struct Matrix(Mat4);

#[derive(Clone)]
struct Position(Vec3);

#[derive(Clone)]
struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

#[derive(Clone)]
struct Velocity(Vec3);

const X: Vec3 = [1.0, 0.0, 0.0];

pub fn push_bodies(world: &mut World, count: usize) -> Vec<Entity> {
    let bodies = (
        vec![Matrix(Mat4::SCALE); count],
        vec![Position(X); count],
        vec![Rotation(X); count],
        vec![Velocity(X); count],
    );
    world.extend(bodies.into_soa()).to_vec()
}

pub fn push_each(world: &mut World, count: usize) -> Vec<Entity> {
    let mut push = || world.push((Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X)));
    (0..count).map(|_| push()).collect()
}

pub fn simple_insert(count: usize, push: fn(&mut World, usize) -> Vec<Entity>) -> Case {
    repeated(count, move || {
        let mut world = World::default();
        drop(black_box(push(&mut world, count)));
    })
}

type Bodies = Query<(&'static Velocity, &'static mut Position)>;

fn simple_iter(count: usize, mut frame: impl FnMut(&mut Bodies, &mut World) + 'static) -> Case {
    let mut world = World::default();
    push_bodies(&mut world, count);
    let mut bodies = IntoQuery::query();
    frames(
        count,
        world,
        move |world| frame(&mut bodies, world),
        |world| <&Position>::query().iter(world).map(|position| f64::from(position.0[0])).sum(),
    )
}

fn advance(velocity: &Velocity, position: &mut Position) {
    for axis in 0..3 {
        position.0[axis] += velocity.0[axis];
    }
}

pub fn simple_iter_loop(count: usize) -> Case {
    simple_iter(count, |bodies, world| {
        for (velocity, position) in bodies.iter_mut(world) {
            advance(velocity, position);
        }
    })
}

pub fn simple_iter_for_each(count: usize) -> Case {
    simple_iter(count, |bodies, world| {
        bodies.for_each_mut(world, |(velocity, position)| advance(velocity, position));
    })
}

pub fn simple_iter_chunks(count: usize) -> Case {
    simple_iter(count, |bodies, world| {
        for chunk in bodies.iter_chunks_mut(world) {
            let (velocities, positions) = chunk.into_components();
            velocities.iter().zip(positions).for_each(|(velocity, position)| advance(velocity, position));
        }
    })
}

struct Data(f32);

seq!(N in 0..26 {
    static EXTEND_DATA: [fn(&mut World, usize); 26] = [#(extend_data::<N>,)*];
});

fn extend_data<const N: usize>(world: &mut World, count: usize) {
    world.extend((0..count).map(|_| (Part::<N>(0.0), Data(1.0))));
}

fn fragments(count: usize) -> World {
    let mut world = World::default();
    EXTEND_DATA.iter().for_each(|extend| extend(&mut world, count / 26));
    world
}

fn fragmented_iter(
    count: usize,
    world: World,
    mut frame: impl FnMut(&mut Query<&'static mut Data>, &mut World) + 'static,
) -> Case {
    let mut all = IntoQuery::query();
    frames(
        count,
        world,
        move |world| frame(&mut all, world),
        |world| <&Data>::query().iter(world).map(|data| f64::from(data.0)).sum(),
    )
}

pub fn fragmented_iter_for_each(count: usize) -> Case {
    fragmented_iter(count, fragments(count), |all, world| all.for_each_mut(world, |data| data.0 *= 1.0001))
}

fn scale_chunks(all: &mut Query<&'static mut Data>, world: &mut World) {
    for chunk in all.iter_chunks_mut(world) {
        for data in chunk.into_components() {
            data.0 *= 1.0001;
        }
    }
}

pub fn fragmented_iter_chunks(count: usize) -> Case {
    fragmented_iter(count, fragments(count), scale_chunks)
}

pub fn fragmented_iter_packed(count: usize) -> Case {
    let mut world = fragments(count);
    world.pack(PackOptions::force());
    fragmented_iter(count, world, scale_chunks)
}

struct A(f32);

struct B(f32);

struct C(f32);

struct D(f32);

struct E(f32);

fn swap_ab() -> impl ParallelRunnable + 'static {
    SystemBuilder::new("swap a and b")
        .with_query(<(&mut A, &mut B)>::query())
        .build(|_, world, _, entities| entities.for_each_mut(world, |(a, b)| swap(&mut a.0, &mut b.0)))
}

fn swap_cd() -> impl ParallelRunnable + 'static {
    SystemBuilder::new("swap c and d")
        .with_query(<(&mut C, &mut D)>::query())
        .build(|_, world, _, entities| entities.for_each_mut(world, |(c, d)| swap(&mut c.0, &mut d.0)))
}

fn swap_ce() -> impl ParallelRunnable + 'static {
    SystemBuilder::new("swap c and e")
        .with_query(<(&mut C, &mut E)>::query())
        .build(|_, world, _, entities| entities.for_each_mut(world, |(c, e)| swap(&mut c.0, &mut e.0)))
}

pub fn schedule(count: usize, schedule: fn() -> Schedule) -> Case {
    let world = |runs: &[Run]| {
        let mut world = World::default();
        for &Run { kind, count } in runs {
            match kind {
                0 => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0)))),
                1 => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0), C(2.0)))),
                2 => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0), C(2.0), D(3.0)))),
                _ => _ = world.extend((0..count).map(|_| (A(0.0), B(1.0), C(2.0), E(4.0)))),
            }
        }
        (world, run(schedule()))
    };
    let frame = |(world, run): &mut (World, Update)| run(world);
    frames_by_kinds(count, world, frame, |(world, _)| <&A>::query().iter(world).map(|a| f64::from(a.0)).sum())
}

pub fn schedule_parallel(count: usize) -> Case {
    schedule(count, || {
        Schedule::builder().add_system(swap_ab()).add_system(swap_cd()).add_system(swap_ce()).build()
    })
}

pub fn schedule_serial(count: usize) -> Case {
    schedule(count, || {
        Schedule::builder()
            .add_thread_local(swap_ab())
            .add_thread_local(swap_cd())
            .add_thread_local(swap_ce())
            .build()
    })
}

type Heavy = Query<(&'static mut Matrix, &'static mut Position)>;

fn heavy_compute(count: usize, frame: fn(&mut Heavy, &mut World)) -> Case {
    let mut world = World::default();
    push_bodies(&mut world, count);
    let mut query = IntoQuery::query();
    frames(
        count,
        world,
        move |world| frame(&mut query, world),
        |world| <&Matrix>::query().iter(world).map(|matrix| f64::from(matrix.0.0[0][0])).sum(),
    )
}

pub fn heavy_parallel(count: usize) -> Case {
    heavy_compute(count, |query, world| {
        query.par_for_each_mut(world, |(matrix, position)| heavy(&mut matrix.0, &mut position.0));
    })
}

pub fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |query, world| {
        query.for_each_mut(world, |(matrix, position)| heavy(&mut matrix.0, &mut position.0));
    })
}

pub fn add_remove(count: usize) -> Case {
    let mut world = World::default();
    let ids = world.extend((0..count).map(|_| (A(0.0),))).to_vec();
    let frame = move |world: &mut World| {
        for &id in &ids {
            world.entry(id).expect("it lives").add_component(B(1.0));
        }
        for &id in &ids {
            world.entry(id).expect("it lives").remove_component::<B>();
        }
    };
    frames(count, world, frame, |world| <&B>::query().iter(world).count() as f64)
}
