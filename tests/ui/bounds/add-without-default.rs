//! `add` makes a default value: a type without one takes `insert` or `add_with`.

use ecs_core::{Component, Entity};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    Entity::spawn().add::<Plane>(); //~ ERROR `Plane: Default` is not satisfied
}
