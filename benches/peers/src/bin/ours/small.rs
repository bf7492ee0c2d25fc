//! What is small: worlds of one entity, and queries that visit one.

use ecs_core::{Component, Entity, World, query};
use peers::rooms::{Room, rooms};
use peers::sample::{Case, two_frames};
use peers::work::DT;

#[derive(Component)]
struct A(f32);

impl A {
    fn update(&mut self) {
        self.0 += 1.0;
    }
}

#[derive(Component)]
struct B(f32);

impl B {
    fn update(&mut self, a: &mut A) {
        a.0 += self.0;
    }
}

#[derive(Component)]
struct C(#[allow(dead_code, reason = "it is only stored")] f32);

#[derive(Component)]
struct D(#[allow(dead_code, reason = "it is only stored")] f32);

#[derive(Component)]
struct E(#[allow(dead_code, reason = "it is only stored")] f32);

// ---- rooms ----

struct Small<const BY_QUERY: bool>(World);

impl<const BY_QUERY: bool> Room for Small<BY_QUERY> {
    fn new() -> Self {
        let world = World::new();
        world.enter(|| drop(Entity::spawn_many(1, |_, _| (A(0.0), B(1.0), C(2.0), D(3.0), E(4.0)))));
        Self(world)
    }

    fn enter(&mut self) {
        self.0.enter(|| ());
    }

    fn update(&mut self) {
        let by_query = || query::<&mut A>().each(|a| a.0 += 1.0);
        if BY_QUERY { self.0.enter(by_query) } else { self.0.enter(|| A::update_all(DT)) }
    }

    fn value(&mut self) -> f64 {
        self.0.enter(|| A::view().iter().map(|a| f64::from(a.0)).sum())
    }
}

pub fn by_pass(count: usize) -> Case {
    rooms::<Small<false>>(count)
}

pub fn by_query(count: usize) -> Case {
    rooms::<Small<true>>(count)
}

// ---- queries of one entity ----

fn prepare(one: impl Fn() + 'static, two: impl Fn() + 'static) -> Case {
    Entity::spawn().with(A(0.0)).with(B(1.0));
    let sum = |(): &mut ()| A::view().iter().map(|a| f64::from(a.0)).sum();
    two_frames(1, (), move |()| one(), move |()| two(), sum)
}

pub fn prepare_pass(_: usize) -> Case {
    prepare(|| A::update_all(DT), || B::update_all(DT))
}

pub fn prepare_each(_: usize) -> Case {
    prepare(|| query::<&mut A>().each(|a| a.0 += 1.0), || query::<(&mut A, &B)>().each(|(a, b)| a.0 += b.0))
}

pub fn prepare_for(_: usize) -> Case {
    let one = || {
        for a in &mut query::<&mut A>() {
            a.0 += 1.0;
        }
    };
    let two = || {
        for (a, b) in &mut query::<(&mut A, &B)>() {
            a.0 += b.0;
        }
    };
    prepare(one, two)
}
