//! An entity is asked for a singleton.

use ecs_core::{Entity, Singleton};

#[derive(Singleton, Default)]
struct Score(u32);

fn score_of(player: Entity) -> u32 {
    player.borrow::<Score>().0 //~ ERROR `Score` is a singleton, and no entity has one
}

fn main() {
    score_of(Entity::spawn());
}
