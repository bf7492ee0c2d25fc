//! A filter names something that is not a component.

use ecs_core::{Component, Without, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

struct Wind;

fn main() {
    let _ = query::<&Plane>().filter::<Without<Wind>>(); //~ ERROR `Wind` is not a component
}
