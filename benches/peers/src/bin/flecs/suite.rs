//! What `ecs_bench_suite` does with bodies, and with entities of five letters.

use std::hint::black_box;
use std::mem::swap;
use std::thread::available_parallelism;

use flecs_ecs::prelude::*;
use peers::order::{Run, frames_by_kinds};
use peers::sample::{Case, frames, repeated};
use peers::work::{Mat4, Vec3, heavy};

use crate::cached;
use crate::types::SET_PART;

#[derive(Clone, Component)]
struct Matrix(Mat4);

#[derive(Clone, Component)]
struct Position(Vec3);

#[derive(Clone, Component)]
struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

#[derive(Clone, Component)]
struct Velocity(Vec3);

const X: Vec3 = [1.0, 0.0, 0.0];

pub fn create_bodies(world: &World, count: usize) -> Vec<Entity> {
    world
        .entity_bulk(count as u32)
        .set(&vec![Matrix(Mat4::SCALE); count])
        .set(&vec![Position(X); count])
        .set(&vec![Rotation(X); count])
        .set(&vec![Velocity(X); count])
        .build()
}

pub fn create_each(world: &World, count: usize) -> Vec<Entity> {
    let create = |_| {
        let entity = world.entity().set(Matrix(Mat4::SCALE)).set(Position(X));
        entity.set(Rotation(X)).set(Velocity(X)).id()
    };
    (0..count).map(create).collect()
}

pub fn simple_insert(count: usize, create: fn(&World, usize) -> Vec<Entity>) -> Case {
    repeated(count, move || {
        let world = World::new();
        drop(black_box(create(&world, count)));
    })
}

/// Times frames that need one query.
fn frames_of<T: QueryTuple + 'static>(
    count: usize,
    world: World,
    frame: fn(&Query<T>),
    sum: fn(&Query<T>) -> f64,
) -> Case {
    let all = cached::<T>(&world);
    frames(count, (all, world), move |(all, _)| frame(all), move |(all, _)| sum(all))
}

type Bodies = Query<(&'static Velocity, &'static mut Position)>;

fn simple_iter(count: usize, frame: fn(&Bodies)) -> Case {
    let world = World::new();
    create_bodies(&world, count);
    frames_of(count, world, frame, |bodies| {
        let mut sum = 0.0;
        bodies.each(|(_, position)| sum += f64::from(position.0[0]));
        sum
    })
}

fn advance(velocity: &Velocity, position: &mut Position) {
    for axis in 0..3 {
        position.0[axis] += velocity.0[axis];
    }
}

pub fn simple_iter_each(count: usize) -> Case {
    simple_iter(count, |bodies| bodies.each(|(velocity, position)| advance(velocity, position)))
}

pub fn simple_iter_fields(count: usize) -> Case {
    simple_iter(count, |bodies| {
        bodies.run(|mut tables| {
            while tables.next() {
                let velocities = tables.field::<Velocity>(0);
                let mut positions = tables.field_mut::<Position>(1);
                for row in tables.iter() {
                    advance(&velocities[row], &mut positions[row]);
                }
            }
        });
    })
}

#[derive(Clone, Component)]
struct Data(f32);

