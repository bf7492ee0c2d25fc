//! A query for something that is not a component.

use ecs_core::{Component, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

struct Wind {
    lift: f32,
}

fn main() {
    query::<(&mut Plane, &Wind)>(); //~ ERROR `Wind` is not a component
}
