//! An archetype that lists a type twice, once through an alias and in a tuple of its own.
//!
//! The error is shown in `ecs-core`, at the assertion that says why: it comes when the call is compiled for this list.

use ecs_core::{Archetype, Component};

#[derive(Component, Default)]
struct Wings(u32);

#[derive(Component, Default)]
struct Body(u32);

type Also = Wings;

fn main() {
    let _ = Archetype::<(Wings, (Body, Also))>::try_spawn();
}
