//! A filter names component types, not references to them.

use ecs_core::{Component, With, query};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

#[derive(Component)]
struct Wind;

fn main() {
    let _ = query::<&Plane>().filter::<With<&Wind>>(); //~ ERROR `&Wind` is not a component
}
