//! A command that spawns an entity with a type twice.
//!
//! The error is shown in `ecs-core`, at the assertion that says why: it comes when the call is compiled for this list.

use ecs_core::{Commands, Component, Schedule};

#[derive(Component)]
struct Wings(u32);

fn hatch(commands: Commands) {
    commands.spawn((Wings(1), Wings(2)));
}

fn main() {
    Schedule::new().add(hatch).run(0.1);
}
