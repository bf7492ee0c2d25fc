//! A handle to one type is not a handle to another.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Wind;

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let wind: Handle<Wind> = Handle::<Plane>::NULL; //~ ERROR mismatched types
    wind.is_alive();
}
