//! What `ecs_bench_suite` does with bodies, and with entities of five letters.

use std::hint::black_box;

use peers::order::{Order, Run, frames_by_kinds, frames_by_order};
use peers::sample::{Case, frames, repeated};
use peers::work::{Mat4, Vec3, heavy, permutation};
use specs::prelude::*;

use crate::types::{PARTS, register_parts};

struct Matrix(Mat4);

struct Position(Vec3);

struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

struct Velocity(Vec3);

storages!(Matrix: VecStorage, Position: VecStorage, Rotation: VecStorage, Velocity: VecStorage);

const X: Vec3 = [1.0, 0.0, 0.0];

pub fn create_bodies(world: &mut World, count: usize) {
    let ids: Vec<Entity> = world.create_iter().take(count).collect();
    let mut matrices = world.write_storage();
    let mut positions = world.write_storage();
    let mut rotations = world.write_storage();
    let mut velocities = world.write_storage();
    for id in ids {
        matrices.insert(id, Matrix(Mat4::SCALE)).expect("the entity is alive");
        positions.insert(id, Position(X)).expect("the entity is alive");
        rotations.insert(id, Rotation(X)).expect("the entity is alive");
        velocities.insert(id, Velocity(X)).expect("the entity is alive");
    }
}

pub fn create_each(world: &mut World, count: usize) {
    for _ in 0..count {
        let builder = world.create_entity().with(Matrix(Mat4::SCALE)).with(Position(X));
        builder.with(Rotation(X)).with(Velocity(X)).build();
    }
}

fn world_of_bodies(count: usize, create: fn(&mut World, usize)) -> World {
    let mut world = World::new();
    world.register::<Matrix>();
    world.register::<Position>();
    world.register::<Rotation>();
    world.register::<Velocity>();
    create(&mut world, count);
    world
}

fn bodies(count: usize) -> World {
    world_of_bodies(count, create_bodies)
}

pub fn simple_insert(count: usize, create: fn(&mut World, usize)) -> Case {
    repeated(count, move || drop(black_box(world_of_bodies(count, create))))
}

fn advance(velocity: &Vec3, position: &mut Vec3) {
    for axis in 0..3 {
        position[axis] += velocity[axis];
    }
}

pub fn simple_iter(count: usize) -> Case {
    let frame = |world: &mut World| {
        let velocities = world.read_storage::<Velocity>();
        let mut positions = world.write_storage::<Position>();
        for (velocity, position) in (&velocities, &mut positions).join() {
            advance(&velocity.0, &mut position.0);
        }
    };
    frames(count, bodies(count), frame, |world| {
        world.read_storage::<Position>().join().map(|position| f64::from(position.0[0])).sum()
    })
}

/// The values of entities that lack one are zero, and so harmless in the sum.
pub fn simple_iter_of_slices(count: usize) -> Case {
    #[derive(Default)]
    struct Place(Vec3);
    #[derive(Default)]
    struct Pace(Vec3);
    storages!(Place: DefaultVecStorage, Pace: DefaultVecStorage);
    let mut world = World::new();
    world.register::<Matrix>();
    world.register::<Place>();
    world.register::<Rotation>();
    world.register::<Pace>();
    for _ in 0..count {
        let builder = world.create_entity().with(Matrix(Mat4::SCALE)).with(Place(X));
        builder.with(Rotation(X)).with(Pace(X)).build();
    }
    let frame = |world: &mut World| {
        let paces = world.read_storage::<Pace>();
        let mut places = world.write_storage::<Place>();
        for (pace, place) in paces.as_slice().iter().zip(places.as_mut_slice()) {
            advance(&pace.0, &mut place.0);
        }
    };
    frames(count, world, frame, |world| {
        world.read_storage::<Place>().as_slice().iter().map(|place| f64::from(place.0[0])).sum()
    })
}

struct Data(f32);

storages!(Data: DenseVecStorage);

pub fn fragmented_iter(count: usize) -> Case {
    let mut world = World::new();
    register_parts(&mut world);
    world.register::<Data>();
    for part in &black_box(&PARTS)[..26] {
        for _ in 0..count / 26 {
            let id = world.create_entity().with(Data(1.0)).build();
            part(&world, id);
        }
    }
    let frame = |world: &mut World| {
        for data in world.write_storage::<Data>().as_mut_slice() {
            data.0 *= 1.0001;
        }
    };
    frames(count, world, frame, |world| {
        world.read_storage::<Data>().as_slice().iter().map(|data| f64::from(data.0)).sum()
    })
}

pub struct A(pub f32);

pub struct B(pub f32);

pub struct C(pub f32);

pub struct D(pub f32);

pub struct E(pub f32);

storages!(A: VecStorage, B: VecStorage, C: VecStorage, D: VecStorage, E: VecStorage);

struct SwapAB;

impl<'a> System<'a> for SwapAB {
    type SystemData = (WriteStorage<'a, A>, WriteStorage<'a, B>);

    fn run(&mut self, (mut a, mut b): Self::SystemData) {
        for (a, b) in (&mut a, &mut b).join() {
            std::mem::swap(&mut a.0, &mut b.0);
        }
    }
}

