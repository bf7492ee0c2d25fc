//! One of many is not a component.

use ecs_core::{Component, Entity};

#[derive(Component)]
struct Wind;

struct Plane {
    altitude: f32,
}

fn main() {
    Entity::spawn_many(3, |_, _| (Wind, Plane { altitude: 1.0 })); //~ ERROR not a component or a tuple of components
}
