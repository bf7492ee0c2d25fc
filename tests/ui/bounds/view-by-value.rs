//! A view by value is no iterator: its items would outlive it.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    let view = Plane::view();
    for plane in view { //~ ERROR `ecs_core::View<Plane>` is not an iterator
        println!("{}", plane.altitude);
    }
}
