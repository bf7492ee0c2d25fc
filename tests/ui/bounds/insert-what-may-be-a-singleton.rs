//! Generic code inserts what may be a singleton.

use ecs_core::{Component, Entity, Handle};

fn put<T: Component>(entity: Entity, value: T) -> Handle<T> {
    entity.insert(value) //~ ERROR `T` is a singleton, and no entity has one
}

fn main() {}
