//! Items of a mutable view are held past the view.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let mut view = Plane::view_mut();
    let planes: Vec<&mut Plane> = (&mut view).into_iter().collect();
    drop(view); //~ ERROR cannot move out of `view` because it is borrowed
    for plane in planes {
        plane.altitude += 1.0;
    }
}
