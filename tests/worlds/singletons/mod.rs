//! Singletons: one value of a type for each world, on an entity that is the world's.

mod ends;
mod hooks;
mod value;

use ecs_core::{
    AddError, Archetype, BorrowError, Component, Entity, Group, Handle, Pool, PoolError, Query, Schedule,
    Singleton, SingletonError, UpdateError, With, Without, World, WorldError, find, find_all, query,
    try_update_all, update_all,
};

use crate::support::{assert_says, log, message_of, take_log};

#[derive(Singleton, Default, Debug, PartialEq)]
struct Score(u32);

/// Has no default value.
#[derive(Singleton, Debug, PartialEq)]
struct Level(&'static str);

#[derive(Component, Default)]
struct Coin;

impl Coin {
    fn update(&mut self, score: &mut Score) {
        score.0 += 1;
    }
}
