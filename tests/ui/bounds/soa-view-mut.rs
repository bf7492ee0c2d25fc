//! A view to write is a slice of values, and there are none.

use ecs_core::Component;

#[derive(Component)]
#[component(soa)]
struct Plane {
    altitude: f32,
}

fn main() {
    Plane::view_mut().as_mut_slice()[0].altitude = 1.0; //~ ERROR there is no slice of values of `Plane`, and no view
}
