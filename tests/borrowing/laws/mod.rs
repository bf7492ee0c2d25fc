//! The laws, a test for each of their sentences.

mod as_a_whole;
mod at_any_time;
mod by_instance;
mod messages;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::mem::take;
use std::rc::Rc;

use ecs_core::{
    BorrowError, Borrower, Changed, Component, Entity, Handle, PerEntity, Query, QueryError, RefMut,
    Schedule, ScheduleError, Singleton, Tick, UpdateError, ViewError, With, Without, World, query, try_query,
    try_update_all, update_all,
};

use super::*;
use crate::support::{assert_says, log, message_of, take_log};

/// Entities with an actor and an `A`, and one with an `A` alone, in an order in which the stores are not
/// aligned.
fn stage<T: PerEntity + Default>(count: u32) -> Vec<Entity> {
    let mut all: Vec<_> = (0..count).map(|_| Entity::spawn()).collect();
    all.push(Entity::spawn().with(A(9)));
    for (n, entity) in all.iter().take(count as usize).enumerate().rev() {
        entity.insert(A(n as u32));
    }
    for entity in &all[..count as usize] {
        entity.add::<T>();
    }
    all
}

/// Runs a frame in which each hook asks of each entity whether its `T` is free: `own` of the own one, all
/// others are.
#[track_caller]
fn own_is<T: PerEntity>(all: &[Entity], own: (bool, bool)) {
    let (entities, calls) = (all.to_vec(), Rc::new(Cell::new(0)));
    let counted = calls.clone();
    in_hooks(move |me| {
        for &entity in &entities {
            if entity.has::<T>() {
                assert_eq!(free::<T>(entity), if entity == me { own } else { FREE }, "{entity:?} in {me:?}");
            }
        }
        counted.set(counted.get() + 1);
    });
    assert_eq!(calls.get(), all.len() - 1, "each has had its turn");
    for &entity in all {
        assert!(!entity.has::<T>() || free::<T>(entity) == FREE, "the hook is over");
    }
}
