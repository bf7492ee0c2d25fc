//! An event that borrows cannot wait until a component is free.

use ecs_core::{Component, Entity};

struct Damage<'a>(&'a str);

#[derive(Component)]
struct Plane;

fn main() {
    let reason = String::from("a bird");
    Entity::spawn().with(Plane).send(Damage(&reason)); //~ ERROR `reason` does not live long enough
}
