//! A view for reading does not write.

use ecs_core::Component;

#[derive(Component)]
struct Plane {
    altitude: f32,
}

fn main() {
    Plane::view()[0].altitude = 1.0; //~ ERROR cannot assign to data in an index of `ecs_core::View<Plane>`
}
