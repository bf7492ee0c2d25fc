//! A handle is asked for the singleton of its entity.

use ecs_core::{Component, Handle, Singleton};

#[derive(Component)]
struct Player;

#[derive(Singleton, Default)]
struct Score(u32);

fn score_of(player: Handle<Player>) -> Handle<Score> {
    player.sibling() //~ ERROR `Score` is a singleton, and no entity has one
}

fn main() {
    score_of(Handle::NULL);
}
