//! A component requires a singleton of its entity.

use ecs_core::{Component, Singleton};

#[derive(Singleton, Default)]
struct Score(u32);

#[derive(Component)]
#[component(requires(Score))] //~ ERROR `Score` is a singleton, and no entity has one
struct Player;

fn main() {}
