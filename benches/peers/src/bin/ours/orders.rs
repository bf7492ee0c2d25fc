//! Stores that share entities, in the same order or not.

use ecs_core::{Component, Entity, PerEntity, Query, Schedule, World, query, update_all};
use peers::order::{Order, Run, frames_by_kinds, frames_by_order};
use peers::sample::Case;
use peers::work::{DT, permutation};

// ---- join ----

#[derive(Component)]
struct Total(f32);

impl Total {
    fn update(&mut self, step: &Step) {
        self.0 += step.0;
    }
}

#[derive(Component)]
struct Step(f32);

fn spawn_in(order: Order, count: usize) {
    match order {
        Order::Same => _ = Entity::spawn_many(count, |_, _| (Total(0.0), Step(1.0))),
        Order::Interleaved => {
            for _ in 0..count {
                Entity::spawn().with(Total(0.0)).with(Step(1.0));
                Entity::spawn().with(Total(0.0));
                Entity::spawn().with(Step(1.0));
            }
        }
        Order::Random => {
            let ids = Entity::spawn_many(count, |_, _| (Total(0.0),));
            permutation(count).into_iter().for_each(|place| _ = ids[place].insert(Step(1.0)));
        }
    }
}

fn join(count: usize, frame: fn()) -> Case {
    let world = |order| {
        let world = World::new();
        world.enter(|| spawn_in(order, count));
        world
    };
    let sum = || Total::view().iter().map(|total| f64::from(total.0)).sum::<f64>();
    frames_by_order(count, world, move |world| world.enter(frame), move |world| world.enter(sum))
}

pub fn join_siblings(count: usize) -> Case {
    join(count, || Total::update_all(DT))
}

pub fn join_each(count: usize) -> Case {
    join(count, || query::<(&mut Total, &Step)>().each(|(total, step)| total.0 += step.0))
}

pub fn join_for(count: usize) -> Case {
    join(count, || {
        for (total, step) in &mut query::<(&mut Total, &Step)>() {
            total.0 += step.0;
        }
    })
}

// ---- schedule ----

#[derive(Component)]
struct B(f32);

#[derive(Component)]
struct C(f32);

/// Components that swap their value with a sibling.
macro_rules! swapping {
    ($($(#[$key:meta])* $name:ident: $sibling:ident),*) => { $(
        #[derive(Component)]
        $(#[$key])*
        struct $name(f32);

        impl $name {
            fn update(&mut self, sibling: &mut $sibling) {
                std::mem::swap(&mut self.0, &mut sibling.0);
            }
        }

        impl From<f32> for $name {
            fn from(value: f32) -> Self {
                Self(value)
            }
        }
    )* };
}

swapping!(A: B, D: C, E: C);
swapping!(
    #[component(parallel)] SharedA: B,
    #[component(parallel)] SharedD: C,
    #[component(parallel)] SharedE: C
);

/// A world of the four kinds.
fn kinds<A, D, E>(runs: &[Run]) -> World
where
    A: PerEntity + From<f32>,
    D: PerEntity + From<f32>,
    E: PerEntity + From<f32>,
{
    let spawn = |&Run { kind, count }: &Run| match kind {
        0 => Entity::spawn_many(count, |_, _| (A::from(0.0), B(1.0))),
        1 => Entity::spawn_many(count, |_, _| (A::from(0.0), B(1.0), C(2.0))),
        2 => Entity::spawn_many(count, |_, _| (A::from(0.0), B(1.0), C(2.0), D::from(3.0))),
        _ => Entity::spawn_many(count, |_, _| (A::from(0.0), B(1.0), C(2.0), E::from(4.0))),
    };
    let world = World::new();
    world.enter(|| runs.iter().for_each(|run| drop(spawn(run))));
    world
}

pub fn three_passes(count: usize) -> Case {
    let sum = || A::view().iter().map(|a| f64::from(a.0)).sum::<f64>();
    let frame = |world: &mut World| world.enter(|| update_all(DT));
    frames_by_kinds(count, kinds::<A, D, E>, frame, move |world| world.enter(sum))
}

pub fn parallel_passes(count: usize) -> Case {
    let sum = || SharedA::view().iter().map(|a| f64::from(a.0)).sum::<f64>();
    let frame = |world: &mut World| world.enter(|| update_all(DT));
    frames_by_kinds(count, kinds::<SharedA, SharedD, SharedE>, frame, move |world| world.enter(sum))
}

fn swap_a(mut pairs: Query<(&mut A, &mut B)>) {
    pairs.each(|(a, b)| std::mem::swap(&mut a.0, &mut b.0));
}

fn swap_d(mut pairs: Query<(&mut C, &mut D)>) {
    pairs.each(|(c, d)| std::mem::swap(&mut c.0, &mut d.0));
}

fn swap_e(mut pairs: Query<(&mut C, &mut E)>) {
    pairs.each(|(c, e)| std::mem::swap(&mut c.0, &mut e.0));
}

/// The types have updates too, which no schedule runs.
pub fn systems(count: usize) -> Case {
    let world = |runs: &[Run]| (kinds::<A, D, E>(runs), Schedule::new().add(swap_a).add(swap_d).add(swap_e));
    let frame = |(world, schedule): &mut (World, Schedule)| world.enter(|| schedule.run(DT));
    let sum = || A::view().iter().map(|a| f64::from(a.0)).sum::<f64>();
    frames_by_kinds(count, world, frame, move |(world, _)| world.enter(sum))
}