struct SwapCD;

impl<'a> System<'a> for SwapCD {
    type SystemData = (WriteStorage<'a, C>, WriteStorage<'a, D>);

    fn run(&mut self, (mut c, mut d): Self::SystemData) {
        for (c, d) in (&mut c, &mut d).join() {
            std::mem::swap(&mut c.0, &mut d.0);
        }
    }
}

struct SwapCE;

impl<'a> System<'a> for SwapCE {
    type SystemData = (WriteStorage<'a, C>, WriteStorage<'a, E>);

    fn run(&mut self, (mut c, mut e): Self::SystemData) {
        for (c, e) in (&mut c, &mut e).join() {
            std::mem::swap(&mut c.0, &mut e.0);
        }
    }
}

/// Makes a world of four kinds of entities, and a dispatcher of three systems.
fn letters(runs: &[Run]) -> (World, Dispatcher<'static, 'static>) {
    let mut world = World::new();
    let mut dispatcher = DispatcherBuilder::new()
        .with(SwapAB, "ab", &[])
        .with(SwapCD, "cd", &[])
        .with(SwapCE, "ce", &[])
        .build();
    dispatcher.setup(&mut world);
    for &Run { kind, count } in runs {
        for _ in 0..count {
            let builder = world.create_entity().with(A(0.0)).with(B(1.0));
            match kind {
                0 => builder.build(),
                1 => builder.with(C(2.0)).build(),
                2 => builder.with(C(2.0)).with(D(3.0)).build(),
                _ => builder.with(C(2.0)).with(E(4.0)).build(),
            };
        }
    }
    (world, dispatcher)
}

pub fn sum_of_a(world: &World) -> f64 {
    world.read_storage::<A>().join().map(|a| f64::from(a.0)).sum()
}

pub fn schedule(count: usize) -> Case {
    let frame = |(world, dispatcher): &mut (World, Dispatcher)| dispatcher.dispatch(world);
    frames_by_kinds(count, letters, frame, |(world, _)| sum_of_a(world))
}

pub fn schedule_in_sequence(count: usize) -> Case {
    let frame = |(world, dispatcher): &mut (World, Dispatcher)| dispatcher.dispatch_seq(world);
    frames_by_kinds(count, letters, frame, |(world, _)| sum_of_a(world))
}

pub fn heavy_parallel(count: usize) -> Case {
    heavy_compute(count, |world| {
        let mut matrices = world.write_storage::<Matrix>();
        let mut positions = world.write_storage::<Position>();
        let pairs = (&mut matrices, &mut positions).par_join();
        pairs.for_each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0));
    })
}

pub fn heavy_serial(count: usize) -> Case {
    heavy_compute(count, |world| {
        let mut matrices = world.write_storage::<Matrix>();
        let mut positions = world.write_storage::<Position>();
        for (matrix, position) in (&mut matrices, &mut positions).join() {
            heavy(&mut matrix.0, &mut position.0);
        }
    })
}

fn heavy_compute(count: usize, frame: impl FnMut(&mut World) + 'static) -> Case {
    frames(count, bodies(count), frame, |world| {
        world.read_storage::<Matrix>().join().map(|matrix| f64::from(matrix.0.0[0][0])).sum()
    })
}

pub fn add_remove(count: usize) -> Case {
    let mut world = World::new();
    world.register::<A>();
    world.register::<B>();
    let ids: Vec<Entity> = (0..count).map(|_| world.create_entity().with(A(0.0)).build()).collect();
    let frame = |(world, ids): &mut (World, Vec<Entity>)| {
        let mut b = world.write_storage::<B>();
        for &id in &*ids {
            b.insert(id, B(1.0)).expect("the entity is alive");
        }
        for &id in &*ids {
            b.remove(id);
        }
    };
    frames(count, (world, ids), frame, |(world, _)| world.read_storage::<B>().count() as f64)
}

fn pairs(order: Order, count: usize) -> World {
    let mut world = World::new();
    world.register::<A>();
    world.register::<B>();
    match order {
        Order::Same => {
            (0..count).for_each(|_| _ = world.create_entity().with(A(0.0)).with(B(1.0)).build());
        }
        Order::Interleaved => {
            for _ in 0..count {
                world.create_entity().with(A(0.0)).with(B(1.0)).build();
                world.create_entity().with(A(0.0)).build();
                world.create_entity().with(B(1.0)).build();
            }
        }
        Order::Random => {
            let ids: Vec<Entity> = (0..count).map(|_| world.create_entity().with(A(0.0)).build()).collect();
            let mut b = world.write_storage();
            for place in permutation(count) {
                b.insert(ids[place], B(1.0)).expect("the entity is alive");
            }
        }
    }
    world
}

pub fn add(world: &mut World) {
    let (mut a, b) = (world.write_storage::<A>(), world.read_storage::<B>());
    for (a, b) in (&mut a, &b).join() {
        a.0 += b.0;
    }
}

pub fn join(count: usize) -> Case {
    frames_by_order(count, |order| pairs(order, count), add, |world| sum_of_a(world))
}
