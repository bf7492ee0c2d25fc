//! What a query gives of one entity is released before it gives of another.

use ecs_core::{Component, Entity, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let mut planes = query::<&mut Plane>();
    let one = planes.get_mut(Entity::NONE);
    let other = planes.get_mut(Entity::NONE); //~ ERROR cannot borrow `planes` as mutable more than once
    drop((one, other));
}
