//! The traps of `README.md` that no other test is about. A name begins with the number of its trap.
#![forbid(unsafe_code)]
#![allow(dead_code, reason = "some values are there only to be dropped")]

mod ids;
mod reentry;
mod threads;
mod types;

use ecs_core::{Component, Entity, Handle};

#[derive(Component, Default, Debug, PartialEq)]
struct Hp(u32);

fn hp(n: u32) -> Handle<Hp> {
    Entity::spawn().insert(Hp(n))
}