fn fragmented_iter(count: usize, frame: fn(&Query<&'static mut Data>)) -> Case {
    let world = World::new();
    for set_part in &black_box(&SET_PART)[..26] {
        for _ in 0..count / 26 {
            set_part(world.entity().set(Data(1.0)));
        }
    }
    frames_of(count, world, frame, |all| {
        let mut sum = 0.0;
        all.each(|data| sum += f64::from(data.0));
        sum
    })
}

pub fn fragmented_iter_each(count: usize) -> Case {
    fragmented_iter(count, |all| all.each(|data| data.0 *= 1.0001))
}

pub fn fragmented_iter_fields(count: usize) -> Case {
    fragmented_iter(count, |all| {
        all.run(|mut tables| {
            while tables.next() {
                let mut column = tables.field_mut::<Data>(0);
                for row in tables.iter() {
                    column[row].0 *= 1.0001;
                }
            }
        });
    })
}

#[derive(Clone, Component)]
struct A(f32);

#[derive(Clone, Component)]
struct B(f32);

#[derive(Clone, Component)]
struct C(f32);

#[derive(Clone, Component)]
struct D(f32);

#[derive(Clone, Component)]
struct E(f32);

type Frame = Box<dyn Fn(&World)>;

/// What a world of the scenario needs. Queries end before their world.
struct Letters {
    all: Query<&'static A>,
    frame: Frame,
    world: World,
}

/// Makes the worlds of the scenario. `prepare` returns what runs the three updates.
fn schedule(count: usize, prepare: fn(&World) -> Frame) -> Case {
    let letters = |runs: &[Run]| {
        let world = World::new();
        for &Run { kind, count } in runs {
            let (a, b, c) = (vec![A(0.0); count], vec![B(1.0); count], vec![C(2.0); count]);
            let mut bulk = world.entity_bulk(count as u32);
            let bulk = bulk.set(&a).set(&b);
            match kind {
                0 => bulk.build(),
                1 => bulk.set(&c).build(),
                2 => bulk.set(&c).set(&vec![D(3.0); count]).build(),
                _ => bulk.set(&c).set(&vec![E(4.0); count]).build(),
            };
        }
        Letters { all: cached(&world), frame: prepare(&world), world }
    };
    let frame = |letters: &mut Letters| (letters.frame)(&letters.world);
    frames_by_kinds(count, letters, frame, |letters| {
        let mut sum = 0.0;
        letters.all.each(|a| sum += f64::from(a.0));
        sum
    })
}

pub fn schedule_queries(count: usize) -> Case {
    schedule(count, |world| {
        let ab = cached::<(&mut A, &mut B)>(world);
        let cd = cached::<(&mut C, &mut D)>(world);
        let ce = cached::<(&mut C, &mut E)>(world);
        Box::new(move |_| {
            ab.each(|(a, b)| swap(&mut a.0, &mut b.0));
            cd.each(|(c, d)| swap(&mut c.0, &mut d.0));
            ce.each(|(c, e)| swap(&mut c.0, &mut e.0));
        })
    })
}

fn progress(world: &World) {
    world.progress();
}

pub fn schedule_serial(count: usize) -> Case {
    schedule(count, |world| {
        world.system::<(&mut A, &mut B)>().each(|(a, b)| swap(&mut a.0, &mut b.0));
        world.system::<(&mut C, &mut D)>().each(|(c, d)| swap(&mut c.0, &mut d.0));
        world.system::<(&mut C, &mut E)>().each(|(c, e)| swap(&mut c.0, &mut e.0));
        Box::new(progress)
    })
}

pub fn schedule_parallel(count: usize) -> Case {
    schedule(count, |world| {
        use_all_threads(world);
        world.system::<(&mut A, &mut B)>().par_each(|(a, b)| swap(&mut a.0, &mut b.0));
        world.system::<(&mut C, &mut D)>().par_each(|(c, d)| swap(&mut c.0, &mut d.0));
        world.system::<(&mut C, &mut E)>().par_each(|(c, e)| swap(&mut c.0, &mut e.0));
        Box::new(progress)
    })
}

fn use_all_threads(world: &World) {
    world.set_threads(available_parallelism().map_or(1, |threads| threads.get() as i32));
}

fn heavy_compute(count: usize, prepare: fn(&World), frame: fn(&World, &Heavy)) -> Case {
    let world = World::new();
    create_bodies(&world, count);
    prepare(&world);
    let all: Heavy = cached(&world);
    frames(
        count,
        (all, world),
        move |(all, world)| frame(world, all),
        |(all, _)| {
            let mut sum = 0.0;
            all.each(|(matrix, _)| sum += f64::from(matrix.0.0[0][0]));
            sum
        },
    )
}

type Heavy = Query<(&'static mut Matrix, &'static mut Position)>;

pub fn heavy_parallel(count: usize) -> Case {
    let prepare = |world: &World| {
        use_all_threads(world);
        world
            .system::<(&mut Matrix, &mut Position)>()
            .par_each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0));
    };
    heavy_compute(count, prepare, |world, _| progress(world))
}

pub fn heavy_serial(count: usize) -> Case {
    let frame = |_: &World, all: &Heavy| all.each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0));
    heavy_compute(count, |_| (), frame)
}

fn add_remove(count: usize, world: World) -> Case {
    let ids = world.entity_bulk(count as u32).set(&vec![A(0.0); count]).build();
    let frame = move |world: &mut World| {
        for &id in &ids {
            world.entity_from_id(id).set(B(1.0));
        }
        for &id in &ids {
            world.entity_from_id(id).remove(B::id());
        }
    };
    frames(count, world, frame, |world| f64::from(world.count(B::id())))
}

pub fn add_remove_table(count: usize) -> Case {
    add_remove(count, World::new())
}

/// The documentation advises these traits for what comes and goes: an entity stays in its table.
pub fn add_remove_sparse(count: usize) -> Case {
    let world = World::new();
    world.component::<B>().add_trait::<flecs::Sparse>().add_trait::<flecs::DontFragment>();
    add_remove(count, world)
}
