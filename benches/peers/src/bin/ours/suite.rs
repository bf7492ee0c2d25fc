//! What `ecs_bench_suite` does with bodies: a matrix and three vectors each.

use std::hint::black_box;

use ecs_core::{Component, Entity, World, query, update_all};
use peers::sample::{Case, frames, repeated};
use peers::work::{DT, Mat4, Vec3, heavy};

#[derive(Component)]
struct Matrix(#[allow(dead_code, reason = "it is only stored")] Mat4);

#[derive(Component)]
struct Position(Vec3);

#[derive(Component)]
struct Rotation(#[allow(dead_code, reason = "it is only stored")] Vec3);

#[derive(Component)]
struct Velocity(Vec3);

impl Velocity {
    fn update(&mut self, position: &mut Position) {
        for axis in 0..3 {
            position.0[axis] += self.0[axis];
        }
    }
}

const X: Vec3 = [1.0, 0.0, 0.0];

fn spawn_many(count: usize) -> Vec<Entity> {
    Entity::spawn_many(count, |_, _| (Matrix(Mat4::SCALE), Position(X), Rotation(X), Velocity(X)))
}

fn spawn_each(count: usize) -> Vec<Entity> {
    let spawn =
        |_| Entity::spawn().with(Matrix(Mat4::SCALE)).with(Position(X)).with(Rotation(X)).with(Velocity(X));
    (0..count).map(spawn).collect()
}

fn insert(count: usize, spawn: fn(usize) -> Vec<Entity>) -> Case {
    repeated(count, move || {
        World::new().enter(|| drop(black_box(spawn(count))));
    })
}

pub fn insert_bulk(count: usize) -> Case {
    insert(count, spawn_many)
}

pub fn insert_one_by_one(count: usize) -> Case {
    insert(count, spawn_each)
}

pub fn simple_iter(count: usize) -> Case {
    let sum = |_: &mut _| Position::view().iter().map(|position| f64::from(position.0[0])).sum();
    frames(count, spawn_many(count), |_| update_all(DT), sum)
}

/// A matrix that moves the position of its entity.
#[derive(Component)]
struct Heavy(Mat4);

impl Heavy {
    fn update(&mut self, position: &mut Position) {
        heavy(&mut self.0, &mut position.0);
    }
}

#[derive(Component)]
#[component(parallel)]
struct SharedHeavy(Mat4);

impl SharedHeavy {
    fn update(&mut self, position: &mut Position) {
        heavy(&mut self.0, &mut position.0);
    }
}

pub fn parallel_update(count: usize) -> Case {
    Entity::spawn_many(count, |_, _| (SharedHeavy(Mat4::SCALE), Position(X)));
    let sum = |(): &mut ()| SharedHeavy::view().iter().map(|matrix| f64::from(matrix.0.0[0][0])).sum();
    frames(count, (), |()| update_all(DT), sum)
}

pub fn par_each(count: usize) -> Case {
    heavy_compute(count, || {
        query::<(&mut Heavy, &mut Position)>()
            .par_each(|(matrix, position)| heavy(&mut matrix.0, &mut position.0));
    })
}

pub fn on_one_thread(count: usize) -> Case {
    heavy_compute(count, || update_all(DT))
}

fn heavy_compute(count: usize, frame: fn()) -> Case {
    Entity::spawn_many(count, |_, _| (Heavy(Mat4::SCALE), Position(X)));
    let sum = |(): &mut ()| Heavy::view().iter().map(|matrix| f64::from(matrix.0.0[0][0])).sum();
    frames(count, (), move |()| frame(), sum)
}

#[derive(Component)]
struct A(#[allow(dead_code, reason = "it is only stored")] f32);

#[derive(Component)]
struct B(#[allow(dead_code, reason = "it is only stored")] f32);

pub fn add_remove(count: usize) -> Case {
    let ids = Entity::spawn_many(count, |_, _| (A(0.0),));
    let frame = |ids: &mut Vec<Entity>| {
        for id in &*ids {
            id.insert(B(1.0));
        }
        for id in &*ids {
            id.remove::<B>();
        }
    };
    frames(count, ids, frame, |_| B::count() as f64)
}
