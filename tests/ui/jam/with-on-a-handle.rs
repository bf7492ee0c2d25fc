//! `add` gives a handle, whose `with` calls a function.
use ecs_core::{Component, Entity};

#[derive(Component, Default)]
struct Plane;

#[derive(Component)]
struct Wind;

fn main() {
    Entity::spawn().add::<Plane>().with(Wind); //~ ERROR a handle's `with` calls a function
}
