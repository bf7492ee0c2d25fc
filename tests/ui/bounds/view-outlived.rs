//! A reference outlives the view that it comes from.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let view = Plane::view();
    let plane = view.get(Handle::NULL);
    drop(view); //~ ERROR cannot move out of `view` because it is borrowed
    println!("{}", plane.is_some_and(|plane| plane.altitude > 0.0));
}
