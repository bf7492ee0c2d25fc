//! Each program here is refused with a remedy; changed literally as the remedy says, it runs.

mod component;
mod missing;
mod queries;
mod stores;
mod updates;

use std::cell::{Cell, RefCell};

use ecs_core::{
    Archetype, Component, Entity, Handle, PerEntity, Pool, Query, Ref, RemoveError, Schedule, Singleton,
    View, World, find, local, query, update_all,
};

use super::*;
use crate::support::{assert_says, message_of};

thread_local! {
    static MENDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether the program that runs is the one that was changed as the remedy says.
fn mended() -> bool {
    MENDED.get()
}

/// Runs a program in a world of its own, which is refused with these words; and again, changed as they say.
#[track_caller]
fn says_then_runs(words: &[&str], program: impl Fn()) {
    let refused = World::new().enter(|| message_of(&program));
    assert_says(&refused, words);
    assert!(!refused.contains("  ") && !refused.contains(";;"), "{refused}");
    MENDED.set(true);
    World::new().enter(&program);
    MENDED.set(false);
}

const FORGOTTEN: &str = "(one that was passed to `mem::forget` never ends)";

/// Two entities with an `A` and an actor, whose hooks run a function in a frame.
fn frame<T: PerEntity + Default>(act: impl Fn(Entity, Entity) + 'static) {
    let all = Entity::spawn_many(2, |n, _| (A(n as u32),));
    for entity in &all {
        entity.add::<T>();
    }
    in_hooks(move |me| act(me, if me == all[0] { all[1] } else { all[0] }));
}

fn two() -> [Entity; 2] {
    [0, 1].map(|n| Entity::spawn().with(A(n)))
}
