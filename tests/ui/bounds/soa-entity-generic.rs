//! A component of any type need not know its entity.

use ecs_core::{Component, Entity};

fn entity_of<T: Component>(component: &T) -> Entity {
    component.entity() //~ ERROR a value of `T` does not know its entity
}

#[derive(Component)]
struct Plane;

fn main() {
    let _ = entity_of(&*Entity::spawn().with(Plane).borrow::<Plane>());
}
