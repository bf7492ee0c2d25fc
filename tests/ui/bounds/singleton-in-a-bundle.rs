//! A tuple of components has a singleton.

use ecs_core::{Component, Entity, Singleton};

#[derive(Component)]
struct Player;

#[derive(Singleton, Default)]
struct Score(u32);

fn main() {
    Entity::spawn_with((Player, Score(1))); //~ ERROR `(Player, Score)` is not a component or a tuple of components
}
