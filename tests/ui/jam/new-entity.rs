//! Entities are spawned.
use ecs_core::Entity;

fn main() {
    let _ = Entity::new(); //~ ERROR no function or associated item named `new`
}
