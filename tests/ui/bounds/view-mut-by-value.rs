//! A mutable view by value is no iterator: its items would outlive it.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let view = Plane::view_mut();
    for plane in view { //~ ERROR `ecs_core::ViewMut<Plane>` is not an iterator
        plane.altitude += 1.0;
    }
}
