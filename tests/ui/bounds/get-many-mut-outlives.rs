//! References to several components of a view are held past the view.

use ecs_core::{Component, Handle};

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let mut view = Plane::view_mut();
    let borrowed = view.get_many_mut([Handle::NULL, Handle::NULL]);
    drop(view); //~ ERROR cannot move out of `view` because it is borrowed
    drop(borrowed);
}
