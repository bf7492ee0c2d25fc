//! A singleton is added to an entity.

use ecs_core::{Entity, Singleton};

#[derive(Singleton, Default)]
struct Score(u32);

fn main() {
    Entity::spawn().with(Score(1)); //~ ERROR `Score` is a singleton, and no entity has one
}
