//! Each field of a struct that a query gives is something that a query can ask for.

use ecs_core::{Component, Entity, QueryData};

#[derive(Component)]
struct Plane(u8);

#[derive(QueryData)]
struct Ship<'w> { //~ ERROR `String` is not a component
    entity: Entity,
    plane: &'w mut Plane,
    name: &'w String, //~ ERROR `String` is not a component
}

fn main() {}
