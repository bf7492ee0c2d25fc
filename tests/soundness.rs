//! The traps of `docs/soundness.md` that no other test is about, and that page itself. A name begins with the number of its trap.
#![forbid(unsafe_code)]
#![allow(dead_code, reason = "some values are there only to be dropped")]

#[path = "soundness/ids.rs"]
mod ids;
#[path = "soundness/reentry.rs"]
mod reentry;
#[path = "soundness/threads.rs"]
mod threads;
#[path = "soundness/types.rs"]
mod types;

mod common;
mod support;

use ecs_core::{Component, Entity, Handle};

#[derive(Component, Default, Debug, PartialEq)]
struct Hp(u32);

fn hp(n: u32) -> Handle<Hp> {
    Entity::spawn().insert(Hp(n))
}
