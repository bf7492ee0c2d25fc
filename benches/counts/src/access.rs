//! Components are reached: by handles, views and queries.

use std::hint::black_box;

use ecs_core::{Changed, Component, Entity, Handle, With, Without, World, query};

use crate::types::{Chosen, Pos, Tracked, Vel};
use crate::{Program, measure};

pub const PROGRAMS: &[Program] = &[
    ("handle_borrow", |n| {
        let handles = handles(n);
        measure(move || {
            black_box(handles.iter().map(|handle| handle.borrow().0[1]).sum::<f32>());
        })
    }),
    ("handle_borrow_mut", |n| {
        let handles = handles(n);
        measure(move || handles.iter().for_each(|handle| handle.borrow_mut().0[1] += 1.0))
    }),
    ("entity_get", |n| {
        let entities: Vec<_> = handles(n).iter().map(|handle| handle.entity()).collect();
        measure(move || entities.iter().for_each(|entity| entity.get_mut::<Pos>().unwrap().0[1] += 1.0))
    }),
    ("view_index", |n| {
        let handles = handles(n);
        measure(move || {
            let mut all = Pos::view_mut();
            handles.iter().for_each(|&handle| all[handle].0[1] += 1.0);
        })
    }),
    ("view_iter", |n| {
        moving(n);
        repeat(n, || Pos::view_mut().iter_mut().for_each(|pos| pos.0[1] += 1.0))
    }),
    ("query_each", |n| {
        moving(n);
        repeat(n, || query::<(&mut Pos, &Vel)>().each(|(pos, vel)| pos.0[1] += vel.0))
    }),
    ("query_each_far", |n| {
        let entities = Entity::spawn_many(ROWS.min(n), |_, _| Pos::default());
        for entity in entities.iter().rev() {
            entity.insert(Vel(1.0));
        }
        repeat(n, || query::<(&mut Pos, &Vel)>().each(|(pos, vel)| pos.0[1] += vel.0))
    }),
    ("query_for", |n| {
        moving(n);
        repeat(n, || {
            for (pos, vel) in &mut query::<(&mut Pos, &Vel)>() {
                pos.0[1] += vel.0;
            }
        })
    }),
    ("query_with", |n| {
        choose(&moving(n));
        repeat(n, || query::<&mut Pos>().filter::<With<Chosen>>().each(|pos| pos.0[1] += 1.0))
    }),
    ("query_without", |n| {
        choose(&moving(n));
        repeat(n, || query::<&mut Pos>().filter::<Without<Chosen>>().each(|pos| pos.0[1] += 1.0))
    }),
    ("query_changed", |n| {
        let entities = Entity::spawn_many(ROWS.min(n), |_, _| Tracked::default());
        repeat(n, move || {
            let since = World::tick();
            entities.iter().step_by(2).for_each(|entity| entity.borrow_mut::<Tracked>().0 += 1.0);
            let mut changed = query::<&Tracked>().filter::<Changed<Tracked>>().since(since);
            changed.each(|tracked| {
                black_box(tracked.0);
            });
        })
    }),
];

/// The number of rows that are gone through again and again.
pub const ROWS: usize = 1_000;

/// Measures a function that goes through all [`ROWS`], as many times as `n` elements need.
pub fn repeat(n: usize, mut f: impl FnMut() + 'static) -> Box<dyn FnOnce()> {
    measure(move || (0..n / ROWS).for_each(|_| f()))
}

/// Entities with two components, in the same order.
pub fn moving(n: usize) -> Vec<Entity> {
    Entity::spawn_many(ROWS.min(n), |_, _| (Pos::default(), Vel(1.0)))
}

/// Gives every second entity another component.
pub fn choose(entities: &[Entity]) {
    for entity in entities.iter().step_by(2) {
        entity.insert(Chosen(1));
    }
}

/// A handle for each element, to the rows in their order, from the first again after the last.
fn handles(n: usize) -> Vec<Handle<Pos>> {
    let entities = moving(n);
    (0..n).map(|place| entities[place % ROWS].handle()).collect()
}
